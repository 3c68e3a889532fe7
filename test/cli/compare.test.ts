// Tests the command `compare`: how two slices relate, and which entities show it.

import { describe, expect, test } from "vitest";
import { compile, createCatalog, type FilterDefinition } from "../../src/index.ts";
import { inSlice } from "../support/backends/reference.ts";
import { runCli } from "./support.ts";

const data = {
  shapes: [{ id: "10", name: "Sales CRM" }],
  sources: [
    { id: "1", name: "gmail" },
    { id: "1", name: "Gmäil" },
    { id: "2", name: "slack" },
  ],
};
const files = { "catalog.json": JSON.stringify(data), "a.cql": "type:Person\r\n", "b.cql": "Type:Person\n" };

/** The lines that a comparison prints, with nothing on standard error. */
async function linesOf(...args: readonly string[]): Promise<readonly string[]> {
  const { status, stdout, stderr } = await runCli(["compare", ...args], { files });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout.trimEnd().split("\n");
}

const isInside = (inner: string, outer: string): string =>
  `${inner} is inside ${outer}: everything in ${inner} is also in ${outer}.`;
const only = (one: string, other: string): string => `In ${one} but not in ${other}, for example:`;

describe("two slices without dates are compared", () => {
  test("as the same, for any order of terms and spelling of names", async () => {
    const same = ["A and B are the same slice.", "They are the same at all times."];
    expect(await linesOf("type:A type:B", 'type:"B" type:A type:A sort:name')).toEqual(same);
    const [verdict, times] = same;
    const whole = ["A", "B"].map((name) => `${name} is the whole project: nothing narrows it.`);
    expect(await linesOf("", "sort:name")).toEqual([verdict, ...whole, times]);
    expect(await linesOf("source:gmail", "source:Gmäil", "--catalog", "catalog.json")).toEqual(same);
  });

  test("as one inside the other", async () => {
    expect(await linesOf("type:A", "type:A type:B")).toEqual([
      isInside("A", "B"),
      only("B", "A"),
      '{"type":"B"}',
      "A is inside B at all times.",
    ]);
    expect(await linesOf("source:gmail source:slack", "source:slack", "--catalog", "catalog.json")).toEqual([
      isInside("B", "A"),
      only("A", "B"),
      '{"source_id":"1"}',
      "B is inside A at all times.",
    ]);
  });

  test("as overlapping", async () => {
    expect(await linesOf("type:A type:B", "type:B type:C")).toEqual([
      "A and B overlap: some entities are in both, and each has entities the other lacks.",
      only("A", "B"),
      '{"type":"A"}',
      only("B", "A"),
      '{"type":"C"}',
      "In both, for example:",
      '{"type":"B"}',
    ]);
  });

  test("as disjoint", async () => {
    expect(await linesOf("type:A", "type:a")).toEqual([
      "A and B are disjoint: nothing is in both.",
      only("A", "B"),
      '{"type":"A"}',
      only("B", "A"),
      '{"type":"a"}',
    ]);
  });

  test("without a catalog, with a note that each name stands for itself", async () => {
    const lines = await linesOf('source:"名前 1" type:A', "type:A");
    expect(lines.at(0)).toBe(isInside("A", "B"));
    expect(lines.at(-1)).toBe("Names were not looked up, as there is no catalog: each stands for itself.");
    expect((await linesOf("source:gmail", "source:Gmäil")).at(0)).toBe(
      "A and B are disjoint: nothing is in both.",
    );
  });
});

