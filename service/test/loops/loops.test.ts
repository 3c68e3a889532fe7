// Tests loops through the API: what they read, stage, report and cost.

import { expect, test } from "vitest";
import { type Extractor, Unreadable } from "../../src/extraction/extractor.ts";
import {
  ended,
  grant,
  lineExtractor,
  projectWith,
  readLines,
  registerWorker,
  startTestWorker,
} from "../support/loops.ts";
import { startService } from "../support/service.ts";

const service = await startService({ piecesPerIteration: 2 });
const { database } = service;
const piecesPerIteration = 2;

const pattern = { extractor: "pattern", note: expect.stringContaining("`goal` does not steer it") };
const text = "Person: Ada (age 36)\nCompany: Acme\nAda works_at Acme\n";

async function project(documents: readonly string[] = [text], credits = 1000) {
  const caller = await service.caller();
  return { caller, ...(await projectWith(caller, database, documents, credits)) };
}

test("a loop stages its results with evidence, reports what it did, and costs what it has read", async () => {
  await startTestWorker(database, { piecesPerIteration });
  const { caller, shapeId, sourceId } = await project();
  const started = await caller.post("/v1/loops", { goal: "Extract people." });
  expect(started.status).toBe(202);
  const id = started.body.loop_id;
  expect(started.headers.get("location")).toBe(`/v1/loops/${id}`);
  expect(started.body).toEqual({
    loop_id: expect.any(String),
    status: "queued",
    goal: "Extract people.",
    project_id: caller.projectId,
    ...pattern,
    result: { type: "delta", delta_id: expect.any(String), entity_count: 0, relationship_count: 0 },
    poll: `/v1/loops/${id}`,
    checkpoints: `/v1/loops/${id}/checkpoints`,
    events: `/v1/loops/${id}/events`,
    request_id: expect.any(String),
  });
  const loop = await ended(caller, id);
  expect(loop).toMatchObject({
    status: "completed",
    kind: "graph_extraction",
    effort: "agentic",
    iteration: 1,
    quality: 1,
    credits: { reserved: 1, spent: 1 },
    result: { entity_count: 2, relationship_count: 1 },
    error: null,
  });
  const { body } = await caller.get(`/v1/deltas/${loop.result.delta_id}/changes`);
  expect(body.changes).toHaveLength(3);
  const [ada, acme, works] = body.changes;
  expect(ada).toMatchObject({
    operation: "create",
    object: "entity",
    value: { type: "Person", name: "Ada", shape_id: shapeId, source_id: sourceId, properties: { age: "36" } },
    before: null,
    evidence: [{ source_id: sourceId, quote: "Person: Ada (age 36)", start: 0, end: 20 }],
  });
  expect(works.value).toMatchObject({ type: "works_at", from: ada.value.id, to: acme.value.id });

  const events = (await caller.get(`/v1/loops/${id}/events`)).body;
  expect(events.events.map(({ sequence }: { readonly sequence: number }) => sequence)).toEqual(
    events.events.map((_: unknown, at: number) => at + 1),
  );
  expect(events.events.map(({ kind }: { readonly kind: string }) => kind)).toEqual([
    "loop.queued",
    "loop.started",
    "iteration.started",
    "document.read",
    "changes.staged",
    "quality.reviewed",
    "checkpoint.saved",
    "iteration.completed",
    "credits.settled",
    "loop.completed",
  ]);
  expect(events).toMatchObject({ next_after_sequence: 10, has_more: false });
  const { checkpoints } = (await caller.get(`/v1/loops/${id}/checkpoints`)).body;
  expect(checkpoints).toMatchObject([
    {
      iteration: 1,
      sequence: 7,
      quality: 1,
      counts: { entities: 2, relationships: 1, documents: 1 },
      usage: { credits: 1 },
    },
  ]);
  const credits = (await caller.get("/v1/credits")).body;
  expect(credits).toMatchObject({ balance: 999, reserved: 0 });
  expect(
    credits.entries
      .map(({ kind, amount }: { readonly kind: string; readonly amount: number }) => [kind, amount])
      .toSorted(),
  ).toEqual([
    ["grant", 1000],
    ["reserve", -1],
    ["settle", 0],
  ]);
  expect((await caller.post(`/v1/loops/${id}/cancel`, {})).body).toMatchObject({ code: "loop_finished" });
});

