// Tests loops over what was read before: unchanged documents are neither read nor paid for again, and what was rejected does not return.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { chooseExtractor } from "../../src/extraction/choose.ts";
import { type Extractor, Unreadable } from "../../src/extraction/extractor.ts";
import {
  changesOf,
  countedBy,
  lineExtractor,
  projectWith,
  readLines,
  run,
  startTestWorker,
} from "../support/loops.ts";
import { type Caller, startService } from "../support/service.ts";

const piecesPerIteration = 2;
const service = await startService({ piecesPerIteration });
const { database } = service;

async function project(documents: readonly string[]) {
  const caller = await service.caller();
  return { caller, ...(await projectWith(caller, database, documents)) };
}

/** What a dry run says of the documents, and what the loop would cost. */
async function planned(caller: Caller, body: object = {}) {
  const { documents, plan, estimated_credits } = (
    await caller.post("/v1/loops", { goal: "x", dry_run: true, ...body })
  ).body;
  const { new: unread, changed, unchanged } = documents;
  return { documents: [unread, changed, unchanged], reads: plan.documents, credits: estimated_credits };
}

async function exclude(caller: Caller, loop: any, ids: readonly string[]) {
  const applied = await caller.post(`/v1/deltas/${loop.result.delta_id}/apply`, { exclude: ids });
  expect(applied.status).toBe(200);
  return applied.body;
}

const wholly = { loop: { quality_threshold: 1 } };

test.each(["applied", "discarded", "open"])(
  "a loop that runs twice over the same documents stages nothing and costs nothing: the delta is %s",
  async (state) => {
    await startTestWorker(database, { piecesPerIteration });
    const { caller } = await project(["Person: Ada", "Person: Grace\nCompany: Navy", "Person: Joan"]);
    const first = await run(caller, wholly);
    expect(first).toMatchObject({ stopped: "text_end", credits: { spent: 2 }, result: { entity_count: 4 } });
    const path = `/v1/deltas/${first.result.delta_id}`;
    if (state === "applied") await caller.post(`${path}/apply`, {});
    if (state === "discarded") await caller.post(`${path}/discard`, {});
    expect(await planned(caller)).toEqual({ documents: [0, 0, 3], reads: 0, credits: 0 });
    const { balance } = (await caller.get("/v1/credits")).body;
    expect(await run(caller, wholly)).toMatchObject({
      status: "completed",
      stopped: "text_end",
      quality: 1,
      coverage: 1,
      credits: { reserved: 0, spent: 0 },
      result: { entity_count: 0, relationship_count: 0 },
    });
    expect((await caller.get("/v1/credits")).body.balance).toBe(balance);
    const reread = { ...wholly, context: { reread: true } };
    expect(await planned(caller, reread)).toEqual({ documents: [0, 0, 3], reads: 3, credits: 2 });
    const third = await run(caller, reread);
    expect(third).toMatchObject({
      credits: { spent: 2 },
      result: { entity_count: state === "applied" ? 0 : 4 },
    });
  },
);

test("documents that are new or have changed are read, and those sent again without a change are not", async () => {
  await startTestWorker(database, { piecesPerIteration });
  const { caller, sourceId } = await project([]);
  const path = `/v1/sources/${sourceId}/documents`;
  const put = async (external_id: string, text: string) =>
    await caller.post(path, { external_id, text, title: external_id });
  await put("a", "Person: Ada");
  await put("b", "Person: Grace");
  await run(caller, wholly);
  await put("a", "Person: Ada");
  await put("b", "Person: Grace\nPerson: Joan");
  await put("c", "Person: Edith");
  expect(await planned(caller)).toEqual({ documents: [1, 1, 1], reads: 2, credits: 1 });
  const loop = await run(caller, wholly);
  expect(loop.credits.spent).toBe(1);
  const names = (await changesOf(caller, loop)).map(({ value }: any) => value.name);
  expect(names.toSorted()).toEqual(["Edith", "Grace", "Joan"]);
  expect(await planned(caller)).toMatchObject({ documents: [0, 0, 3], credits: 0 });
});

