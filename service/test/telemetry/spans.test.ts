// Tests what a server and its worker export to a receiver of OTLP: which spans, how they belong together, and that none of it is contents.

import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type Child, startChild, startWorkerChild } from "../support/children.ts";
import { type Collector, startCollector } from "../support/collector.ts";
import { projectWith, registerWorker } from "../support/loops.ts";
import { startModel } from "../support/model.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();
const { database } = service;

const traceId = "0af7651916cd43dd8448eb211c80319c";
const parentId = "b7ad6b7169203331";

async function startServer(env: NodeJS.ProcessEnv, args = ["--no-worker"]): Promise<Child> {
  const server = await startChild(database.url, args, env);
  onTestFinished(server.kill);
  return server;
}

async function send(
  server: Child,
  caller: Caller,
  path: string,
  { body, headers = {} }: { readonly body?: unknown; readonly headers?: Record<string, string> } = {},
): Promise<Response> {
  return await fetch(`${server.url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${caller.key}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function spanNamed(collector: Collector, name: string) {
  const found = () => collector.spans().filter((span) => span.name === name);
  await expect.poll(() => found().length, { timeout: 10_000 }).toBeGreaterThan(0);
  return found();
}

test("a request has a span with route, status and IDs, which continues the caller's trace and is the parent of its transactions", async () => {
  const collector = await startCollector();
  const server = await startServer(collector.env);
  const caller = await service.caller();
  const response = await send(server, caller, "/v1/memories", {
    body: { content: "something" },
    headers: { traceparent: `00-${traceId}-${parentId}-01` },
  });
  expect(response.status).toBe(201);
  const [span, ...others] = await spanNamed(collector, "POST /v1/memories");
  expect(others).toEqual([]);
  expect(span).toMatchObject({
    kind: 2,
    traceId,
    parentSpanId: parentId,
    attributes: {
      "http.request.method": "POST",
      "http.route": "/v1/memories",
      "http.response.status_code": 201,
      "slice.request_id": response.headers.get("x-request-id"),
      "slice.organization_id": caller.organizationId,
      "slice.project_id": caller.projectId,
    },
    resource: { "service.name": "slice-service", "service.instance.id": expect.any(String) },
  });
  const children = collector.spans().filter(({ parentSpanId }) => parentSpanId === span?.spanId);
  expect(children).not.toEqual([]);
  for (const child of children)
    expect(child).toMatchObject({
      name: "transaction",
      kind: 3,
      traceId,
      attributes: {
        "db.system.name": "postgresql",
        "slice.transaction.retries": 0,
        "slice.transaction.wait_ms": expect.any(Number),
      },
    });
});

test("the transactions of a request whose body arrives late are its children, too", async () => {
  const collector = await startCollector();
  const server = await startServer(collector.env);
  const caller = await service.caller();
  const body = JSON.stringify({ content: "something" });
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const head = `POST /v1/memories HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nauthorization: Bearer ${caller.key}\r\ncontent-length: ${body.length}\r\n\r\n`;
  socket.write(head + body.slice(0, 5));
  await sleep(200);
  socket.write(body.slice(5));
  const [answer] = await once(socket, "data");
  expect(String(answer)).toContain("HTTP/1.1 201");
  const [span] = await spanNamed(collector, "POST /v1/memories");
  const children = collector.spans().filter(({ parentSpanId }) => parentSpanId === span?.spanId);
  expect(children.map(({ name }) => name)).toContain("transaction");
});

test("a request without a trace begins one; a refusal is no error, and an unknown path has no route", async () => {
  const collector = await startCollector();
  const server = await startServer({ ...collector.env, OTEL_SERVICE_NAME: "memory-of-agents" });
  const caller = await service.caller();
  await send(server, caller, "/v1/no-such-path");
  const [span] = await spanNamed(collector, "GET");
  expect(span).toMatchObject({
    parentSpanId: undefined,
    attributes: { "http.response.status_code": 404 },
    resource: { "service.name": "memory-of-agents" },
  });
  expect(span?.status).not.toBe(2);
  expect(span?.attributes).not.toHaveProperty("http.route");
});

test("a stream's polls are not part of the trace of the request that opened it", async () => {
  const collector = await startCollector();
  const server = await startServer(collector.env);
  const caller = await service.caller();
  await projectWith(caller, database, ["Person: Ada"]);
  // Nothing runs it, so the stream stays open.
  await registerWorker(database);
  const loop = (await caller.post("/v1/loops", { goal: "x" })).body.loop_id;
  const aborter = new AbortController();
  const stream = await fetch(`${server.url}/v1/loops/${loop}/events`, {
    headers: { authorization: `Bearer ${caller.key}`, accept: "text/event-stream" },
    signal: aborter.signal,
  });
  expect(stream.status).toBe(200);
  await sleep(1000);
  aborter.abort();
  await caller.post(`/v1/loops/${loop}/cancel`, {});
  const [span] = await spanNamed(collector, "GET /v1/loops/:id/events");
  expect(span).toMatchObject({ status: 2, attributes: { "error.type": "client_closed" } });
  await sleep(300);
  expect(collector.spans().filter(({ name }) => name === "system transaction")).toEqual([]);
});

test("an iteration is a trace of its own, with the model's calls and transactions in it, and no contents anywhere", async () => {
  const collector = await startCollector();
  const secret = "Zwetschgenknoedel";
  const model = await startModel((_asked, index) =>
    index === 0
      ? { status: 503, body: JSON.stringify({ error: secret }) }
      : {
          content: {
            entities: [{ type: "Person", name: secret, properties: {}, quote: `Person: ${secret}` }],
            relationships: [],
          },
        },
  );
  const env = { ...collector.env, MODEL_URL: model.url, MODEL_NAME: "mock", MODEL_KEY: `key-${secret}` };
  const worker = await startWorkerChild(database.url, env);
  onTestFinished(worker.kill);
  const server = await startServer(env);
  const caller = await service.caller();
  await projectWith(caller, database, [`Person: ${secret}`]);
  await send(server, caller, "/v1/memories", { body: { content: `likes ${secret}` } });
  await send(server, caller, `/v1/memories?${secret}=1`);
  await send(server, caller, `/v1/${secret}`);
  await send(server, caller, "/v1/search", { body: { query: secret } });
  await send(server, caller, "/v1/slices", { body: { name: secret, cql: `shape:${secret}` } });
  await send(server, caller, "/v1/memories", { body: { content: { secret } } });
  const started = await send(server, caller, "/v1/loops", { body: { goal: `find ${secret}` } });
  const { loop_id: loop } = JSON.parse(await started.text());
  const [iteration, ...others] = await spanNamed(collector, "iteration");
  expect(others).toEqual([]);
  expect(iteration).toMatchObject({
    parentSpanId: undefined,
    attributes: {
      "slice.loop_id": loop,
      "slice.organization_id": caller.organizationId,
      "slice.project_id": caller.projectId,
      "slice.iteration": 1,
      "slice.pieces_read": 1,
      "slice.pieces_failed": 0,
      "slice.credits": expect.any(Number),
      "gen_ai.usage.input_tokens": 70,
      "gen_ai.usage.output_tokens": 30,
    },
  });
  const children = collector.spans().filter(({ parentSpanId }) => parentSpanId === iteration?.spanId);
  const calls = children.filter(({ name }) => name === "chat mock");
  expect(calls).toMatchObject([
    { kind: 3, status: 2, attributes: { "slice.outcome": "unavailable", "error.type": "unavailable" } },
    {
      kind: 3,
      attributes: {
        "slice.outcome": "answered",
        "gen_ai.request.model": "mock",
        "gen_ai.usage.input_tokens": 70,
        "server.address": "127.0.0.1",
      },
    },
  ]);
  const statements = children.flatMap(({ attributes }) => attributes["slice.transaction.statements"] ?? []);
  expect(statements).toContain("loops.progress");
  // The last spans come when the processes end.
  server.signal("SIGTERM");
  worker.signal("SIGTERM");
  expect(await Promise.all([server.ended, worker.ended])).toEqual([0, 0]);
  expect(model.asked).toHaveLength(2);
  const names = new Set(collector.spans().map(({ name }) => name));
  for (const name of ["POST /v1/memories", "GET /v1/memories", "GET", "POST /v1/search", "POST /v1/slices"])
    expect(names).toContain(name);
  expect(collector.metrics().size).toBeGreaterThan(20);
  for (const { body, headers } of collector.received)
    for (const text of [body.toString(), JSON.stringify(headers)]) {
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
      expect(text).not.toContain(caller.key);
    }
});

test("what is not sampled is not exported, and OTEL_TRACES_EXPORTER=none leaves the metrics", async () => {
  const collector = await startCollector();
  const [unsampled, untraced] = await Promise.all([
    startServer({ ...collector.env, OTEL_TRACES_SAMPLER: "always_off", OTEL_METRICS_EXPORTER: "none" }),
    startServer({ ...collector.env, OTEL_TRACES_EXPORTER: "none" }),
  ]);
  const caller = await service.caller();
  for (const server of [unsampled, untraced])
    expect((await send(server, caller, "/v1/memories")).status).toBe(200);
  await expect.poll(() => collector.metrics().get("http_request_duration_seconds")).toBeDefined();
  for (const server of [unsampled, untraced]) server.signal("SIGTERM");
  await Promise.all([unsampled.ended, untraced.ended]);
  expect(collector.spans()).toEqual([]);
});