describe("two slices with dates are compared", () => {
  test("as the same or inside at all times", async () => {
    expect(await linesOf("after:7d", "after:30d")).toEqual([
      isInside("A", "B"),
      only("B", "A"),
      '{"created_at":"2026-10-21T12:00:00.000Z"}',
      "A is inside B at all times.",
    ]);
    expect(await linesOf("after:7d", "after:1w")).toEqual([
      "A and B are the same slice.",
      "They are the same at all times.",
    ]);
  });

  test("as inside now, with a time at which this is different", async () => {
    expect(await linesOf("after:30d", "after:1mo")).toEqual([
      isInside("A", "B"),
      only("B", "A"),
      '{"created_at":"2026-10-20T12:00:00.000Z"}',
      "A is inside B now, but not at all times: see --now 2027-03-01T00:00:00.000Z.",
      "B is not inside A now, but is at other times: see --now 2026-12-01T00:00:00.000Z.",
    ]);
    // June has 30 days.
    expect(await linesOf("after:1mo", "after:30d", "--now", "2026-07-20T12:00:00Z")).toEqual([
      "A and B are the same slice.",
      "A is inside B now, but not at all times: see --now 2026-07-31T00:00:00.000Z.",
      "B is inside A now, but not at all times: see --now 2027-03-01T00:00:00.000Z.",
    ]);
    expect(await linesOf("after:1mo", "after:30d", "--now", "2026-03-20T12:00:00Z")).toContain(
      isInside("A", "B"),
    );
  });

  test("as the same now, and as inside at all times", async () => {
    expect(await linesOf("after:today", "after:12h")).toEqual([
      "A and B are the same slice.",
      "A is inside B now, but not at all times: see --now 2026-11-20T12:00:00.001Z.",
      "B is inside A now, but not at all times: see --now 2026-11-21T00:00:00.000Z.",
    ]);
    expect(await linesOf("after:24h", "after:24h after:2026-11-19", "--now", "2026-11-20T00:00:00Z")).toEqual(
      [
        "A and B are the same slice.",
        "A is inside B at all times.",
        "B is inside A now, but not at all times: see --now 2026-11-20T00:00:00.001Z.",
      ],
    );
  });

  test("as disjoint now, with a time at which they are not", async () => {
    const [first, ...rest] = await linesOf("after:2026-06-01 before:2026-06-02", "after:7d");
    expect(first).toBe("A and B are disjoint: nothing is in both.");
    expect(rest.at(-1)).toBe(
      "A is not inside B now, but is at other times: see --now 2026-06-08T00:00:00.000Z.",
    );
  });
});

test("at each named time the relation is different from now", { timeout: 60_000 }, async () => {
  const pairs = [
    ["after:1mo", "after:30d before:1d"],
    ["after:1y type:A", "after:365d"],
    ["before:2026-11-01", "before:12h"],
    ["after:2020-01-01", "after:7d after:2026-01-01"],
    ["before:today", "before:now"],
    ["before:today before:6h", "before:1d before:12h"],
    ["after:2030-01-01 before:now", "type:B"],
  ] as const;
  let named = 0;
  for (const [a, b] of pairs) {
    const { stdout } = await runCli(["compare", a, b]);
    for (const [, which, not, now = ""] of stdout.matchAll(moments)) {
      named++;
      const [inner, outer] = which === "A" ? [a, b] : [b, a];
      const { relation } = await jsonOf(inner, outer, "--now", now);
      const isInside = relation === "same" || relation === "inside";
      expect({ inner, outer, now, isInside }).toEqual({ inner, outer, now, isInside: not !== undefined });
    }
    expect(stdout).not.toMatch(/(?:at other times|not at all times)\.$/m);
  }
  expect(named).toBe(8);
});

const moments = /^([AB]) is( not)? inside [AB] now.*: see --now (\S+)\.$/gm;

describe("an empty slice", () => {
  test("is inside every slice", async () => {
    expect(await linesOf("before:0001-01-01", "type:A")).toEqual([
      "A is empty, so it is inside B.",
      only("B", "A"),
      expect.stringContaining('"type":"A"'),
      "A is inside B at all times.",
    ]);
    expect((await linesOf("type:A", "before:0001-01-01"))[0]).toBe("B is empty, so it is inside A.");
    expect(await linesOf("before:0001-01-01 type:A", "before:0001-01-01")).toEqual([
      "A and B are both empty, so they are the same.",
      "They are the same at all times.",
    ]);
  });

  test("that is empty now need not be empty at other times", async () => {
    const { stdout, stderr } = await runCli(["compare", "after:2026-12-01 before:now", "after:7d"]);
    expect(stderr).toMatch(/^A:1:1: warning\[empty-range\]: /);
    expect(stdout).toMatch(/^A is empty, so it is inside B\.\n/);
    expect(stdout).toMatch(
      /\nA is inside B now, but not at all times: see --now 2026-12-08T00:00:00.001Z\.\n/,
    );
  });
});

