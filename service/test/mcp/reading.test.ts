// Tests the tools that read, with clients of both generations of the protocol.

import { describe, expect, test } from "vitest";
import { type Agent, agentAt, generations } from "../support/agents.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();

/** A project in which Ada works at Acme, and is mentioned in a memory and a document. */
async function fill(who: Caller) {
  const gmail = (await who.post("/v1/sources", { name: "gmail" })).body.id;
  const { ids } = (
    await who.post("/v1/entities", [
      { type: "Person", name: "Ada", source: "gmail", created_at: "2026-02-01T00:00:00Z" },
      { type: "Company", name: "Acme", created_at: "2026-01-01T00:00:00Z" },
    ])
  ).body;
  await who.post("/v1/relationships", [{ type: "works_at", from: ids[0], to: ids[1] }]);
  await who.post(`/v1/sources/${gmail}/documents`, {
    title: "Minutes",
    text: "Ada will move to Lisbon.",
    created_at: "2026-05-03T10:00:00Z",
  });
  await who.post("/v1/memories", { content: "Ada prefers tea.", source_context: "a call" });
  const slice = (await who.post("/v1/slices", { name: "People of sales", cql: "type:Person" })).body.id;
  return { ada: ids[0], acme: ids[1], gmail, slice };
}

describe.each(generations)("a client of %s", (generation) => {
  async function start(): Promise<{ readonly who: Caller; readonly agent: Agent; readonly all: any }> {
    const who = await service.caller();
    const all = await fill(who);
    return { who, all, agent: await agentAt(service.url, who.key, { generation }) };
  }

  test("finds entities, memories and documents, each with its source, date and status", async () => {
    const { agent } = await start();
    const { body, structured, isError } = await agent.call("search", { query: "Ada" });
    expect(isError).toBe(false);
    expect(structured).toEqual(body);
    const kinds = body.hits.map(({ kind, source, status }: any) => [kind, source, status]);
    expect(kinds.toSorted()).toEqual([
      ["document", "gmail: Minutes", "applied"],
      ["entity", "gmail", "applied"],
      ["memory", "a call", "applied"],
    ]);
    for (const { excerpt, date, score } of body.hits)
      expect([excerpt.includes("«Ada»"), Number.isNaN(Date.parse(date)), score > 0]).toEqual([
        true,
        false,
        true,
      ]);
  });

  test("limits a search with the name of a slice, else with CQL", async () => {
    const { agent, all } = await start();
    for (const within of ["People of sales", "type:Person"]) {
      const { body } = await agent.call("search", { query: "", within, include: ["entities"] });
      expect(body.hits.map(({ id }: any) => id)).toEqual([all.ada]);
    }
  });

  test("counts a scope, and learns what is wrong with it", async () => {
    const { agent } = await start();
    expect((await agent.call("check_scope", { cql: "type:Person" })).body).toMatchObject({ count: 1 });
    const { body } = await agent.call("check_scope", { cql: "type:person sales" });
    expect(body.scope_warnings).toEqual(["sales"]);
    expect(body.diagnostics.flatMap(({ fixes = [] }: any) => fixes.map(({ query }: any) => query))).toContain(
      "type:Person sales",
    );
    const wrong = await agent.call("check_scope", { cql: 'type:"Person' });
    expect(wrong).toMatchObject({ isError: true, structured: undefined, body: { code: "invalid_cql" } });
    expect(wrong.body.diagnostics[0].fixes[0].query).toBe('type:"Person"');
  });

  test("lists the entities of a scope page by page, and reads one", async () => {
    const { agent, all } = await start();
    const first = (await agent.call("list_entities", { within: "", limit: 1 })).body;
    const second = (await agent.call("list_entities", { within: "", limit: 1, cursor: first.next_cursor }))
      .body;
    expect([first, second].flatMap(({ entities }) => entities.map(({ id }: any) => id))).toEqual([
      all.ada,
      all.acme,
    ]);
    expect(second.next_cursor).toBe(null);
    const { body } = await agent.call("get_entity", { id: all.ada });
    expect(body).toMatchObject({ id: all.ada, type: "Person", name: "Ada", source: "gmail", quotes: [] });
    expect(body.relationships).toMatchObject([{ type: "works_at", from: all.ada, to: all.acme }]);
  });

  test("lists what is remembered", async () => {
    const { agent, who } = await start();
    await who.post("/v1/memories", { content: "Grace likes C.", kind: "fact", subject_id: "user-17" });
    const { body } = await agent.call("list_memories", { subject_id: "user-17", kind: "fact" });
    expect(body.memories).toMatchObject([
      { content: "Grace likes C.", kind: "fact", subject_id: "user-17", status: "applied" },
    ]);
    expect((await agent.call("list_memories")).body.memories).toHaveLength(2);
  });

  test("is told what is wrong with its arguments, with pointers into them", async () => {
    const { agent } = await start();
    const cases = [
      ["search", { query: "x", within: 3 }, "invalid_request", ["/within"]],
      ["search", { query: "x", project_id: "y" }, "invalid_request", ["/project_id"]],
      ["search", { query: "x", limit: 0 }, "invalid_request", ["/limit"]],
      ["search", {}, "invalid_request", ["/query"]],
      ["search", { query: "a\u0000b" }, "invalid_request", ["/query"]],
      ["search", { query: "" }, "invalid_request", ["/query"]],
      ["search", { query: "x", within: "type:" }, "invalid_cql", undefined],
      ["check_scope", { cql: null }, "invalid_request", ["/cql"]],
      ["list_entities", { within: "type:Person", cursor: "x" }, "invalid_request", ["/cursor"]],
      ["get_entity", { id: ".." }, "not_found", undefined],
      ["get_entity", { id: "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081" }, "not_found", undefined],
      ["get_loop", { id: "" }, "not_found", undefined],
      ["list_memories", { kind: "joke" }, "invalid_request", ["/kind"]],
    ] as const;
    for (const [tool, input, code, pointers] of cases) {
      const { isError, body } = await agent.call(tool, input);
      const found = [tool, input, isError, body.code, body.errors?.map(({ pointer }: any) => pointer)];
      expect(found).toEqual([tool, input, true, code, pointers]);
    }
  });
});
