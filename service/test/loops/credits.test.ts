// Tests that credits bound what a model is asked: each reading that it answers is charged once, however the loop ends.

import { describe, expect, onTestFinished, test } from "vitest";
import { createModelExtractor } from "../../src/extraction/model/extractor.ts";
import { ended, projectWith, startTestWorker } from "../support/loops.ts";
import { type Model, type Reply, type Script, startModel } from "../support/model.ts";
import { onOneNode } from "../support/one-node.ts";
import { type Caller, startService } from "../support/service.ts";

const piecesPerIteration = 2;
const service = await startService({ piecesPerIteration });
const { database } = service;

const nothing: Reply = {};
const malformed: Reply = { content: "no JSON" };
const refused: Reply = { status: 401 };

/** A model that answers so, and a worker that asks it; one that pauses for as long as its lease asks again. */
async function modelOf(script: Script, timeoutMs = 10_000, leaseMs = 10_000): Promise<Model> {
  const model = await startModel(script);
  const settings = { url: model.url, name: "mock", key: undefined, timeoutMs };
  const extractor = createModelExtractor(settings, { pause: 1, maxPause: 1, patience: 1000 });
  await startTestWorker(database, { extractor, piecesPerIteration, leaseMs });
  return model;
}

async function project(documents: readonly string[]): Promise<Caller> {
  const caller = await service.caller();
  await projectWith(caller, database, documents, 10_000);
  return caller;
}

/** Starts a loop, and returns it once it has ended; its entries add up. */
async function run(caller: Caller, body: object = {}) {
  const { loop_id } = (await caller.post("/v1/loops", { goal: "x", ...body })).body;
  await ended(caller, loop_id);
  return await settled(caller, loop_id);
}

async function settled(caller: Caller, loopId: string) {
  const loop = (await caller.get(`/v1/loops/${loopId}`)).body;
  const { entries } = (await caller.get("/v1/credits")).body;
  const own = entries.filter(({ loop_id }: { readonly loop_id: string }) => loop_id === loopId);
  const sum = own.reduce((all: number, { amount }: { readonly amount: number }) => all + amount, 0);
  expect(sum).toBe(0 - loop.credits.spent);
  expect(loop.credits.spent).toBeLessThanOrEqual(loop.credits.reserved);
  const events = (await caller.get(`/v1/loops/${loopId}/events`)).body.events;
  expect(events.at(-2)).toMatchObject({
    kind: "credits.settled",
    data: { spent: loop.credits.spent, released: loop.credits.reserved - loop.credits.spent },
  });
  return loop;
}

describe("a loop with a model", () => {
  test.each([
    ["pays for a piece by its length", ["x".repeat(3000)], nothing, 3],
    ["pays for 1,000 characters for a short piece", ["a", "b", "c"], nothing, 3],
    ["pays for a malformed response once", ["a"], malformed, 1],
    ["pays nothing for a refused request", ["a"], refused, 0],
    ["pays nothing for a request that is never answered", ["a"], { breaks: "hang" }, 0],
    ["pays nothing for a truncated response", ["a"], { breaks: "half" }, 0],
    ["pays nothing for a blank text, which is not sent", ["  "], nothing, 0],
  ] as const)("%s", async (_, documents, reply, spent) => {
    const model = await modelOf([reply], "breaks" in reply ? 300 : undefined);
    const caller = await project(documents);
    const estimate = await caller.post("/v1/loops", { goal: "x", dry_run: true });
    const loop = await run(caller);
    expect([loop.status, loop.credits.spent]).toEqual([reply === nothing ? "completed" : "failed", spent]);
    expect(loop.credits.reserved).toBe(estimate.body.estimated_credits);
    if (reply === nothing) expect(model.asked.length).toBe(spent === 0 ? 0 : documents.length);
  });

  test("pays once for a malformed response that is followed by a valid one, and completes", async () => {
    const model = await modelOf([malformed, malformed, nothing]);
    const loop = await run(await project(["a"]));
    expect(loop).toMatchObject({ status: "completed", credits: { reserved: 1, spent: 1 } });
    expect(model.asked).toHaveLength(3);
  });

  test.each([
    ["agentic", 1],
    ["agentic_plus", 2],
  ])("pays for instructions beyond 8,000 characters with each request: %s", async (effort, readings) => {
    const model = await modelOf([nothing]);
    const caller = await project(["a", "b", "c"]);
    const description = "d".repeat(9900);
    const shape = {
      name: "large",
      entity_types: [
        { name: "Person", description },
        { name: "Company", description },
      ],
    };
    const { id } = (await caller.post("/v1/shapes", shape)).body;
    const loop = await run(caller, { schema: { shape_ids: [id] }, loop: { effort } });
    expect(model.asked).toHaveLength(3 * readings);
    const characters = model.asked.reduce((sum, { instructions, body }) => {
      const schema = JSON.stringify(body.response_format.json_schema.schema);
      const title = "null";
      return sum + 1000 + instructions.length - title.length + schema.length - 8000;
    }, 0);
    // Rounded up in each of the two iterations.
    expect(loop.credits.spent).toBeGreaterThanOrEqual(characters / 1000);
    expect(loop.credits.spent).toBeLessThan(characters / 1000 + 2);
  });
});

