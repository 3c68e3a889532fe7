// Tests what is found by its meaning alone: over HTTP, with vectors in memory that are new, old, of others, or too many.

import { expect, onTestFinished, test } from "vitest";
import { type CacheTimes, createVectorCache } from "../../src/embeddings/cache.ts";
import { createEndpointEmbedder } from "../../src/embeddings/endpoint.ts";
import { startFilling } from "../../src/embeddings/fill.ts";
import { createQuestions, type Questions } from "../../src/embeddings/questions.ts";
import { type Caller, startService } from "../support/service.ts";
import { startVectors, untilCurrent } from "../support/vectors.ts";

/** The questions of one test: the service of the file asks whichever is set. */
let questions: Questions | undefined;
const service = await startService({
  meaning: () => ({
    weight: 0.5,
    ask: async (...asked) => (await questions?.ask(...asked)) ?? "failed",
    near: async (...asked) => (await questions?.near?.(...asked)) ?? [],
  }),
});
const { database } = service;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface Started {
  readonly isReady: boolean[];
  readonly bytes: () => number;
}

/** What is new is read with each search, and what was deleted meanwhile is read again never, unless a test says so. */
async function start(times: Partial<CacheTimes> = {}, maxBytes = 10_000_000): Promise<Started> {
  const endpoint = await startVectors();
  const embedder = createEndpointEmbedder({ url: endpoint.url, key: undefined, timeoutMs: 5000 }, "m");
  const isReady: boolean[] = [];
  const cache = createVectorCache({
    database,
    maxBytes,
    observe: (scan) => isReady.push(scan.isReady),
    times: { refresh: 0, reload: 600_000, drop: 600_000, commit: 10_000, ...times },
  });
  questions = createQuestions({ database, embedder, weight: 0.5, deadlineMs: 5000, near: cache.near });
  const pauses = { idle: 20, failed: 20, maxFailed: 100 };
  const filling = startFilling({ database, embedder, log: silent, pauses });
  onTestFinished(async () => {
    await filling.stop();
    cache.close();
    questions = undefined;
  });
  await untilCurrent(database, "m");
  return { isReady, bytes: cache.bytes };
}

async function remember(caller: Caller, ...memories: readonly object[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const memory of memories) ids.push((await caller.post("/v1/memories", memory)).body.id);
  await filled(caller);
  return ids;
}

/** Until each row of a project has its vector. */
async function filled(caller: Caller): Promise<void> {
  const left = async (): Promise<unknown> => {
    const ofProject = "organization_id = $1 and project_id = $2";
    const counts = ["entity", "memory", "passage"].map(
      (owner) => `(select count(*) from ${owner} o where ${ofProject} and not exists (
        select from ${owner}_embedding where ${ofProject} and ${owner}_id = o.id and vector is not null))`,
    );
    const { rows } = await database.system.query(`select ${counts.join(" + ")} as n`, [
      caller.organizationId,
      caller.projectId,
    ]);
    return Number(rows[0]?.n);
  };
  await expect.poll(left, { timeout: 10_000 }).toBe(0);
}

const search = async (caller: Caller, query: string, more: object = {}) =>
  (await caller.post("/v1/search", { query, include: ["memories"], ...more })).body;

const contentsOf = (body: any): readonly string[] => body.memories.map(({ content }: any) => content);

/** The contents that a search finds, once they are these. */
async function finds(caller: Caller, query: string, contents: readonly string[], more: object = {}) {
  await expect
    .poll(async () => contentsOf(await search(caller, query, more)).toSorted(), { timeout: 10_000 })
    .toEqual(contents.toSorted());
}

const [car, sea] = ["Bob bought an automobile.", "Bob sails at sea."];

test("a paraphrase that shares no word with the question is found, and explained", async () => {
  const caller = await service.caller();
  await start();
  await remember(caller, { content: car }, { content: sea });
  questions = questions && { ...questions, near: undefined };
  expect(await search(caller, "vehicle")).toMatchObject({ memories: [] });
  await start();
  await finds(caller, "vehicle", [car]);
  const body = await search(caller, "vehicle", { explain: true });
  expect(body.meaning).toBe("used");
  const [{ score, score_parts, missing, matched }] = body.memories;
  expect(score_parts).toEqual([{ part: "meaning", word: null, score }]);
  expect({ missing, matched }).toEqual({ missing: ["vehicle"], matched: [] });
  expect(score).toBeGreaterThan(0);
  expect(score).toBeLessThan(0.5);
});

