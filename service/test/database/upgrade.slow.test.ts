// Tests an upgrade while servers run: the next version migrates and starts next to this one, and no request fails.

import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { adminOf } from "../support/admin.ts";
import { testDatabase } from "../support/database.ts";
import { runProgram, startServer } from "../support/program.ts";

const database = testDatabase();
const { json } = adminOf(database);
const nextProgram = fileURLToPath(new URL("../support/next.child.ts", import.meta.url));
const afterNext = fileURLToPath(new URL("../support/after-next.child.ts", import.meta.url));

type Send = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ readonly status: number; readonly body: any }>;

/** Sends requests to a server. */
function senderTo(url: string, key: string): Send {
  return async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{"kind"') ? text : JSON.parse(text || "null") };
  };
}

/** What one caller does, again and again: writes and reads on all that the next version changes. */
const turns: readonly ((send: Send, at: number) => Promise<number>)[] = [
  async (send, at) =>
    (await send("POST", "/v1/memories", { content: `tea number ${at}`, scope: "commons" })).status,
  async (send, at) => (await send("POST", "/v1/entities", [{ type: "Cup", name: `cup ${at}` }])).status,
  async (send, at) => (await send("POST", "/v1/slices", { name: `cups ${at}`, cql: "type:Cup" })).status,
  async (send) => {
    const { body } = await send("GET", "/v1/slices?limit=1");
    const id = body.slices[0]?.id;
    return id === undefined ? 200 : (await send("GET", `/v1/slices/${id}/entities?limit=5`)).status;
  },
  async (send) =>
    (await send("POST", "/v1/search", { query: "tea cup", include: ["entities", "memories"] })).status,
  async (send) => (await send("GET", "/v1/memories?limit=5")).status,
  async (send, at) => {
    const { body } = await send("POST", "/v1/memories", { content: `staged ${at}`, apply: false });
    return (await send("POST", `/v1/deltas/${body.delta_id}/apply`, {})).status;
  },
  async (send) => (await send("GET", "/v1/export?from=memories")).status,
];

interface Load {
  /** Resolves after this many more requests: a server that has just started is slow at first. */
  readonly after: (more: number) => Promise<void>;
  readonly stop: () => Promise<readonly string[]>;
}

/** Twelve callers at a server, until they are stopped or the test ends. */
function load(url: string, keys: readonly string[]): Load {
  const senders = keys.map((key) => senderTo(url, key));
  const done = { isOver: false, count: 0 };
  onTestFinished(() => {
    done.isOver = true;
  });
  const failures: string[] = [];
  const call = async (send: Send, caller: number): Promise<void> => {
    for (let at = caller; !done.isOver; at++) {
      const turn = turns[at % turns.length];
      const status = await turn?.(send, at * 12 + caller).catch((error: unknown) => String(error));
      done.count++;
      // An organization has one export at a time, and a key its share of the connections.
      if (status !== 429 && !(Number(status) < 300)) failures.push(`${String(turn)} ${String(status)}`);
    }
  };
  const callers = Array.from({ length: 12 }, async (_, caller) => {
    const send = senders[caller % senders.length];
    if (send !== undefined) await call(send, caller);
  });
  return {
    after: async (more) => {
      const wanted = done.count + more;
      await vi.waitFor(() => expect(done.count).toBeGreaterThanOrEqual(wanted), 60_000);
    },
    stop: async () => {
      done.isOver = true;
      await Promise.all(callers);
      return failures;
    },
  };
}

async function loopOf(send: Send): Promise<string> {
  const { status, body } = await send("POST", "/v1/loops", { goal: "Find updates." });
  expect([status, body]).toEqual([202, expect.anything()]);
  for (;;) {
    const loop = (await send("GET", `/v1/loops/${body.loop_id}`)).body;
    if (!["queued", "running"].includes(loop.status)) return loop.status;
    await sleep(50);
  }
}

test("this version and the next one serve side by side, before, while and after the database is migrated", async () => {
  const env = { DATABASE_URL: database.url, RATE_LIMIT_PER_MINUTE: "1000000" };
  const made = await json(
    "organization",
    "create",
    "acme",
    "--project",
    "tea",
    "--with-key",
    "--credits",
    "1000",
  );
  const key = String(made["key"]);
  // A key has a share of the connections: the callers have several, and loops have their own.
  const keys: string[] = [];
  for (let at = 0; at < 4; at++)
    keys.push(String((await json("key", "create", "--organization", "acme", "--project", "tea"))["key"]));
  const old = await startServer(["--log-level", "warn"], env);
  const toOld = senderTo(old.url, key);
  const type = { name: "Release", properties: {} };
  await toOld("POST", "/v1/shapes", { name: "Releases", entity_types: [type] });
  const source = (await toOld("POST", "/v1/sources", { name: "log" })).body.id;
  await toOld("POST", `/v1/sources/${source}/documents`, { text: "zlib (1.2.11) unstable; urgency=low\n" });
  expect(await loopOf(toOld)).toBe("completed");

  const before = load(old.url, keys);
  await before.after(100);
  const next = await startServer(["--log-level", "warn"], env, nextProgram);
  const after = load(next.url, keys);
  await Promise.all([before.after(100), after.after(100)]);
  expect(await database.query("select name, additive from migration order by name desc limit 1")).toEqual([
    { name: "9001_more.sql", additive: true },
  ]);
  // The worker of either may take it.
  for (let at = 0; at < 4; at++) expect(await loopOf(toOld)).toBe("completed");
  const results = [await before.stop()];
  expect((await fetch(`${old.url}/readyz`)).status).toBe(200);

  old.child.kill("SIGTERM");
  expect(await old.ended).toMatchObject({ status: 0 });
  const again = await startServer(["--log-level", "warn"], env);
  const rest = load(again.url, keys);
  await rest.after(100);
  expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
  results.push(await rest.stop(), await after.stop());
  expect(results).toEqual([[], [], []]);
  for (const { stderr } of [old, next, again]) expect(stderr()).not.toContain('"level":"error"');

  const last = await startServer(["--log-level", "warn"], env, afterNext);
  expect((await fetch(`${last.url}/readyz`)).status).toBe(200);
  for (const { url } of [again, next]) {
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      expect.objectContaining({ status: "schema_newer" }),
    ]);
  }
  const refused = await runProgram(["serve", "--port", "0"], env);
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("has the migration 9002_less.sql"),
  });
}, 180_000);