test("a loop that is canceled during an iteration costs what was answered until then", async () => {
  await modelOf(({ text }) => (text === "hang" ? { breaks: "hang" } : nothing));
  const caller = await project(["hang", "x".repeat(2500)]);
  const { loop_id } = (await caller.post("/v1/loops", { goal: "x" })).body;
  await expect
    .poll(
      async () =>
        (await database.pool.query("select asked from loop where id = $1", [loop_id])).rows[0].asked,
    )
    .toEqual({ "0/1": 2500 });
  await caller.post(`/v1/loops/${loop_id}/cancel`, {});
  expect(await settled(caller, loop_id)).toMatchObject({ status: "canceled", credits: { spent: 3 } });
});

onOneNode("an iteration that cannot be committed costs what was answered once", async () => {
  const found = {
    entities: [{ type: "Person", name: "Ada", properties: {}, quote: "Ada" }],
    relationships: [],
  };
  const model = await modelOf([{ content: found }], undefined, 300);
  const caller = await project(["Ada"]);
  await database.pool.query(
    "create function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$; create trigger fail before insert on change for each row execute function fail()",
  );
  onTestFinished(async () => void (await database.pool.query("drop function fail cascade")));
  const loop = await run(caller);
  expect(loop).toMatchObject({ status: "failed", credits: { reserved: 1, spent: 1 } });
  expect(model.asked.length).toBeGreaterThan(1);
});

test("the total size of requests to a model is bounded by the credits spent", async () => {
  const replies: readonly Reply[] = [
    nothing,
    malformed,
    { status: 500 },
    malformed,
    { breaks: "reset" },
    nothing,
  ];
  const answered = new Set<number>();
  const model = await modelOf((_, index) => {
    const reply = replies[(index * 7 + Math.floor(index / 5)) % replies.length] ?? nothing;
    if (reply === nothing || reply === malformed) answered.add(index);
    return reply;
  });
  const caller = await project(Array.from({ length: 12 }, (_, at) => `${at} `.repeat(1 + 300 * (at % 4))));
  const description = "d".repeat(9900);
  const { id } = (
    await caller.post("/v1/shapes", { name: "l", entity_types: [{ name: "Person", description }] })
  ).body;
  for (const body of [
    {},
    { schema: { shape_ids: [id] } },
    { loop: { effort: "agentic_plus", quality_threshold: 1 } },
  ]) {
    model.asked.length = 0;
    answered.clear();
    const { credits } = await run(caller, body);
    const bytes = model.asked.reduce((sum, { raw }, at) => sum + (answered.has(at) ? raw.length : 0), 0);
    // A reading is sent at most three times, and a piece that could not be read is read once more.
    expect(answered.size).toBeLessThanOrEqual(6 * credits.spent);
    // Each request has a free part: 8,000 characters of instructions, the surroundings of its piece, and how JSON writes all that.
    expect(bytes).toBeLessThanOrEqual(6 * 1000 * credits.spent + 10_000 * answered.size);
  }
}, 60_000);