interface Json {
  readonly relation: string;
  readonly empty: { readonly a: boolean; readonly b: boolean };
  readonly always: { readonly inside: string; readonly contains: string };
  readonly witnesses: { readonly onlyA: unknown; readonly onlyB: unknown; readonly both: unknown };
  readonly now: string;
}

async function jsonOf(...args: readonly string[]): Promise<Json> {
  const { status, stdout } = await runCli(["compare", ...args, "--json"], { files });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^\{[^\n]*\}\n$/);
  return JSON.parse(stdout);
}

describe("compare --json", () => {
  test("prints one object", async () => {
    expect(await jsonOf("type:A after:7d", "type:A")).toEqual({
      relation: "inside",
      empty: { a: false, b: false },
      always: { inside: "always", contains: "never" },
      witnesses: {
        onlyA: null,
        onlyB: { type: "A" },
        both: { type: "A", created_at: "2026-11-13T12:00:00.000Z" },
      },
      now: "2026-11-20T12:00:00.000Z",
    });
  });

  test("names every relation", async () => {
    const relations = [
      ["type:A", "type:A", "same"],
      ["type:A", "type:A type:B", "inside"],
      ["type:A type:B", "type:A", "contains"],
      ["type:A type:B", "type:B type:C", "overlapping"],
      ["type:A", "source:a", "overlapping"],
      ["type:A", "type:B", "apart"],
      ["after:7d", "before:7d", "apart"],
      ["before:0001-01-01", "type:B", "inside"],
      ["type:B", "before:0001-01-01", "contains"],
      ["before:0001-01-01", "before:0001-01-01 type:A", "same"],
    ] as const;
    for (const [a, b, relation] of relations) {
      expect({ a, b, relation: (await jsonOf(a, b)).relation }).toEqual({ a, b, relation });
    }
  });

  test("reports which is empty, and what holds at other times", async () => {
    expect(await jsonOf("after:2026-12-01 before:now", "after:30d")).toMatchObject({
      relation: "inside",
      empty: { a: true, b: false },
      always: { inside: "now", contains: "never" },
      witnesses: { onlyA: null, both: null },
    });
    expect((await jsonOf("after:30d", "after:1mo")).always).toEqual({ inside: "now", contains: "now" });
    expect((await jsonOf("after:30d", "after:31d")).always).toEqual({ inside: "always", contains: "never" });
  });

  test("prints only warnings on standard error", async () => {
    const { stderr } = await runCli(["compare", "type:A", "tpye:A", "--json"]);
    expect(stderr).toMatch(/^B:1:1: warning\[unknown-qualifier\][^]*\n\n$/);
    expect((await runCli(["compare", "type:A", "sort:A", "--json"])).stderr).toBe("");
  });
});

test("every entity is where the output claims", async () => {
  const catalog = createCatalog(data);
  const queries = [
    "",
    "type:A",
    "type:A type:B after:30d",
    "source:gmail",
    "source:slack source:gmail type:B before:today",
    'shape:"Sales CRM" after:2026-01-01 before:2026-11-01',
    'source-shape:"Sales CRM" source:nobody',
    "after:1mo before:30d",
    "after:2026-01-01 before:2026-01-02",
    "before:0001-01-01",
  ];
  const filterOf = (text: string): FilterDefinition => {
    const result = compile(text, { catalog, now: Date.parse("2026-11-20T12:00:00Z") });
    if (!result.ok) throw new Error(text);
    return result.filter_definition;
  };
  const seen = new Set<string>();
  for (const a of queries) {
    for (const b of queries) {
      const { relation, witnesses } = await jsonOf(a, b, "--catalog", "catalog.json");
      seen.add(relation);
      const { onlyA, onlyB, both } = witnesses;
      expect({ a, b, only: [onlyA === null, onlyB === null] }).toEqual({
        a,
        b,
        only: [["same", "inside"].includes(relation), ["same", "contains"].includes(relation)],
      });
      const places = [onlyA, onlyB, both].map((each) => [
        inSlice(filterOf(a), each),
        inSlice(filterOf(b), each),
      ]);
      if (onlyA !== null) expect(places[0]).toEqual([true, false]);
      if (onlyB !== null) expect(places[1]).toEqual([false, true]);
      if (both !== null) expect(places[2]).toEqual([true, true]);
      if (relation === "overlapping" || relation === "apart")
        expect(both === null).toBe(relation === "apart");
    }
  }
  expect(seen.size).toBe(5);
});

