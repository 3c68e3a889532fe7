// Tests what an operator sees of a worker: its log, its metrics, and its messages if the database is unavailable.

import { once } from "node:events";
import { createServer, connect as dial, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../src/database/embedded/settings.ts";
import { startLogged } from "../support/logged.ts";
import { projectWith } from "../support/loops.ts";
import { startModel } from "../support/model.ts";
import { startService } from "../support/service.ts";

const service = await startService();
const { database } = service;

/** Starts `worker`, and collects the lines of its log. */
function startWorker(env: NodeJS.ProcessEnv): readonly any[] {
  return startLogged(["worker"], { DATABASE_URL: database.url, ...env }).lines;
}

test("a worker logs its start, and the claim and end of each loop with the reason, and /metrics counts them", async () => {
  const model = await startModel([{ status: 401 }]);
  const port = await freePort();
  const log = startWorker({ METRICS_PORT: String(port), MODEL_URL: model.url, MODEL_NAME: "mock" });
  await expect.poll(() => log, { timeout: 20_000 }).toMatchObject([{ message: "worker started" }]);
  const caller = await service.caller();
  await projectWith(caller, database, ["Person: Ada"]);
  const loop = (await caller.post("/v1/loops", { goal: "x" })).body.loop_id;
  await expect
    .poll(() => log.slice(1), { timeout: 20_000 })
    .toMatchObject([
      { level: "info", loop, attempt: 1, message: "started a loop" },
      { level: "warn", loop, error: "model_failed", reason: expect.any(String), message: "a loop failed" },
    ]);
  const scrape = async (): Promise<string> => await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  // Those of the process in which loops run are half a second old.
  await expect.poll(scrape).toMatch(/\nslice_database_connections\{pool="loops",state="idle"\} [1-9]/);
  const text = await scrape();
  for (const line of [
    "slice_database_up 1",
    "slice_workers 1",
    "slice_loops_oldest_waiting_seconds 0",
    'slice_database_connections{pool="requests",state="waiting"} 0',
    'slice_database_connections{pool="loops",state="waiting"} 0',
    'slice_loop_claims_total{claim="first"} 1',
    'slice_loop_claims_total{claim="resumed"} 0',
    "slice_loop_first_claim_seconds_count 1",
    'slice_model_call_duration_seconds_count{outcome="refused"} 1',
    'slice_model_call_duration_seconds_count{outcome="answered"} 0',
    'slice_model_tokens_total{direction="input"} 0',
    "slice_loop_iteration_duration_seconds_count 1",
    "slice_loop_process_deaths_total 0",
    'slice_loops{status="running"} 0',
    'slice_loops_ended_total{status="failed",error="model_failed"} 1',
    'slice_pieces_total{outcome="failed"} 1',
    "slice_credits_spent_total 0",
    "slice_loop_duration_seconds_count 1",
  ])
    expect(text).toContain(`\n${line}\n`);
  expect(text).toMatch(/\nslice_database_wait_seconds_count\{pool="loops"\} [1-9]/);
  expect(text).toMatch(/\nnodejs_eventloop_lag_p99_seconds [\d.]/);
});

test("a worker logs once that the database is unavailable, and once that it is back", async () => {
  const url = new URL(database.url);
  const [host, port] = [decodeURIComponent(url.hostname), Number(url.port === "" ? 5432 : url.port)];
  const sockets = new Set<Socket>();
  const relay = createServer((client) => {
    const server = host.startsWith("/") ? dial(join(host, `.s.PGSQL.${port}`)) : dial(port, host);
    for (const socket of [client, server]) sockets.add(socket.on("error", () => undefined));
    client.pipe(server).pipe(client);
  });
  const listen = async (at: number): Promise<number> => {
    relay.listen(at, "127.0.0.1");
    await once(relay, "listening");
    const address = relay.address();
    return typeof address === "object" ? (address?.port ?? 0) : 0;
  };
  const close = (): void => {
    relay.close();
    for (const socket of sockets) socket.destroy();
  };
  const at = await listen(0);
  onTestFinished(close);
  url.host = `127.0.0.1:${at}`;
  const log = startWorker({ DATABASE_URL: url.href, LOOP_LEASE_MS: "600" });
  await expect.poll(() => log, { timeout: 20_000 }).toMatchObject([{ message: "worker started" }]);
  close();
  await expect.poll(() => log.length, { timeout: 5000 }).toBe(2);
  // Long enough for several attempts.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  await listen(at);
  await expect.poll(() => log.length, { timeout: 5000 }).toBe(3);
  expect(log.slice(1)).toMatchObject([
    { level: "error", message: expect.stringContaining("the database cannot be reached") },
    { level: "info", message: "the database answers again" },
  ]);
  expect(log.map(({ err }) => err)).toEqual([undefined, undefined, undefined]);
});
