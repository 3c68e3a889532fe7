// Tests how telemetry is exported: its formats, that metrics are those of Prometheus, and that an endpoint which is away costs nothing.

import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../src/database/embedded/settings.ts";
import { startCollector } from "../support/collector.ts";
import { type Logged, startLogged } from "../support/logged.ts";
import { startService } from "../support/service.ts";

const service = await startService();
const { database } = service;

async function startServer(env: NodeJS.ProcessEnv): Promise<Logged & { readonly url: string }> {
  const server = startLogged(["serve", "--port", "0"], {
    DATABASE_URL: database.url,
    OTEL_BSP_SCHEDULE_DELAY: "100",
    OTEL_METRIC_EXPORT_INTERVAL: "300",
    ...env,
  });
  await expect.poll(server.output, { timeout: 20_000 }).toContain("\n");
  return { ...server, url: JSON.parse(server.output()).url };
}

async function ask(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/v1/memories`, { headers: { authorization: `Bearer ${key}` } });
  await response.text();
  return response.status;
}

test("metrics are exported with the names, labels and values that Prometheus is served", async () => {
  const collector = await startCollector();
  const port = await freePort();
  const server = await startServer({ ...collector.env, METRICS_PORT: String(port) });
  const { key } = await service.caller();
  for (const _ of [1, 2, 3]) expect(await ask(server.url, key)).toBe(200);
  const served = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const names = [...served.matchAll(/^# TYPE (?<name>\S+) /gm)].map(({ groups }) => groups?.["name"]);
  // Without values there is nothing to export; one has values only while there are such requests of Node itself.
  const withValues = names.filter(
    (name) =>
      name !== "nodejs_active_requests" && (served.includes(`\n${name}{`) || served.includes(`\n${name} `)),
  );
  await expect.poll(() => [...collector.metrics().keys()]).toEqual(expect.arrayContaining(withValues));
  const requests = () => collector.metrics().get("http_request_duration_seconds")?.histogram;
  await expect.poll(() => requests()?.dataPoints[0]?.count, { timeout: 5000 }).toBe(3);
  const { aggregationTemporality, dataPoints } = requests();
  expect(aggregationTemporality).toBe(2);
  const [{ attributes, bucketCounts, explicitBounds, sum }] = dataPoints;
  expect(attributes).toContainEqual({ key: "route", value: { stringValue: "/v1/memories" } });
  expect(explicitBounds).toEqual([0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]);
  expect(bucketCounts).toHaveLength(explicitBounds.length + 1);
  expect(bucketCounts.reduce((all: number, count: number) => all + count)).toBe(3);
  expect(served).toContain(
    `http_request_duration_seconds_sum{method="GET",route="/v1/memories",status="200"} ${sum}`,
  );
  expect(collector.metrics().get("slice_database_up").gauge.dataPoints[0].asDouble).toBe(1);
  const counter = collector.metrics().get("slice_loop_claims_total").sum;
  expect(counter).toMatchObject({ isMonotonic: true, aggregationTemporality: 2 });
});

test("the format is protobuf unless it is said, and headers of the environment are sent", async () => {
  const collector = await startCollector();
  const { OTEL_EXPORTER_OTLP_PROTOCOL: _, ...env } = collector.env;
  const server = await startServer({ ...env, OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=blue" });
  const { key } = await service.caller();
  expect(await ask(server.url, key)).toBe(200);
  const at = (path: string) => collector.received.find((each) => each.path === path);
  await expect.poll(() => at("/v1/traces"), { timeout: 10_000 }).toBeDefined();
  await expect.poll(() => at("/v1/metrics"), { timeout: 10_000 }).toBeDefined();
  for (const path of ["/v1/traces", "/v1/metrics"])
    expect(at(path)?.headers).toMatchObject({ "content-type": "application/x-protobuf", "x-tenant": "blue" });
  expect(at("/v1/traces")?.body.includes("GET /v1/memories")).toBe(true);
});

test("an endpoint that refuses connections fails no request, is one line in the log, and another one when it is back", async () => {
  const collector = await startCollector();
  const port = await freePort();
  const server = await startServer({
    ...collector.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: "200",
  });
  const { key } = await service.caller();
  const about = () => server.lines.filter(({ message }) => message.includes("telemetry"));
  for (let left = 20; left > 0; left--) expect(await ask(server.url, key)).toBe(200);
  await expect.poll(() => about().length, { timeout: 10_000 }).toBe(1);
  // Long enough for several attempts at both spans and metrics.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(about()).toMatchObject([{ level: "warn", reason: expect.stringContaining("ECONNREFUSED") }]);
  const relay = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () =>
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}"),
    );
  }).listen(port, "127.0.0.1");
  onTestFinished(() => void relay.close());
  expect(await ask(server.url, key)).toBe(200);
  await expect.poll(() => about().length, { timeout: 10_000 }).toBe(2);
  expect(about()[1]).toMatchObject({ level: "info", message: "telemetry is exported again" });
});

test("an endpoint that never answers delays neither requests nor the stop", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const port = typeof address === "object" ? address?.port : 0;
  const server = await startServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    SHUTDOWN_GRACE_MS: "1000",
  });
  const { key } = await service.caller();
  for (let left = 20; left > 0; left--) expect(await ask(server.url, key)).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 500));
  // A second for what the grace period does not cover, such as closing the database.
  expect(await server.stop()).toBeLessThan(2000);
  expect(server.lines.at(-1)).toMatchObject({ message: "stopped" });
});