test("another goal, effort, shape or type is another question", async () => {
  await startTestWorker(database, { piecesPerIteration });
  const { caller, shapeId } = await project(["Person: Ada"]);
  await run(caller);
  const other = await caller.post("/v1/shapes", { name: "Places", entity_types: [{ name: "Place" }] });
  expect(await planned(caller, { schema: { shape_ids: [shapeId] } })).toMatchObject({ credits: 0 });
  for (const body of [
    {},
    { goal: "y", schema: { shape_ids: [shapeId] } },
    { loop: { effort: "agentic_plus" }, schema: { shape_ids: [shapeId] } },
    { schema: { shape_ids: [other.body.id] } },
    { kind: "hydrate", context: { subject: "Ada" }, schema: { shape_ids: [shapeId] } },
  ])
    expect(await planned(caller, body)).toMatchObject({ documents: [1, 0, 0], credits: 1 });
});

test("another extractor, or version of it, reads again what is left of its question", async () => {
  const { caller } = await project(["Person: Ada"]);
  const version = async (text: string) => {
    const worker = await startTestWorker(database, {
      extractor: { ...lineExtractor, version: text },
      version: text,
    });
    const loop = await run(caller);
    await worker.stop(0);
    return loop.credits.spent;
  };
  expect(await version("1")).toBe(1);
  expect(await version("1")).toBe(0);
  expect(await version("2")).toBe(1);
  expect(await version("2")).toBe(0);
});

test("only what was read counts: of a loop that stopped at its iterations, was canceled, or could not read a piece", async () => {
  let hangs = true;
  const extractor: Extractor = {
    ...lineExtractor,
    read: async (piece, _wanted, { signal }) => {
      if (piece.text.includes("broken")) throw new Unreadable("no answer");
      if (hangs && piece.text.includes("Zoe"))
        await new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new Error("aborted")));
        });
      return readLines(piece);
    },
  };
  await startTestWorker(database, { extractor, piecesPerIteration, leaseMs: 600 });
  const { caller } = await project(["Person: Zoe", "broken", "Person: Ada", "Person: Grace", "Person: Joan"]);
  const once = await run(caller, { loop: { max_iterations: 1, quality_threshold: 1 } });
  expect(once).toMatchObject({ stopped: "max_iterations", coverage: 0.4, credits: { spent: 1 } });
  expect(await planned(caller)).toMatchObject({ documents: [3, 0, 2], reads: 3 });

  const { loop_id } = (await caller.post("/v1/loops", { goal: "x", ...wholly })).body;
  await expect
    .poll(async () => (await caller.get(`/v1/loops/${loop_id}`)).body.iteration, { timeout: 10_000 })
    .toBe(1);
  expect((await caller.post(`/v1/loops/${loop_id}/cancel`, {})).body).toMatchObject({ stopped: "canceled" });
  expect(await planned(caller)).toMatchObject({ documents: [2, 0, 3], reads: 2 });
  hangs = false;
  const last = await run(caller, wholly);
  expect(last).toMatchObject({ stopped: "text_end", coverage: 0.5, credits: { spent: 1 } });
  // What could not be read is tried again by the next loop.
  expect(await planned(caller)).toMatchObject({ documents: [1, 0, 4], reads: 1 });
});

test("a loop that stops at the threshold says so, and the next one reads the rest", async () => {
  await startTestWorker(database, { piecesPerIteration });
  const { caller } = await project(["Person: Ada", "Person: Grace", "Person: Joan"]);
  const first = await run(caller, { loop: { quality_threshold: 0.5 } });
  expect(first).toMatchObject({ stopped: "threshold", iteration: 1 });
  const second = await run(caller, { head_delta_id: first.result.delta_id });
  expect(second).toMatchObject({ stopped: "text_end", result: { entity_count: 1 }, credits: { spent: 1 } });
});

