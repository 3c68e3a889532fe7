// Tests the tools that write, stage and review, and that only a person decides.

import { describe, expect, test } from "vitest";
import { type Agent, agentAt, generations } from "../support/agents.ts";
import { grant, registerWorker } from "../support/loops.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();

const accept = { action: "accept", content: { consent: true } } as const;

/** A project with a document. */
async function start(permission: "propose" | "write" = "write") {
  const owner = await service.caller();
  const source = (await owner.post("/v1/sources", { name: "notes" })).body.id;
  const document = (
    await owner.post(`/v1/sources/${source}/documents`, { title: "May", text: "Ada moved to Lisbon." })
  ).body.id;
  const key = permission === "write" ? owner.key : (await owner.post("/v1/keys", { permission })).body.key;
  return { owner, key, source, document };
}

const facts = (document: string) => ({
  entities: [
    { type: "Person", name: "Ada", evidence: [{ document_id: document, quote: "Ada moved to Lisbon." }] },
    { type: "City", name: "Lisbon" },
  ],
  relationships: [{ type: "lives_in", from: "#0", to: "#1" }],
});

async function propose(agent: Agent, document: string): Promise<string> {
  const { body } = await agent.call("propose_facts", facts(document));
  expect(body).toMatchObject({ status: "staged", changes: 3 });
  return body.delta;
}

async function statusOf(owner: Caller, delta: string): Promise<string> {
  return (await owner.get(`/v1/deltas/${delta}`)).body.status;
}

describe.each(generations)("a client of %s", (generation) => {
  test("remembers, and is told if that is known, and forgets", async () => {
    const { owner, key } = await start();
    const agent = await agentAt(service.url, key, { generation });
    const first = (await agent.call("remember", { content: "Ada prefers tea.", subject_id: "ada" })).body;
    expect(first).toEqual({ id: first.id, status: "applied" });
    expect((await agent.call("remember", { content: " Ada  prefers tea.", subject_id: "ada" })).body).toEqual(
      {
        id: first.id,
        status: "duplicate",
      },
    );
    const second = (
      await agent.call("remember", {
        content: "Ada prefers coffee.",
        subject_id: "ada",
        supersedes: [first.id],
      })
    ).body;
    const listed = async () => (await owner.get("/v1/memories")).body.memories.map(({ id }: any) => id);
    expect(await listed()).toEqual([second.id]);
    expect((await agent.call("forget", { id: second.id })).body).toEqual({
      id: second.id,
      status: "forgotten",
    });
    expect(await listed()).toEqual([]);
    expect((await agent.call("forget", { id: second.id })).body.code).toBe("not_found");
  });

  test("stages what a key may only propose", async () => {
    const { owner, key, document } = await start("propose");
    const agent = await agentAt(service.url, key, { generation });
    const { body } = await agent.call("remember", { content: "Ada prefers tea.", kind: "preference" });
    expect(body).toEqual({ id: body.id, status: "staged", delta: body.delta });
    const delta = await propose(agent, document);
    expect(await Promise.all([body.delta, delta].map(async (id) => await statusOf(owner, id)))).toEqual([
      "open",
      "open",
    ]);
  });

  test("learns which fact is wrong", async () => {
    const { key, document, source } = await start("propose");
    const agent = await agentAt(service.url, key, { generation });
    const [ada, lisbon] = facts(document).entities;
    const cases = [
      [{ entities: [] }, []],
      [
        { entities: [{ ...ada, evidence: [{ document_id: document, quote: "Ada moved to Rome." }] }] },
        ["/entities/0/evidence/0/quote"],
      ],
      [{ entities: [lisbon], relationships: [{ type: "x", from: "#0", to: "#9" }] }, ["/relationships/0/to"]],
      [{ entities: [{ name: "Ada" }] }, ["/entities/0/type"]],
      [{ entities: [lisbon], memories: [] }, ["/memories"]],
      [{ entities: "x" }, ["/entities"]],
    ] as const;
    for (const [input, pointers] of cases) {
      const { isError, body } = await agent.call("propose_facts", input);
      const found = [input, isError, body.code, (body.errors ?? []).map(({ pointer }: any) => pointer)];
      expect(found).toEqual([input, true, "invalid_request", expect.arrayContaining([...pointers])]);
    }
    expect(source).toBeTypeOf("string");
  });

  test("sees what a loop would cost before it starts one", async () => {
    const { owner, key, source } = await start();
    await registerWorker(service.database);
    await grant(service.database, owner.organizationId, 100);
    await owner.post("/v1/shapes", {
      name: "People",
      entity_types: [{ name: "Person", properties: {} }],
      relationship_types: [],
    });
    const agent = await agentAt(service.url, key, { generation });
    const goal = "Who moved where?";
    const estimate = (await agent.call("start_loop", { goal, sources: ["notes"] })).body;
    expect(estimate).toMatchObject({ status: "estimate", estimated_credits: expect.any(Number) });
    expect(estimate).not.toHaveProperty("loop_id");
    expect((await owner.get("/v1/loops")).body.loops).toEqual([]);
    const started = (await agent.call("start_loop", { goal, sources: [source], dry_run: false })).body;
    expect(started).toMatchObject({ status: "queued", estimated_credits: estimate.estimated_credits });
    const { body } = await agent.call("get_loop", { id: started.loop_id });
    expect(body).toMatchObject({ status: "queued", delta: started.delta, counts: { entities: 0 } });
    expect(body.events.map(({ kind }: any) => kind)).toEqual(["loop.queued"]);
    const unknown = await agent.call("start_loop", { goal, sources: ["notes", "nowhere"] });
    expect(unknown.body).toMatchObject({ code: "unknown_source", errors: [{ pointer: "/sources/1" }] });
    const bad = await agent.call("start_loop", { goal, max_iterations: 99 });
    expect(bad.body).toMatchObject({ code: "invalid_request", errors: [{ pointer: "/max_iterations" }] });
    expect((await agent.call("start_loop", { goal: "" })).body.code).toMatch(
      /^(goal_required|invalid_request)$/,
    );
  });

  test("reviews, and cannot decide without asking the person", async () => {
    const { owner, key, document } = await start();
    const agent = await agentAt(service.url, key, { generation, path: "?tools=review" });
    const delta = await propose(agent, document);
    expect((await agent.call("list_deltas")).body.deltas).toMatchObject([{ id: delta, status: "open" }]);
    const { changes } = (await agent.call("get_changes", { delta })).body;
    expect(changes).toHaveLength(3);
    expect(changes[0]).toMatchObject({
      object: "entity",
      status: "staged",
      quotes: [{ quote: "Ada moved to Lisbon.", document_id: document }],
    });
    for (const tool of ["apply_delta", "discard_delta"]) {
      const { body, isError } = await agent.call(tool, { id: delta });
      expect([tool, isError, body.status, body.review]).toEqual([
        tool,
        false,
        "open",
        `${service.url}/console#/deltas/${delta}`,
      ]);
      expect(await statusOf(owner, delta)).toBe("open");
    }
  });
});

