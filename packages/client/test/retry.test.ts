// Tests what is sent again, and what is not, through a server that fails.

import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startService } from "../../../service/test/support/service.ts";
import { ConnectionError, createClient, isProblem } from "../src/index.ts";
import { type Fault, startFlaky } from "./support/flaky.ts";

const service = await startService();

async function through(...faults: readonly Fault[]) {
  const flaky = await startFlaky(service.url);
  const { key } = await service.caller();
  flaky.faults.push(...faults);
  return { flaky, client: createClient({ baseUrl: flaky.url, key }) };
}

async function contents(client: ReturnType<typeof createClient>): Promise<readonly string[]> {
  return (await Array.fromAsync(client.memories.list())).map(({ content }) => content);
}

const busy: Fault = { status: 429, retryAfter: "0" };

test.each<readonly [string, readonly Fault[]]>([
  ["that is lost", ["lost"]],
  ["that is done but not answered", ["unanswered"]],
  ["whose answer breaks off", ["half"]],
  ["that is too much at the moment", [busy]],
  ["while the database is away", [{ status: 503, retryAfter: "0" }]],
  ["of which five tries fail", ["unanswered", busy, "half", { status: 503, retryAfter: "0" }, "lost"]],
])("a write %s is sent again with its key, and done once", async (_name, faults) => {
  const { flaky, client } = await through(...faults);
  const { id } = await client.memories.write({ content: "Once.", deduplicate: false });
  const writes = flaky.seen.filter(({ method }) => method === "POST");
  expect(writes.length).toBe(faults.length + 1);
  expect(new Set(writes.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  expect(await contents(client)).toEqual(["Once."]);
  expect(id).not.toBeNull();
});

test("two writes have two keys, and a key that is given is sent", async () => {
  const { flaky, client } = await through();
  await client.memories.write({ content: "a" });
  await client.memories.write({ content: "b" });
  await client.memories.write({ content: "c" }, { idempotencyKey: "mine" });
  const keys = flaky.seen.map(({ headers }) => headers["idempotency-key"]);
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe("mine");
});

test("reads are sent again, too", async () => {
  const { flaky, client } = await through("lost", "half", busy, "unanswered");
  expect((await client.search({ query: "nothing" })).memories).toEqual([]);
  expect(flaky.seen.length).toBe(5);
  expect(flaky.seen[0]?.headers["idempotency-key"]).toBeUndefined();
});

test("after six tries the last failure is thrown", async () => {
  const { flaky, client } = await through(...Array.from({ length: 6 }, (): Fault => "lost"));
  await expect(client.stats()).rejects.toThrow(ConnectionError);
  expect(flaky.seen.length).toBe(6);
  flaky.faults.push(...Array.from({ length: 6 }, (): Fault => busy));
  const error = await client.stats().catch((thrown: unknown) => thrown);
  expect(isProblem(error, "rate_limited")).toBe(true);
  expect(flaky.seen.length).toBe(12);
});

test("what has no key is not sent again", async () => {
  const { flaky, client } = await through();
  const { id } = await client.memories.write({ content: "a" });
  flaky.faults.push("unanswered");
  await expect(client.memories.delete(id ?? "")).rejects.toThrow(ConnectionError);
  expect(flaky.seen.length).toBe(2);
  flaky.faults.push(busy);
  await expect(client.memories.delete(id ?? "")).rejects.toMatchObject({ code: "rate_limited" });
  expect(flaky.seen.length).toBe(3);
});

test.each([400, 401, 403, 404, 409, 412, 422, 500, 502, 504])("%i is thrown at once", async (status) => {
  const { flaky, client } = await through({ status, retryAfter: "0" });
  await expect(client.memories.write({ content: "a" })).rejects.toMatchObject({ status, code: "internal" });
  expect(flaky.seen.length).toBe(1);
});

test("Retry-After is kept to, and nobody waits for longer than a minute", async () => {
  const { client, flaky } = await through({ status: 503, retryAfter: "1" });
  const start = performance.now();
  await client.stats();
  expect(performance.now() - start).toBeGreaterThan(999);
  flaky.faults.push({ status: 503, retryAfter: "61" });
  await expect(client.stats()).rejects.toMatchObject({ retryAfter: 61 });
  flaky.faults.push({ status: 503, retryAfter: new Date(Date.now() - 1000).toUTCString() });
  expect(await client.stats()).toHaveProperty("entities");
});

test("a signal ends a call, and the waiting before another try", async () => {
  const { client, flaky } = await through({ status: 503, retryAfter: "60" });
  const controller = new AbortController();
  const call = client.memories.write({ content: "a" }, { signal: controller.signal });
  await expect.poll(() => flaky.seen.length).toBe(1);
  await sleep(50);
  controller.abort(new Error("enough"));
  await expect(call).rejects.toThrow("enough");
  await expect(client.stats({ signal: AbortSignal.abort(new Error("before")) })).rejects.toThrow("before");
  expect(flaky.seen.length).toBe(1);
});

test("a signal ends lists, exports and streams also between what has arrived already", async () => {
  const { client } = await through();
  await client.memories.write({ memories: ["a", "b", "c"].map((content) => ({ content })) });
  const read = async (list: (signal: AbortSignal) => AsyncIterable<unknown>): Promise<number> => {
    const controller = new AbortController();
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const each of list(controller.signal)) {
        seen.push(each);
        controller.abort(new Error("enough"));
      }
    })();
    await expect(reading).rejects.toThrow("enough");
    return seen.length;
  };
  expect(await read((signal) => client.memories.list({ signal }))).toBe(1);
  expect(await read((signal) => client.memories.list({ signal }).pages())).toBe(1);
  expect(await read((signal) => client.export({ signal }))).toBe(1);
});

test("an answer that no service sends is said to be one", async () => {
  const page = async (): Promise<Response> =>
    await Promise.resolve(new Response("<h1>Hello</h1>", { headers: { "content-type": "text/html" } }));
  const client = createClient({ baseUrl: "https://slice.example.com", key: "slice-x", fetch: page });
  await expect(client.stats()).rejects.toMatchObject({ code: "unexpected_answer", status: 200 });
});