test("what has words comes with what has none, each once", async () => {
  const caller = await service.caller();
  await start();
  const words = "A vehicle needs a permit.";
  await remember(caller, { content: car }, { content: words }, { content: sea }, { content: `${car}!` });
  await finds(caller, "vehicle", [words, `${car}!`]);
  const body = await search(caller, "vehicle");
  expect(contentsOf(body)[0]).toBe(words);
  expect(body.memories[1].similar).toBe(1);
});

test("no search waits for vectors that are not in memory", async () => {
  const caller = await service.caller();
  const { isReady } = await start();
  await remember(caller, { content: car });
  expect(contentsOf(await search(caller, "vehicle"))).toEqual([]);
  expect(isReady).toEqual([false, false]);
  await finds(caller, "vehicle", [car]);
});

test("what is new, changed or forgotten is known to the next searches", async () => {
  const caller = await service.caller();
  await start();
  const [id] = await remember(caller, { content: sea });
  await finds(caller, "sea", [sea]);
  const [other] = await remember(caller, { content: car });
  await finds(caller, "vehicle", [car]);
  await caller.call("PATCH", `/v1/memories/${id}`, { body: { content: "Eve drives." } });
  await filled(caller);
  await finds(caller, "vehicle", [car, "Eve drives."]);
  await caller.call("PATCH", `/v1/memories/${other}`, { body: { content: "Bob walks." } });
  expect(contentsOf(await search(caller, "vehicle"))).toEqual(["Eve drives."]);
  await caller.call("DELETE", `/v1/memories/${id}`);
  // What Bob does now is the nearest of what is left, once it has its vector.
  expect([[], ["Bob walks."]]).toContainEqual(contentsOf(await search(caller, "vehicle")));
  await filled(caller);
  await finds(caller, "vehicle", ["Bob walks."]);
});

test("what is no more leaves the memory when all is read anew, or when nobody searches", async () => {
  const caller = await service.caller();
  const { bytes } = await start({ reload: 0, drop: 1000, commit: 0 });
  const ids = await remember(caller, ...Array.from({ length: 20 }, (_, at) => ({ content: `${car} ${at}` })));
  await expect.poll(async () => (await search(caller, "vehicle")).memories.length).toBe(20);
  const before = bytes();
  for (const id of ids.slice(1)) await caller.call("DELETE", `/v1/memories/${id}`);
  const searched = async (): Promise<number> => {
    await search(caller, "vehicle");
    return bytes();
  };
  await expect.poll(searched, { timeout: 10_000 }).toBeLessThan(before - 19 * 64);
  await expect.poll(bytes, { timeout: 10_000 }).toBe(0);
});

test("filters, exclusions and expiry hold", async () => {
  const caller = await service.caller();
  await start();
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const [, , expiring] = await remember(
    caller,
    { content: car, subject: { id: "bob" }, kind: "fact" },
    { content: "Eve drives.", subject: { id: "eve" }, kind: "preference", thread: "t" },
    { content: "Dan drives.", forget_after: soon },
  );
  const all = [car, "Eve drives.", "Dan drives."];
  await finds(caller, "vehicle", all);
  await finds(caller, "vehicle", [car], { memory: { subject_id: "bob" } });
  await finds(caller, "vehicle", ["Eve drives."], { memory: { kinds: ["preference"] } });
  await finds(caller, "vehicle", ["Eve drives."], { memory: { thread: "t" } });
  await finds(caller, "vehicle -drives", [car]);
  await database.system.query("update memory set forget_after = now() - interval '1 second' where id = $1", [
    expiring,
  ]);
  await finds(caller, "vehicle", [car, "Eve drives."]);
});

