// Tests the store for LangGraph: what any store of it promises, with memories of a real service.

import { InMemoryStore } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startService } from "../../../service/test/support/service.ts";
import { Store } from "../src/adapters/langgraph.ts";
import { createClient } from "../src/index.ts";

const service = await startService();

async function newStore(permission: "propose" | "write" = "write") {
  const { key } = await service.caller({ permission });
  const client = createClient({ baseUrl: service.url, key });
  return { client, store: new Store(client) };
}

test("an item is put, got, changed, found by its words, and deleted", async () => {
  const { client, store } = await newStore();
  const place = ["ada", "preference"];
  await store.put(place, "drink", { text: "Ada prefers tea.", strength: 3 });
  const first = await store.get(place, "drink");
  expect(first).toMatchObject({
    namespace: place,
    key: "drink",
    value: { text: "Ada prefers tea.", strength: 3 },
  });
  await store.put(place, "drink", { text: "Ada prefers mate.", strength: 5 });
  expect((await store.get(place, "drink"))?.value).toEqual({ text: "Ada prefers mate.", strength: 5 });
  expect((await store.get(place, "drink"))?.createdAt).toEqual(first?.createdAt);
  expect((await store.search(["ada"], { query: "mate" })).map(({ key }) => key)).toEqual(["drink"]);
  expect(await store.search(["ada"], { query: "tea" })).toEqual([]);
  expect(await store.search(["grace"], { query: "mate" })).toEqual([]);
  // The same memory for everyone who asks the service.
  expect(await Array.fromAsync(client.memories.list())).toMatchObject([
    { content: "Ada prefers mate.", kind: "preference", subject: { id: "ada" } },
  ]);
  await store.delete(place, "drink");
  expect(await store.get(place, "drink")).toBeNull();
  expect(await Array.fromAsync(client.memories.list())).toEqual([]);
});