test("a dry run needs neither credits nor a worker, and reports what it would cost", async () => {
  const { caller } = await project(["x".repeat(4001), "y".repeat(9000)], 0);
  const dry = { goal: "x", dry_run: true, loop: { effort: "agentic_plus" } };
  const { status, body } = await caller.post("/v1/loops", dry);
  expect(status).toBe(200);
  expect(body).toEqual({
    dry_run: true,
    status: "compiled",
    kind: "graph_extraction",
    goal: "x",
    project_id: caller.projectId,
    ...pattern,
    documents: { new: 2, changed: 0, unchanged: 0 },
    // Five pieces, of 9,000 and 4,001 characters, two an iteration.
    plan: { sources: 1, documents: 2, characters: 13_001, shapes: 1, iterations: 3, effort: "agentic_plus" },
    estimated_credits: 16 + 10 + 1,
    unresolved: { shapes: [], sources: [] },
    request_id: expect.any(String),
  });
  expect((await caller.get("/v1/loops")).body.loops).toEqual([]);
  expect((await caller.post("/v1/loops", { goal: "x" })).body).toMatchObject({
    code: "credits_exhausted",
    status: 402,
    detail: expect.stringContaining(
      `npx slice-service credits grant --organization ${caller.organizationId} `,
    ),
  });
});

test("a loop without a worker is refused, and spends nothing", async () => {
  const { caller } = await project();
  await database.pool.query("delete from worker");
  const refused = await caller.post("/v1/loops", { goal: "x" });
  expect(refused.body).toMatchObject({ code: "loop_dispatch_unavailable", status: 503 });
  expect(refused.headers.get("retry-after")).not.toBeNull();
  expect((await caller.get("/v1/credits")).body).toMatchObject({ balance: 1000, reserved: 0 });
  expect((await caller.get("/v1/deltas")).body.deltas).toEqual([]);
});

const unknown = "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081";

test.each([
  [{ kind: "other", loop: { effort: "x" } }, "unsupported_loop_kind"],
  [{ loop: { effort: "x" }, output: { apply: true } }, "unsupported_loop_effort"],
  [{ output: { apply: true } }, "apply_not_supported_for_loops"],
  [{ context: { source_ids: [unknown] } }, "goal_required"],
  [{ kind: "hydrate" }, "goal_required"],
  [{ kind: "hydrate", context: { subject: {} } }, "goal_required"],
  [{ goal: "x", context: { source_ids: [unknown] }, schema: { shape_ids: [unknown] } }, "unknown_source"],
  [{ goal: "x", schema: { shape_ids: [unknown] }, head_delta_id: unknown }, "unknown_shape"],
  [{ goal: "x", head_delta_id: unknown }, "unknown_delta"],
  [{ goal: "x", head_delta_id: "none" }, "unknown_delta"],
  [{ goal: "x", context: { source_ids: [] } }, "invalid_request"],
  [{ goal: "x", loop: { max_iterations: 51 } }, "invalid_request"],
  [{ goal: "x", output: { type: "other" } }, "invalid_request"],
  [{ goal: "x" }, "credits_exhausted"],
])("a loop with %j is refused with %s", async (body, code) => {
  const { caller } = await project([text], 0);
  expect((await caller.post("/v1/loops", body)).body.code).toBe(code);
  expect((await caller.post("/v1/loops", { ...body, dry_run: true })).body.code).toBe(
    code === "credits_exhausted" ? undefined : code,
  );
});

test("repeated results are merged, with all their quotes; stored entities are updated", async () => {
  await startTestWorker(database, { piecesPerIteration });
  const { caller } = await project([
    text,
    "Person:  ada\nPerson: ADA (email ada@example.com)",
    "Company: Acme",
  ]);
  const [acme] = (
    await caller.post("/v1/entities", [{ type: "Person", name: "ADA", properties: { age: "35" } }])
  ).body.ids;
  const started = await caller.post("/v1/loops", { goal: "x", loop: { quality_threshold: 1 } });
  const loop = await ended(caller, started.body.loop_id);
  expect(loop).toMatchObject({ status: "completed", iteration: 2, quality: 1 });
  const { changes } = (await caller.get(`/v1/deltas/${loop.result.delta_id}/changes`)).body;
  expect(changes).toHaveLength(3);
  const ada = changes.find(({ operation }: { readonly operation: string }) => operation === "update");
  expect(ada).toMatchObject({
    value: { id: acme, properties: { age: "36", email: "ada@example.com" } },
    before: { id: acme, properties: { age: "35", email: null } },
  });
  expect(ada.evidence).toHaveLength(3);
});