test("others' memories take no places from what a key may recall, nor those about others", async () => {
  const caller = await service.caller();
  const other = await service.caller(caller);
  await start();
  const many = (content: string, more: object) =>
    Array.from({ length: 100 }, (_, at) => ({ content: `${content} ${at}`, ...more }));
  for (const memories of [
    many("Automobile vehicle car", { scope: "agent" }),
    many("Car vehicle automobile", { scope: "agent" }),
    many("Vehicle", { scope: "agent", subject: { id: "eve" } }),
  ])
    await other.post("/v1/memories", { memories });
  await remember(caller, { content: car, subject: { id: "bob" } });
  await finds(caller, "drives", [car]);
  await caller.post("/v1/memories", { memories: many("Automobile vehicle", { subject: { id: "dan" } }) });
  await caller.post("/v1/memories", { memories: many("Vehicle automobile", { subject: { id: "dan" } }) });
  await caller.post("/v1/memories", { memories: many("Vehicle", { subject: { id: "dan" } }) });
  await filled(caller);
  await finds(caller, "drives", [car], { memory: { subject_id: "bob" } });
});

test("memories for the whole organization are found in its other projects, and nowhere else", async () => {
  const caller = await service.caller();
  const { organizationId } = caller;
  const projectId = await service.createProject(organizationId);
  const sibling = await service.caller({ organizationId, projectId });
  const stranger = await service.caller();
  await start();
  await remember(caller, { content: car, scope: "commons" }, { content: "Eve drives." });
  await remember(stranger, { content: "Dan drives." });
  await finds(sibling, "vehicle", [car]);
  await finds(caller, "vehicle", [car, "Eve drives."]);
  await finds(stranger, "vehicle", ["Dan drives."]);
});

test("entities and passages are found, within the slice", async () => {
  const caller = await service.caller();
  await start();
  const { body: source } = await caller.post("/v1/sources", { name: "garage" });
  await caller.post(`/v1/sources/${source.id}/documents`, { title: "T", text: car });
  await caller.post("/v1/entities", { type: "Thing", name: "Automobile" });
  await caller.post("/v1/entities", { type: "Place", name: "Vehicles car drives" });
  await filled(caller);
  const include = ["documents", "entities"];
  const found = async (more: object = {}) => {
    const body = await search(caller, "drives vehicle", { include, ...more });
    return [...body.documents.map(({ text }: any) => text), ...body.entities.map(({ name }: any) => name)];
  };
  await expect
    .poll(async () => await found(), { timeout: 10_000 })
    .toEqual([car, "Vehicles car drives", "Automobile"]);
  expect(await found({ cql: "type:Thing" })).toEqual(["Automobile"]);
  expect(await found({ cql: "source:elsewhere" })).toEqual([]);
});

test("an organization gets half of the memory: what is larger is not kept, and what is searched least goes first", async () => {
  const caller = await service.caller();
  const { organizationId } = caller;
  const other = await service.caller({
    organizationId,
    projectId: await service.createProject(organizationId),
  });
  const stranger = await service.caller();
  // Each row takes 93 bytes.
  const { bytes, isReady } = await start({}, 24_000);
  const memories = Array.from({ length: 80 }, (_, at) => ({ content: `Automobile ${at}` }));
  for (const each of [caller, other, stranger]) {
    await each.post("/v1/memories", { memories });
    await filled(each);
    await expect
      .poll(async () => (await search(each, "vehicle")).memories.length, { timeout: 10_000 })
      .toBe(20);
  }
  expect(bytes()).toBeLessThan(24_000);
  isReady.length = 0;
  await search(stranger, "vehicle");
  await search(other, "vehicle");
  expect(isReady).not.toContain(false);
  expect((await search(caller, "vehicle")).memories).toEqual([]);
  await stranger.post("/v1/memories", { memories });
  await stranger.post("/v1/memories", {
    memories: memories.map(({ content }) => ({ content: `${content} b` })),
  });
  await filled(stranger);
  await expect
    .poll(async () => (await search(stranger, "vehicle")).memories.length, { timeout: 10_000 })
    .toBe(0);
  expect(bytes()).toBeLessThan(24_000);
});