describe("next to a store in memory", () => {
  const places = [["ada"], ["ada", "fact"], ["ada", "lesson"], ["grace", "fact"]];
  const keys = ["", "a", "..", "a/b", "\u0000", "\uD800", "é", "k".repeat(300)];

  test("any string is a key, and any JSON a value", async () => {
    const { store } = await newStore();
    const step = fc.record({
      place: fc.constantFrom(...places),
      key: fc.oneof(fc.constantFrom(...keys), fc.string({ unit: "binary", maxLength: 5 })),
      value: fc.oneof(
        { weight: 4, arbitrary: fc.dictionary(fc.string(), fc.jsonValue()) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
    });
    const steps = fc.sample(step, { numRuns: 60, seed: 1 });
    const model = new InMemoryStore();
    for (const { place, key, value } of steps) {
      const operation: any = { namespace: place, key, value: JSON.parse(JSON.stringify(value)) };
      await store.batch([operation]);
      await model.batch([operation]);
    }
    for (const { place, key } of steps)
      expect((await store.get(place, key))?.value).toEqual((await model.get(place, key))?.value);
    const [ours, theirs] = await Promise.all(
      [store, model].map(async (each) => await each.listNamespaces({ limit: 100 })),
    );
    const sorted = (lists: any): string[] => lists.map(String).toSorted();
    expect(sorted(ours)).toEqual(sorted(theirs));
  });

  test("filters, limits, offsets and lists of namespaces are the same", async () => {
    const { store } = await newStore();
    const model = new InMemoryStore();
    for (const place of places)
      for (const n of [1, 2, 3])
        for (const each of [store, model])
          await each.put(place, `k${String(n)}`, { n, tag: n === 2 ? "even" : "odd" });
    const found = async (each: typeof store | typeof model, options: object): Promise<string[]> =>
      (await each.search(["ada"], { limit: 100, ...options }))
        .map(({ namespace, key }) => [...namespace, key].join())
        .toSorted();
    for (const filter of [
      { tag: "odd" },
      { n: { $gte: 2 } },
      { n: { $ne: 2 } },
      { n: { $gt: 1, $lt: 3 } },
      { none: 1 },
    ])
      expect(await found(store, { filter })).toEqual(await found(model, { filter }));
    expect((await store.search([], { limit: 5, offset: 8 })).length).toBe(4);
    expect((await store.search(["ada", "fact"], {})).length).toBe(3);
    for (const options of [
      {},
      { prefix: ["ada"] },
      { suffix: ["fact"] },
      { prefix: ["*", "fact"] },
      { maxDepth: 1 },
      { limit: 1, offset: 1 },
    ]) {
      const [ours, theirs] = [await store.listNamespaces(options), await model.listNamespaces(options)];
      expect(ours.length).toBe(theirs.length);
    }
  });
});

test("memories that no store has written are not its items, whatever is in them", async () => {
  const { store, client } = await newStore();
  const hostile = ["no JSON", "null", "3", "{}", '{"key":1,"value":2,"at":3}', '{"key":"a","at":"never"}'];
  for (const item of hostile)
    await client.memories.write({ content: `Tea: ${item}`, subject: { id: "ada", item } });
  await client.memories.write({ content: "Tea.", subject: { id: "ada", item: ["list"] } });
  await store.put(["ada"], "drink", { text: "Tea." });
  expect((await store.search(["ada"])).map(({ key }) => key)).toEqual(["drink"]);
  expect((await store.search(["ada"], { query: "tea" })).map(({ key }) => key)).toEqual(["drink"]);
  expect(await store.listNamespaces()).toEqual([["ada"]]);
});

test("names of objects' own methods are names like any other", async () => {
  const { store } = await newStore();
  const value = JSON.parse('{"__proto__":{"x":1},"constructor":"c","toString":null}');
  for (const key of ["__proto__", "constructor", "hasOwnProperty"]) {
    await store.put(["ada"], key, value);
    const found = (await store.get(["ada"], key))?.value;
    expect(JSON.stringify(found)).toBe(JSON.stringify(value));
  }
  await store.put(["ada"], "plain", { n: 1 });
  const keysWith = async (filter: object): Promise<string[]> =>
    (await store.search(["ada"], { filter: { ...filter } })).map(({ key }) => key).toSorted();
  expect(await keysWith({ constructor: "c" })).toEqual(["__proto__", "constructor", "hasOwnProperty"]);
  expect(await keysWith({ valueOf: undefined })).toEqual(
    ["__proto__", "constructor", "hasOwnProperty", "plain"].toSorted(),
  );
  await expect(keysWith({ n: { $gt: 0, constructor: 1 } })).rejects.toThrow(TypeError);
});

test("a search for no items finds none, and a long text ends with a whole character", async () => {
  const { store } = await newStore();
  const text = `x${"😀".repeat(60_000)}`;
  await store.put(["ada"], "long", { text });
  expect((await store.get(["ada"], "long"))?.value).toEqual({ text });
  expect(await store.search(["ada"], { limit: 0 })).toEqual([]);
  expect((await store.search(["ada"], { limit: 1 })).length).toBe(1);
});

test("a namespace that stands for nothing is refused, and so is a kind that does not exist", async () => {
  const { store } = await newStore();
  await expect(store.put(["a", "fact", "c"], "k", { text: "x" })).rejects.toThrow(TypeError);
  await expect(store.batch([{ namespace: [], key: "k", value: { text: "x" } }])).rejects.toThrow(TypeError);
  await expect(store.put(["a", "mood"], "k", { text: "x" })).rejects.toMatchObject({
    code: "invalid_request",
  });
});

test("what a key may only propose is not there before it is applied", async () => {
  const { store, client } = await newStore("propose");
  await store.put(["ada"], "drink", { text: "tea" });
  expect(await store.get(["ada"], "drink")).toBeNull();
  expect((await Array.fromAsync(client.deltas.list())).length).toBe(1);
});
