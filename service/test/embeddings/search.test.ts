// Tests searches by meaning: over HTTP, with a worker that fills in vectors, and an endpoint that is right, slow or wrong.

import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { Database } from "../../src/database/transaction.ts";
import { createEndpointEmbedder } from "../../src/embeddings/endpoint.ts";
import { startFilling } from "../../src/embeddings/fill.ts";
import { createQuestions, type Questions } from "../../src/embeddings/questions.ts";
import { normalized, toStored } from "../../src/embeddings/vector.ts";
import { type Caller, startService } from "../support/service.ts";
import { meaningOf, startVectors, untilCurrent, type VectorEndpoint } from "../support/vectors.ts";

/** The questions of one test: the service of the file asks whichever is set. */
let questions: Questions | undefined;
const service = await startService({
  meaning: () => ({ weight: 0.5, ask: async (...asked) => (await questions?.ask(...asked)) ?? "failed" }),
});
const { database } = service;

/** What is wrong with the service, rather than with an endpoint. */
const errors: object[] = [];
const silent = {
  info: () => undefined,
  warn: () => undefined,
  error: (details: object) => errors.push(details),
};

/** Searches wait longer than those of people, as the machine may be busy. */
async function start(endpoint: VectorEndpoint, name = "test-vectors", deadlineMs = 5000): Promise<void> {
  startWith(endpoint, name, deadlineMs);
  await untilCurrent(database, name);
}

/** Does not wait for an endpoint to say what its vectors are. */
function startWith(endpoint: VectorEndpoint, name = "test-vectors", deadlineMs = 5000): void {
  const embedder = createEndpointEmbedder({ url: endpoint.url, key: undefined, timeoutMs: 5000 }, name);
  questions = createQuestions({ database, embedder, weight: 0.5, deadlineMs });
  const pauses = { idle: 20, failed: 20, maxFailed: 100 };
  const filling = startFilling({ database, embedder, log: silent, pauses });
  onTestFinished(async () => {
    await filling.stop();
    expect(errors).toEqual([]);
    questions = undefined;
    await database.system.query("delete from memory_embedding; delete from embedding_model");
  });
}

async function remember(caller: Caller, ...contents: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const content of contents) {
    const { body } = await caller.post("/v1/memories", { content });
    ids.push(body.id);
  }
  return ids;
}

async function vectorsOf(
  db: Database,
  projectId: string,
): Promise<readonly { memory_id: string; model: string }[]> {
  const { rows } = await db.system.query(
    "select memory_id, model from memory_embedding where project_id = $1 and vector is not null order by 1, 2",
    [projectId],
  );
  return rows;
}

async function filled(caller: Caller, count: number): Promise<void> {
  await expect
    .poll(async () => (await vectorsOf(database, caller.projectId)).length, { timeout: 10_000 })
    .toBe(count);
}

const search = async (caller: Caller, query: string, more: object = {}) =>
  (await caller.post("/v1/search", { query, include: ["memories"], ...more })).body;

const contentsOf = (body: any): readonly string[] => body.memories.map(({ content }: any) => content);

test("among memories that share a word with the question, the one that means the same comes first", async () => {
  const endpoint = await startVectors();
  await start(endpoint);
  const caller = await service.caller();
  await remember(
    caller,
    "Ada paints.",
    "Ada wrote a vehicle report about her automobile and its long history.",
  );
  await filled(caller, 2);
  const body = await search(caller, "Does Ada own a car", { explain: true });
  expect(body.meaning).toBe("used");
  expect(contentsOf(body)[0]).toContain("automobile");
  for (const { score, score_parts } of body.memories) {
    expect(score_parts.reduce((sum: number, part: any) => sum + part.score, 0)).toBeCloseTo(score, 6);
    expect(score_parts.map(({ part }: any) => part)).toContain("meaning");
  }
});

test("memories without a vector stay where their words put them", async () => {
  const endpoint = await startVectors();
  await start(endpoint);
  const caller = await service.caller();
  endpoint.answers = () => ({ status: 503 });
  await remember(caller, "Ada drives to work.", "Ada plays chess.");
  expect(await search(caller, "Ada chess")).toMatchObject({ meaning: "failed", memories: [{}, {}] });
});

