// Tests that the dashboard and the alert rules ask for metrics, labels and values that servers and workers have, and that each alert is explained.

import { readFileSync } from "node:fs";
import { parser } from "@prometheus-io/lezer-promql";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { freePort } from "../../src/database/embedded/settings.ts";
import { startLogged } from "../support/logged.ts";
import { projectWith } from "../support/loops.ts";
import { startModel } from "../support/model.ts";
import { startService } from "../support/service.ts";

const service = await startService();

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
}

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
}

const alerts: readonly Alert[] = parse(read("deploy/observability/alerts.yaml")).groups.flatMap(
  ({ rules }: { rules: readonly Alert[] }) => rules,
);
const dashboard = JSON.parse(read("deploy/observability/dashboard.json"));
const asked: readonly string[] = dashboard.panels.flatMap(({ targets = [] }) =>
  targets.map(({ expr }: { expr: string }) => expr),
);

/** A metric, and its labels, each with the value that it must have, if that is said. */
interface Selected {
  readonly metric: string;
  readonly labels: ReadonlyMap<string, string | undefined>;
}

/** The metrics that an expression names; labels by which something is grouped may be of any of them. */
function selectedBy(expr: string): {
  readonly metrics: readonly Selected[];
  readonly grouped: readonly string[];
} {
  // Grafana replaces it before Prometheus sees it.
  const text = expr.replaceAll("$__rate_interval", "5m");
  const metrics: { metric: string; labels: Map<string, string | undefined> }[] = [];
  const grouped: string[] = [];
  parser.parse(text).iterate({
    enter: ({ name, from, to, node }) => {
      const own = text.slice(from, to);
      if (node.type.isError) throw new SyntaxError(`not PromQL at ${from}: ${text}`);
      if (name === "VectorSelector") metrics.push({ metric: "", labels: new Map() });
      const last = metrics.at(-1);
      if (name === "Identifier" && node.parent?.name === "VectorSelector" && last !== undefined)
        last.metric = own;
      const isMatcher = node.parent?.name === "UnquotedLabelMatcher";
      if (name === "LabelName" && isMatcher) {
        const [, operator, value] = /^\w+\s*(=~|!~|!=|=)\s*"(.*)"$/.exec(textOf(node.parent)) ?? [];
        last?.labels.set(own, operator === "=" ? value : undefined);
      } else if (name === "LabelName" && own !== "le") grouped.push(own);
    },
  });
  return { metrics, grouped };

  function textOf(node: { readonly from: number; readonly to: number } | null): string {
    return node === null ? "" : text.slice(node.from, node.to);
  }
}

/** What Prometheus itself adds to each sample. */
const ofPrometheus: ReadonlySet<string> = new Set(["instance", "job"]);

/** The labels of each metric, with their values. */
type Samples = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

function samplesOf(scrapes: readonly string[]): Samples {
  const samples = new Map<string, Map<string, Set<string>>>([
    ["up", new Map([["job", new Set(["slice-service"])]])],
  ]);
  for (const [, metric = "", labels = ""] of scrapes
    .join("\n")
    .matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? \S+$/gm)) {
    const known = samples.get(metric) ?? new Map<string, Set<string>>();
    samples.set(metric, known);
    for (const [, label = "", value = ""] of labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value));
  }
  return samples;
}

/** What an expression asks for that is not there. */
function missingIn(expr: string, samples: Samples): readonly string[] {
  const { metrics, grouped } = selectedBy(expr);
  const missing = metrics.flatMap(({ metric, labels }) => {
    const known = samples.get(metric);
    if (known === undefined) return [metric];
    return [...labels].flatMap(([label, value]) => {
      const values = known.get(label);
      if (values === undefined) return [`${metric}{${label}}`];
      return value === undefined || values.has(value) ? [] : [`${metric}{${label}="${value}"}`];
    });
  });
  const all = new Set(metrics.flatMap(({ metric }) => [...(samples.get(metric)?.keys() ?? [])]));
  return [...missing, ...grouped.filter((label) => !all.has(label) && !ofPrometheus.has(label))];
}

async function scrape(args: readonly string[], env: NodeJS.ProcessEnv): Promise<() => Promise<string>> {
  const port = await freePort();
  const { output } = startLogged(args, {
    DATABASE_URL: service.database.url,
    METRICS_PORT: String(port),
    ...env,
  });
  await expect.poll(output, { timeout: 20_000 }).toContain("\n");
  const { url } = JSON.parse(output());
  if (url !== undefined) await fetch(`${url}/v1/nothing`);
  return async () => await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}

test("the dashboard and the alert rules ask for what a server and a worker have", async () => {
  const model = await startModel([{ status: 401 }]);
  const server = await scrape(["serve", "--port", "0", "--no-worker"], {});
  const worker = await scrape(["worker"], { MODEL_URL: model.url, MODEL_NAME: "mock" });
  const caller = await service.caller();
  await projectWith(caller, service.database, ["Person: Ada"]);
  await caller.post("/v1/loops", { goal: "x" });
  await expect.poll(worker, { timeout: 20_000 }).toContain('slice_loops_ended_total{status="failed"');
  // A counter of limits has none until one is reached; its labels are in http/metrics.test.ts.
  const limited = 'slice_requests_limited_total{limit="key_rate"} 1';
  const samples = samplesOf([await server(), await worker(), limited]);
  expect(asked.length).toBeGreaterThan(20);
  for (const expr of [...asked, ...alerts.map((each) => each.expr)])
    expect({ expr, missing: missingIn(expr, samples) }).toEqual({ expr, missing: [] });
  // Every metric of our own is in the dashboard.
  const shown = new Set(asked.flatMap((expr) => selectedBy(expr).metrics.map(({ metric }) => metric)));
  const own = [...samples.keys()].filter(
    (name) => /^(?:slice|http)_/.test(name) && !/_(?:sum|count|bucket)$/.test(name),
  );
  expect(own.filter((name) => !shown.has(name))).toEqual([]);
});

test("an expression that names what is not there would be found", () => {
  const samples = samplesOf(['slice_loops{status="queued"} 1\nslice_database_up 1']);
  expect(missingIn('sum by (state) (slice_loops{status="paused", of="me"}) / slice_gone', samples)).toEqual([
    'slice_loops{status="paused"}',
    "slice_loops{of}",
    "slice_gone",
    "state",
  ]);
  expect(missingIn('max by (instance) (slice_loops{status="queued"})', samples)).toEqual([]);
  expect(() => missingIn("sum by (", samples)).toThrow("not PromQL");
});

test("each alert says what, why and what to do, and the documentation has a section on it", () => {
  const sections = [...read("docs/observability.md").matchAll(/^### (.+)$/gm)].map(([, title]) => title);
  expect(alerts.length).toBeGreaterThan(10);
  for (const { alert, labels, annotations } of alerts) {
    expect(Object.keys(annotations)).toEqual(["summary", "reason", "action", "docs"]);
    expect(["page", "warn"]).toContain(labels.severity);
    expect(annotations["docs"]).toBe(`service/docs/observability.md#${alert.toLowerCase()}`);
    expect(sections).toContain(alert);
  }
});