test("a worker that dies between iterations leaves what it has read, and nothing is paid twice", async () => {
  const { caller } = await project(["Person: A1", "Person: A2", "Person: A3", "Person: A4"]);
  let reads = 0;
  const extractor: Extractor = {
    ...lineExtractor,
    read: async (piece) => {
      reads += 1;
      // The worker of the first iteration loses its lease while it reads the second.
      if (reads === 3)
        await database.pool.query(
          "update loop set lease_token = lease_token + 1, lease_until = now() - interval '1 second', lease_owner = null where project_id = $1",
          [caller.projectId],
        );
      return await Promise.resolve(readLines(piece));
    },
  };
  await startTestWorker(database, { extractor, piecesPerIteration, leaseMs: 600 });
  const loop = await run(caller, wholly);
  expect(loop).toMatchObject({ status: "completed", iteration: 2, credits: { reserved: 2, spent: 2 } });
  expect(reads).toBe(6);
  const { rows } = await database.pool.query(
    "select pieces from reading where organization_id = $1 and project_id = $2",
    [caller.organizationId, caller.projectId],
  );
  expect(rows).toEqual([{ pieces: [0] }, { pieces: [0] }, { pieces: [0] }, { pieces: [0] }]);
  expect(await run(caller, wholly)).toMatchObject({ credits: { reserved: 0, spent: 0 } });
  expect((await caller.get("/v1/credits")).body.balance).toBe(998);
});

const junk = [
  "Person: Northwind (age 7)\nCompany: Postgres\nCompany: Operations\nPerson: Maria\nPerson: Ada\nMaria works_at Acme\nCompany: Acme",
];

test("excluded changes do not return with the next loop, which counts them, unless it reconsiders them", async () => {
  await startTestWorker(database, { piecesPerIteration });
  const { caller, sourceId } = await project(junk);
  const first = await run(caller, wholly);
  const bad = ["Northwind", "Postgres", "Operations", "Maria"];
  const changes = await changesOf(caller, first);
  const ids = changes.flatMap(({ value, change_id }: any) => (bad.includes(value.name) ? [change_id] : []));
  expect(ids).toHaveLength(4);
  expect(await exclude(caller, first, ids)).toMatchObject({ excluded: 5 });

  const second = await run(caller, { ...wholly, context: { reread: true } });
  expect(second).toMatchObject({ result: { entity_count: 0, relationship_count: 0 }, credits: { spent: 1 } });
  expect(await countedBy(caller, second, "rejected_before")).toBe(4);

  // The same words in another document were not rejected.
  await caller.post(`/v1/sources/${sourceId}/documents`, { text: "Company: Postgres" });
  const third = await run(caller, wholly);
  expect(
    (await changesOf(caller, third)).map(({ value, evidence }: any) => [value.name, evidence.length]),
  ).toEqual([["Postgres", 1]]);

  expect(await planned(caller, { context: { reconsider: true } })).toMatchObject({
    documents: [0, 0, 2],
    reads: 1,
  });
  const fourth = await run(caller, { ...wholly, context: { reconsider: true } });
  expect(await countedBy(caller, fourth, "rejected_before")).toBe(0);
  const names = (await changesOf(caller, fourth)).flatMap(({ value }: any) => value.name ?? []);
  expect(names.toSorted()).toEqual(bad.toSorted());
});

test("what a document says otherwise by now is staged, and what it still says is not", async () => {
  await startTestWorker(database, { piecesPerIteration });
  const { caller, sourceId } = await project([]);
  const put = async (text: string) =>
    await caller.post(`/v1/sources/${sourceId}/documents`, { external_id: "a", text });
  await put("Person: Ada (age 36)\nPerson: Ada (age 37)\nCompany: Acme\nAda works_at Acme");
  const first = await run(caller, wholly);
  const changes = await changesOf(caller, first);
  const [ada] = changes;
  const works = changes.find(({ object }: any) => object === "relationship");
  await exclude(caller, first, [ada.change_id, works.change_id]);
  await put("A new line.\nPerson: Ada (age 36)\nCompany: Acme\nAda works_at Acme");
  const second = await run(caller, wholly);
  expect(await changesOf(caller, second)).toEqual([]);
  expect(await countedBy(caller, second, "rejected_before")).toBe(1);
  await put("Person: Ada (age 38)\nCompany: Acme\nAda works_at Acme");
  const third = await run(caller, wholly);
  expect((await changesOf(caller, third)).map(({ value }: any) => value.properties)).toEqual([{ age: "38" }]);
  expect(await countedBy(caller, third, "rejected_before")).toBe(1);
});