test("a question is asked once, and only for what has a meaning", async () => {
  const endpoint = await startVectors();
  await start(endpoint);
  const caller = await service.caller();
  await remember(caller, "Ada drives.");
  await filled(caller, 1);
  expect((await search(caller, "who drives")).meaning).toBe("used");
  expect((await search(caller, "who drives")).meaning).toBe("used");
  expect((await search(caller, "who drives", { include: ["relationships"] })).meaning).toBeUndefined();
  expect((await search(caller, "-drives")).meaning).toBeUndefined();
  expect((await search(caller, "", { memory: { kinds: ["fact"] } })).meaning).toBeUndefined();
  await search(caller, 'who paints -"a bus" -train');
  const questionsAsked = endpoint.texts().filter((text) => text.includes("who"));
  expect(questionsAsked).toEqual(["who drives", "who paints"]);
});

test("an endpoint that is too slow, or gone, costs a search at most its deadline, and then nothing", async () => {
  const endpoint = await startVectors();
  await start(endpoint, "test-vectors", 1000);
  const caller = await service.caller();
  await remember(caller, "Ada drives.", "Ada paints.");
  await filled(caller, 2);
  endpoint.answers = () => ({ delay: 3000 });
  const timed = async (query: string) => {
    const since = performance.now();
    const body = await search(caller, query);
    return { body, ms: performance.now() - since };
  };
  const late = await timed("who drives now");
  expect(late.body).toMatchObject({ meaning: "late", memories: [{ content: "Ada drives." }] });
  expect(late.ms).toBeGreaterThan(900);
  const next = await timed("who paints now");
  expect(next.body).toMatchObject({ meaning: "late", memories: [{ content: "Ada paints." }] });
  expect(next.ms).toBeLessThan(900);
  // What came too late is there for the next one.
  await expect
    .poll(async () => (await search(caller, "who drives now")).meaning, { timeout: 15_000 })
    .toBe("used");
  endpoint.close();
  expect((await timed("who drives")).body).toMatchObject({
    meaning: "failed",
    memories: [{ content: "Ada drives." }],
  });
});

test("a memory that says something else has no vector of what it said, and gets a new one", async () => {
  const endpoint = await startVectors();
  await start(endpoint);
  const caller = await service.caller();
  const [id = ""] = await remember(caller, "Ada drives a car.");
  await filled(caller, 1);
  endpoint.answers = () => ({ status: 503 });
  await caller.call("PATCH", `/v1/memories/${id}`, { body: { content: "Ada sails a boat." } });
  expect(await vectorsOf(database, caller.projectId)).toEqual([]);
  endpoint.answers = () => ({});
  await filled(caller, 1);
  expect(endpoint.texts()).toContain("Ada sails a boat.");
  await caller.post(`/v1/memories/${id}/restore`, { version: 1 });
  await filled(caller, 1);
  await expect.poll(() => endpoint.texts().filter((text) => text === "Ada drives a car.").length).toBe(2);
  await caller.call("DELETE", `/v1/memories/${id}`);
  const { rows } = await database.system.query("select from memory_embedding where memory_id = $1", [id]);
  expect(rows).toEqual([]);
});

test("a memory that changes while its vector is made does not get the one of before", async () => {
  const endpoint = await startVectors();
  const caller = await service.caller();
  await start(endpoint);
  await remember(caller, "A first memory.");
  await filled(caller, 1);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  endpoint.answers = async ({ input }) => {
    if (input.includes("Ada drives a car.")) await held;
    return {};
  };
  const [id = ""] = await remember(caller, "Ada drives a car.");
  await expect.poll(() => endpoint.texts()).toContain("Ada drives a car.");
  await caller.call("PATCH", `/v1/memories/${id}`, { body: { content: "Ada is a physician." } });
  release();
  await expect.poll(() => endpoint.texts(), { timeout: 5000 }).toContain("Ada is a physician.");
  await filled(caller, 2);
  const { rows } = await database.system.query("select vector from memory_embedding where memory_id = $1", [
    id,
  ]);
  const { vector } = toStored(normalized(meaningOf("Ada is a physician.")) ?? new Float32Array());
  expect(rows).toEqual([{ vector }]);
});

test("one text that is refused stops no other, and a long one is tried shorter", async () => {
  const endpoint = await startVectors(({ input }) =>
    input.some((text) => text.includes("poison") || text.length > 3000) ? { status: 400 } : {},
  );
  await start(endpoint);
  const caller = await service.caller();
  await remember(caller, "Ada drives.", "This is poison.", "x ".repeat(5000), "Ada paints.");
  await filled(caller, 3);
  const triesOfMissing = async () => {
    const { rows } = await database.system.query(
      "select tries from memory_embedding where project_id = $1 and vector is null",
      [caller.projectId],
    );
    return rows;
  };
  // What was refused is put off after the others are stored, in a transaction of its own.
  await expect.poll(triesOfMissing).toEqual([{ tries: 1 }]);
});