test("a delta is applied if the person says yes, and not if they decline or leave the box empty", async () => {
  const { owner, key, document } = await start();
  const answers: any[] = [
    { action: "decline" },
    { action: "cancel" },
    { action: "accept", content: { consent: false } },
    accept,
  ];
  const questions: string[] = [];
  const person = (question: string) => {
    questions.push(question);
    return answers[questions.length - 1];
  };
  const agent = await agentAt(service.url, key, { path: "?tools=review", person });
  const delta = await propose(agent, document);
  for (const status of ["open", "open", "open", "applied"]) {
    expect((await agent.call("apply_delta", { id: delta })).body).toMatchObject({ id: delta, status });
    expect(await statusOf(owner, delta)).toBe(status);
  }
  expect(new Set(questions)).toEqual(
    new Set([`Apply all of delta ${delta} (2 entities, 1 relationships, 0 memories)?`]),
  );
  expect((await agent.call("apply_delta", { id: delta })).body).toMatchObject({ status: "applied" });
  expect((await agent.call("discard_delta", { id: delta })).body).toMatchObject({ code: "delta_not_open" });
  expect(questions).toHaveLength(4);
});

test("only the changes that the person was asked about are applied, and a delta is discarded", async () => {
  const { owner, key, document } = await start();
  const agent = await agentAt(service.url, key, { path: "?tools=review", person: () => accept });
  const [delta, other] = [await propose(agent, document), await propose(agent, document)];
  const { changes } = (await agent.call("get_changes", { delta })).body;
  const { body } = await agent.call("apply_delta", { id: delta, only: [changes[1].change_id] });
  expect(body).toMatchObject({ status: "open", applied: { entities: 1, relationships: 0 } });
  expect((await owner.get("/v1/entities")).body.entities).toMatchObject([{ name: "Lisbon" }]);
  expect((await agent.call("discard_delta", { id: other })).body).toEqual({ id: other, status: "discarded" });
  expect(await statusOf(owner, other)).toBe("discarded");
});