describe("a query is read", () => {
  test("from standard input, as the first or the second", async () => {
    const stdin = "type:A\n";
    expect((await runCli(["compare", "-", "type:A type:B"], { stdin })).stdout).toContain(isInside("A", "B"));
    expect((await runCli(["compare", "type:A type:B", "-"], { stdin })).stdout).toContain(isInside("B", "A"));
  });

  test("from a file and from standard input", async () => {
    expect(await linesOf("--file", "a.cql", "type:Person type:B")).toContain(isInside("A", "B"));
    const world = { files, stdin: "type:Person type:B" };
    expect((await runCli(["compare", "-", "--file", "a.cql"], world)).stdout).toContain(isInside("A", "B"));
  });

  test("as written where it looks like a file, with a hint", async () => {
    const { status, stdout, stderr } = await runCli(["compare", "a.cql", "b.cql"], { files });
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout:
        "A and B are the same slice.\nA is the whole project: nothing narrows it.\n" +
        "B is the whole project: nothing narrows it.\nThey are the same at all times.\n",
    });
    expect(stderr).toBe(
      "slice-cql: `a.cql` is read as a query; to read a file, write --file a.cql\n" +
        "slice-cql: `b.cql` is read as a query; to read a file, pass it on standard input, with `-` in its place\n",
    );
  });
});

describe("diagnostics of the queries", () => {
  test("are reported with their origin: A, B, or the file", async () => {
    const args = ["compare", "--file", "b.cql", "after:7days"];
    const { status, stdout, stderr } = await runCli(args, { files });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(
      /^b\.cql:1:1: error\[qualifier-case\][^]*\nthe query is refused: 1 error\nB:1:7: error\[offset-unit-unknown\][^]*\nthe query is refused: 1 error\n$/,
    );
  });

  test("are reported for the refused one", async () => {
    const b = await runCli(["compare", "type:A", "type:", "--json"]);
    expect(b.status).toBe(1);
    expect(b.stderr).toMatch(/^B:1:1: error\[missing-value\]/);
    expect(JSON.parse(b.stdout)).toMatchObject({ ok: false, query: { terms: [{ value: { text: "" } }] } });
    const a = await runCli(["compare", "type:", "tpye:A"]);
    expect(a.stderr).toMatch(/^A:1:1: error\[missing-value\][^]*\nthe query is refused: 1 error\n$/);
    expect(a.stderr).not.toContain("B:");
  });

  test("are reported for names that the catalog lacks", async () => {
    const args = ["compare", "source:gmial", "source:gmail", "--catalog", "catalog.json"];
    const { status, stdout, stderr } = await runCli(args, { files });
    expect(status).toBe(0);
    expect(stderr).toMatch(/^A:1:8: warning\[unresolved-source\]/);
    expect(stdout).toMatch(/^A is empty, so it is inside B\.\n/);
  });
});

test("control characters are written as JSON escapes", async () => {
  const hostile = { "c.json": JSON.stringify({ sources: [{ id: "\u001b[2J\u202e\ud800", name: "x" }] }) };
  const args = ["compare", "source:x", "type:A", "--catalog", "c.json"];
  const { stdout } = await runCli(args, { files: hostile });
  expect(stdout).toContain('"source_id":"\\u001b[2J\\u202e\\ud800"');
});