test.each([
  ["too few vectors", { vectors: [] }],
  ["no numbers", { vectors: [["a"]] }],
  ["an error", { status: 500 }],
  ["that the key is wrong", { status: 401 }],
  ["nothing", { breaks: "reset" as const }],
])(
  "an endpoint that answers %s loses nothing: what was written meanwhile gets its vector later",
  async (_, reply) => {
    const endpoint = await startVectors(() => reply);
    startWith(endpoint);
    const caller = await service.caller();
    await remember(caller, "Ada drives.", "Ada paints.");
    await sleep(100);
    expect(await vectorsOf(database, caller.projectId)).toEqual([]);
    expect(await search(caller, "Ada drives")).toMatchObject({ meaning: "failed", memories: [{}, {}] });
    endpoint.answers = () => ({});
    await filled(caller, 2);
  },
);

test("memories that were there before the model get their vectors", async () => {
  const caller = await service.caller();
  await remember(caller, "Ada drives.", "Ada paints.");
  const { rows } = await database.system.query("select from memory_embedding where project_id = $1", [
    caller.projectId,
  ]);
  expect(rows).toEqual([]);
  await start(await startVectors());
  await filled(caller, 2);
});

test("many memories of one project keep no other waiting", async () => {
  const endpoint = await startVectors(() => ({ delay: 20 }));
  const [many, few] = [await service.caller(), await service.caller()];
  const memories = Array.from({ length: 400 }, (_, at) => ({
    content: `Memory number ${String(at)} of many.`,
  }));
  for (let at = 0; at < memories.length; at += 100)
    await many.post("/v1/memories", { memories: memories.slice(at, at + 100) });
  await remember(few, "Ada drives.");
  await start(endpoint);
  await filled(few, 1);
  expect((await vectorsOf(database, many.projectId)).length).toBeLessThan(200);
  await filled(many, 400);
});

test("two workers never pay for the same memory", async () => {
  const endpoint = await startVectors(() => ({ delay: 5 }));
  const caller = await service.caller();
  await start(endpoint);
  await start(endpoint);
  const contents = Array.from({ length: 100 }, (_, at) => ({ content: `Paid once, ${String(at)}.` }));
  await caller.post("/v1/memories", { memories: contents });
  await filled(caller, 100);
  const texts = endpoint.texts().filter((text) => text.startsWith("Paid once"));
  expect(texts.toSorted()).toEqual(contents.map(({ content }) => content).toSorted());
});

test("the vectors of a model are used until those of the next are complete, and deleted then", async () => {
  const caller = await service.caller();
  const contents = Array.from({ length: 50 }, (_, at) => ({ content: `Ada drives car ${String(at)}.` }));
  await caller.post("/v1/memories", { memories: contents });
  const endpoint = await startVectors();
  await start(endpoint, "old");
  await filled(caller, 50);
  await expect
    .poll(
      async () =>
        (await database.system.query("select completed_at from embedding_model")).rows[0]?.completed_at,
      { timeout: 10_000 },
    )
    .toBeInstanceOf(Date);
  let isHeld = true;
  endpoint.answers = ({ model, input }) =>
    model === "new" && isHeld && !input.includes("dimensions") ? { status: 503 } : {};
  await start(endpoint, "new");
  await sleep(200);
  expect((await search(caller, "who drives")).meaning).toBe("used");
  expect(endpoint.asked.findLast(({ input }) => input.includes("who drives"))?.model).toBe("old");
  isHeld = false;
  await expect
    .poll(async () => new Set((await vectorsOf(database, caller.projectId)).map(({ model }) => model)), {
      timeout: 10_000,
    })
    .toEqual(new Set(["new/64"]));
  await filled(caller, 50);
});

test("vectors with other dimensions are those of another model", async () => {
  const caller = await service.caller();
  await remember(caller, "Ada drives.");
  const endpoint = await startVectors();
  await start(endpoint);
  await filled(caller, 1);
  endpoint.answers = ({ input }) => ({ vectors: input.map((text) => meaningOf(text, 48)) });
  await remember(caller, "Ada paints.");
  await expect
    .poll(async () => (await vectorsOf(database, caller.projectId)).map(({ model }) => model), {
      timeout: 10_000,
    })
    .toEqual(["test-vectors/48", "test-vectors/48"]);
  expect((await search(caller, "Ada drives a car")).meaning).toBe("used");
});