test("results without evidence are dropped and counted; types and properties that no shape names are ignored", async () => {
  const extractor: Extractor = {
    ...lineExtractor,
    read: async () =>
      await Promise.resolve({
        entities: [
          { type: "Person", name: "Ada", quote: "Person: Ada", properties: { age: "36", secret: "x" } },
          { type: "Person", name: "Nobody", quote: "Person: Nobody", properties: {} },
          { type: "Spy", name: "Bond", quote: "Spy: Bond", properties: {} },
        ],
        relationships: [],
        usage: { inputTokens: 10, outputTokens: 5 },
      }),
  };
  await startTestWorker(database, { extractor, piecesPerIteration });
  const { caller } = await project(["Person: Ada"]);
  const started = await caller.post("/v1/loops", { goal: "x" });
  const loop = await ended(caller, started.body.loop_id);
  expect(loop).toMatchObject({ quality: 0.5, coverage: 1, evidence: 0.5, result: { entity_count: 1 } });
  const { events } = (await caller.get(loop.events)).body;
  const staged = events.find(({ kind }: { readonly kind: string }) => kind === "changes.staged");
  expect(staged.data).toMatchObject({ dropped: 1, entities: 1 });
  const { changes } = (await caller.get(`/v1/deltas/${loop.result.delta_id}/changes`)).body;
  expect(changes[0].value.properties).toEqual({ age: "36" });
  expect((await caller.get(loop.checkpoints)).body.checkpoints[0].usage).toMatchObject({
    input_tokens: 10,
    output_tokens: 5,
  });
});

test("a loop that could read nothing fails, reports why, and costs nothing", async () => {
  const extractor: Extractor = {
    ...lineExtractor,
    read: async () => await Promise.reject(new Unreadable("The model at example.com answered 500.")),
  };
  await startTestWorker(database, { extractor, piecesPerIteration });
  const { caller } = await project();
  const started = await caller.post("/v1/loops", { goal: "x" });
  const loop = await ended(caller, started.body.loop_id);
  expect(loop).toMatchObject({
    status: "failed",
    error: { code: "model_failed", message: expect.stringContaining("answered 500") },
    credits: { spent: 0 },
  });
  expect((await caller.get("/v1/credits")).body).toMatchObject({ balance: 1000, reserved: 0 });
});

test("an unreadable piece is retried once after the others, and then abandoned", async () => {
  const tried: string[] = [];
  const extractor: Extractor = {
    ...lineExtractor,
    read: async (piece) => {
      tried.push(piece.text);
      if (piece.text.includes("broken")) throw new Unreadable("no answer");
      return await Promise.resolve(readLines(piece));
    },
  };
  await startTestWorker(database, { extractor, piecesPerIteration });
  const { caller } = await project(["Person: Ada", "broken", "Person: Grace"]);
  const started = await caller.post("/v1/loops", { goal: "x", loop: { quality_threshold: 1 } });
  const loop = await ended(caller, started.body.loop_id);
  expect(loop).toMatchObject({ status: "completed", iteration: 3, result: { entity_count: 2 } });
  expect(loop.quality).toBeCloseTo(2 / 3);
  expect(tried.filter((each) => each.includes("broken"))).toHaveLength(2);
});

test("an iteration that throws is retried, and a loop that always throws fails", async () => {
  let left = 2;
  const errors: unknown[] = [];
  const extractor: Extractor = {
    ...lineExtractor,
    read: async (piece) => {
      if (left-- > 0) throw new TypeError("a bug");
      return await Promise.resolve(readLines(piece));
    },
  };
  await startTestWorker(database, { extractor, piecesPerIteration, errors });
  const { caller } = await project();
  const first = await ended(caller, (await caller.post("/v1/loops", { goal: "x" })).body.loop_id);
  expect(first).toMatchObject({ status: "completed", result: { entity_count: 2 } });
  expect(errors).toHaveLength(2);
  left = 1000;
  const { loop_id } = (await caller.post("/v1/loops", { goal: "y" })).body;
  // Each failure waits longer for the next try.
  await expect.poll(() => errors.length).toBe(3);
  await database.pool.query("update loop set attempt = 5, lease_until = now() where id = $1", [loop_id]);
  const second = await ended(caller, loop_id);
  expect(second).toMatchObject({ status: "failed", error: { code: "worker_failed" } });
}, 60_000);

