// Tests what Prometheus is served of a server: its requests, refusals, streams, connections, and the loops of its worker.

import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../src/database/embedded/settings.ts";
import { startLogged } from "../support/logged.ts";
import { projectWith, registerWorker } from "../support/loops.ts";
import { startService } from "../support/service.ts";
import { hooked } from "../webhooks/receiver.ts";

/** Nothing listens there. */
const nowhere = `localhost:${String(await freePort())}`;
const service = await startService({ webhookHosts: [nowhere] });
const { database } = service;

async function startServer(env: NodeJS.ProcessEnv, args: readonly string[] = []) {
  const port = await freePort();
  const { output } = startLogged(["serve", "--port", "0", ...args], {
    DATABASE_URL: database.url,
    METRICS_PORT: String(port),
    ...env,
  });
  await expect.poll(output, { timeout: 20_000 }).toContain("\n");
  const scrape = async (): Promise<string> => await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return { url: String(JSON.parse(output()).url), scrape };
}

test("a server counts requests by route, those that a limit refuses, open streams, and what waits for the database", async () => {
  const { url, scrape } = await startServer({ RATE_LIMIT_PER_MINUTE: "1" }, ["--no-worker"]);
  const caller = await service.caller();
  await registerWorker(database);
  await projectWith(caller, database, ["Person: Ada"]);
  const loop = String((await caller.post("/v1/loops", { goal: "x" })).body.loop_id);
  onTestFinished(async () => void (await caller.post(`/v1/loops/${loop}/cancel`, {})));
  const headers = { authorization: `Bearer ${caller.key}` };
  const before = await scrape();
  expect(before).toContain('\nslice_loops{status="queued"} 1\n');
  expect(before).toContain("\nslice_event_streams 0\n");
  const closing = new AbortController();
  const path = `${url}/v1/loops/${loop}/events`;
  const stream = await fetch(path, {
    headers: { ...headers, accept: "text/event-stream" },
    signal: closing.signal,
  });
  expect(stream.status).toBe(200);
  expect(await scrape()).toContain("\nslice_event_streams 1\n");
  closing.abort();
  await expect.poll(scrape).toContain("\nslice_event_streams 0\n");
  const statuses: number[] = [];
  for (let left = 2; left > 0; left--) statuses.push((await fetch(path, { headers })).status);
  expect(statuses).toEqual([429, 429]);
  const after = await scrape();
  for (const line of [
    'slice_requests_limited_total{limit="key_rate"} 2',
    'slice_database_connections{pool="system",state="waiting"} 0',
  ])
    expect(after).toContain(`\n${line}\n`);
  expect(after).toMatch(/\nslice_database_wait_seconds_count\{pool="requests"\} [1-9]/);
  expect(after).toMatch(/\nslice_database_connections\{pool="requests",state="idle"\} [1-9]/);
  expect(after).toMatch(/\nslice_loops_oldest_waiting_seconds \d+\.\d/);
  expect(after).toMatch(
    /\nhttp_request_duration_seconds_count\{method="GET",route="\/v1\/loops\/:id\/events",status="429"\} 2\n/,
  );
});

test("a server with a worker has the metrics of its loops, too", async () => {
  const { scrape } = await startServer({});
  const caller = await service.caller();
  await projectWith(caller, database, ["Ada Lovelace wrote to Charles Babbage.\n"]);
  await caller.post("/v1/loops", { goal: "x" });
  await expect
    .poll(scrape, { timeout: 20_000, interval: 300 })
    .toContain('\nslice_loops_ended_total{status="completed",error=""} 1\n');
  const text = await scrape();
  for (const line of [
    'slice_loop_claims_total{claim="first"} 1',
    "slice_loop_first_claim_seconds_count 1",
    "slice_loop_iteration_duration_seconds_count 1",
    'slice_pieces_total{outcome="read"} 1',
    "slice_credits_spent_total 1",
  ])
    expect(text).toContain(`\n${line}\n`);
  expect(text).toMatch(/\nslice_workers [1-9]/);
  expect(text).toMatch(/\nnodejs_eventloop_lag_p99_seconds [\d.]/);
});

test("a server that may call a host counts its attempts to send what webhooks have", async () => {
  const { scrape } = await startServer({ WEBHOOK_HOSTS: nowhere });
  expect(await scrape()).toContain('\nslice_webhook_attempt_duration_seconds_count{outcome="failed"} 0\n');
  const caller = await service.caller();
  await hooked(caller, "type:Deal", `http://${nowhere}/`);
  await caller.post("/v1/entities", [{ type: "Deal" }]);
  await expect
    .poll(scrape, { timeout: 20_000, interval: 300 })
    .toMatch(/\nslice_webhook_attempt_duration_seconds_count\{outcome="later"\} [1-9]/);
});