test("an excluded update does not return, and a relationship that fell with its end does once the end exists", async () => {
  await startTestWorker(database, { piecesPerIteration });
  const { caller } = await project(["Person: Ada (age 36)\nCompany: Acme\nAda works_at Acme"]);
  await caller.post("/v1/entities", [{ type: "Person", name: "Ada", properties: { age: "35" } }]);
  const first = await run(caller);
  const [ada, acme] = await changesOf(caller, first);
  expect([ada.operation, acme.operation]).toEqual(["update", "create"]);
  expect(await exclude(caller, first, [ada.change_id, acme.change_id])).toMatchObject({ excluded: 3 });
  const second = await run(caller, { context: { reread: true } });
  expect(await changesOf(caller, second)).toEqual([]);
  expect(await countedBy(caller, second, "rejected_before")).toBe(2);
  await caller.post("/v1/entities", [{ type: "Company", name: "Acme" }]);
  const third = await run(caller, { context: { reread: true } });
  expect((await changesOf(caller, third)).map(({ object }: any) => object)).toEqual(["relationship"]);
});

test("a discarded delta rejects nothing", async () => {
  await startTestWorker(database, { piecesPerIteration });
  const { caller } = await project(["Person: Ada"]);
  const first = await run(caller);
  await caller.post(`/v1/deltas/${first.result.delta_id}/discard`, {});
  expect(await run(caller, { context: { reread: true } })).toMatchObject({ result: { entity_count: 1 } });
});

test("what was rejected in more documents than a change has quotes stays rejected in all of them", async () => {
  await startTestWorker(database, { piecesPerIteration: 50 });
  const { caller } = await project(Array.from({ length: 25 }, (_, at) => `Person: Ada\n${at}`));
  const first = await run(caller, wholly);
  const [ada] = await changesOf(caller, first);
  expect(ada.evidence).toHaveLength(20);
  await exclude(caller, first, [ada.change_id]);
  const second = await run(caller, { ...wholly, context: { reread: true } });
  expect(await changesOf(caller, second)).toEqual([]);
});

const texts = {
  changelogs: {
    entity_types: [
      { name: "Release", properties: { date: { type: "date" } } },
      { name: "Package" },
      { name: "Bug" },
    ],
    relationship_types: [{ name: "closes", from: "Release", to: "Bug" }],
  },
  notes: {
    entity_types: [
      { name: "Person", properties: { title: { type: "string" } } },
      { name: "Company" },
      { name: "Task" },
    ],
    relationship_types: [{ name: "works_at", from: "Person", to: "Company" }],
  },
} as const;

test.each(Object.entries(texts))(
  "4 excluded changes of %s do not return",
  async (name, types) => {
    await startTestWorker(database, {
      extractor: await chooseExtractor({ model: undefined }),
      piecesPerIteration,
    });
    const file = new URL(`../../extractors/pattern/labelled/${name}.txt`, import.meta.url);
    const text = readFileSync(file, "utf8");
    const { caller } = await project([text.slice(0, 3500), text.slice(3500, 7000)]);
    const { id } = (await caller.post("/v1/shapes", { name, ...types })).body;
    const body = { ...wholly, schema: { shape_ids: [id] } };
    const first = await run(caller, body);
    const changes = await changesOf(caller, first);
    const bad = changes.filter((_: unknown, at: number) => at % 5 === 2).slice(0, 4);
    expect(bad).toHaveLength(4);
    const ids = bad.map(({ change_id }: any) => change_id);
    await exclude(caller, first, ids);
    expect(await run(caller, body)).toMatchObject({ credits: { spent: 0 }, result: { entity_count: 0 } });
    const again = await run(caller, { ...body, context: { reread: true } });
    expect(await changesOf(caller, again)).toEqual([]);
    expect(await countedBy(caller, again, "rejected_before")).toBeGreaterThanOrEqual(4);
  },
  60_000,
);