test("cancel ends a loop at once and aborts its reading, and a canceled queued loop never starts", async () => {
  let aborted = false;
  const extractor: Extractor = {
    ...lineExtractor,
    read: async (_piece, _wanted, { signal }) =>
      await new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          aborted = true;
          reject(new Error("aborted"));
        });
      }),
  };
  await startTestWorker(database, { extractor, piecesPerIteration, maxRunning: 1, leaseMs: 600 });
  const { caller } = await project();
  const [running, queued] = [
    (await caller.post("/v1/loops", { goal: "x" })).body.loop_id,
    (await caller.post("/v1/loops", { goal: "y" })).body.loop_id,
  ];
  await expect.poll(async () => (await caller.get(`/v1/loops/${running}`)).body.status).toBe("running");
  expect((await caller.get(`/v1/loops/${queued}`)).body.status).toBe("queued");
  const canceled = await caller.post(`/v1/loops/${queued}/cancel`, {});
  expect(canceled.body).toMatchObject({ status: "canceled", started_at: null, credits: { spent: 0 } });
  expect((await caller.post(`/v1/loops/${running}/cancel`, {})).body.status).toBe("canceled");
  await expect.poll(() => aborted).toBe(true);
  expect((await caller.get("/v1/credits")).body).toMatchObject({ balance: 1000, reserved: 0 });
  const { events } = (await caller.get(`/v1/loops/${running}/events`)).body;
  expect(events.map(({ kind }: { readonly kind: string }) => kind)).toEqual([
    "loop.queued",
    "loop.started",
    "credits.settled",
    "loop.canceled",
  ]);
});

test("a loop continues an open delta, and does not reread what was read", async () => {
  await startTestWorker(database, { piecesPerIteration });
  const { caller, sourceId } = await project(["Person: Ada", "Person: Grace", "Person: Joan"]);
  const first = await ended(
    caller,
    (await caller.post("/v1/loops", { goal: "x", loop: { max_iterations: 1 } })).body.loop_id,
  );
  expect(first.result.entity_count).toBe(2);
  await caller.post(`/v1/sources/${sourceId}/documents`, { text: "Person: Edith" });
  const head_delta_id = first.result.delta_id;
  const second = await ended(
    caller,
    (await caller.post("/v1/loops", { goal: "x", head_delta_id })).body.loop_id,
  );
  expect(second).toMatchObject({
    result: { delta_id: head_delta_id, entity_count: 2 },
    credits: { spent: 1 },
    quality: 1,
  });
  const { body } = await caller.get(`/v1/deltas/${head_delta_id}`);
  expect(body.counts).toMatchObject({ entities: 4 });
});

test("a hydrate reads the passages about its subject, and keeps what is related to it", async () => {
  await startTestWorker(database, { piecesPerIteration });
  const { caller } = await project([
    text,
    "Person: Grace\nCompany: Navy\nGrace works_at Navy",
    "Company: Elsewhere",
  ]);
  const started = await caller.post("/v1/loops", { kind: "hydrate", context: { subject: "Ada" } });
  expect(started.body.goal).toContain("Ada");
  const loop = await ended(caller, started.body.loop_id);
  expect(loop).toMatchObject({
    status: "completed",
    kind: "hydrate",
    result: { entity_count: 2, relationship_count: 1 },
  });
  expect(loop.credits.spent).toBe(1);
});

test("agentic_plus keeps only what both readings support", async () => {
  const extractor: Extractor = {
    ...lineExtractor,
    read: async (piece, _wanted, { first }) => {
      const { entities, ...reading } = readLines(piece);
      return await Promise.resolve({
        ...reading,
        entities: first === undefined ? entities : entities.slice(0, 1),
      });
    },
  };
  await startTestWorker(database, { extractor, piecesPerIteration });
  const { caller } = await project();
  const started = await caller.post("/v1/loops", { goal: "x", loop: { effort: "agentic_plus" } });
  expect(await ended(caller, started.body.loop_id)).toMatchObject({
    result: { entity_count: 1, relationship_count: 0 },
    credits: { reserved: 1, spent: 1 },
  });
});

test("another project's loops and another organization's credits are not found", async () => {
  const { caller } = await project();
  await registerWorker(database);
  const { loop_id } = (await caller.post("/v1/loops", { goal: "x" })).body;
  const sibling = await service.caller({ organizationId: caller.organizationId });
  for (const path of ["", "/events", "/checkpoints"])
    expect((await sibling.get(`/v1/loops/${loop_id}${path}`)).status).toBe(404);
  expect((await sibling.post(`/v1/loops/${loop_id}/cancel`, {})).status).toBe(404);
  const seen = (await sibling.get("/v1/credits")).body;
  expect(seen).toMatchObject({ balance: 999, reserved: 1 });
  expect(JSON.stringify(seen)).not.toContain(loop_id);
  const whole = await service.caller({ organizationId: caller.organizationId, projectId: null });
  expect((await whole.get("/v1/credits")).body).toMatchObject({ balance: 999, reserved: 1 });
  const stranger = await service.caller();
  await grant(database, stranger.organizationId, 7);
  expect((await stranger.get("/v1/credits")).body).toMatchObject({ balance: 7, reserved: 0 });
  await database.pool.query("delete from worker");
});
