// Tests memories about end users: how they are named, found, and erased.

import { describe, expect, test } from "vitest";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();

async function contentsAt(who: Caller, path: string): Promise<readonly string[]> {
  const { status, body } = await who.get(path);
  expect(status).toBe(200);
  return body.memories.map(({ content }: { readonly content: string }) => content).toSorted();
}

describe("a memory about an end user", () => {
  test.each([
    [{ subject_id: "user-17" }, { id: "user-17" }],
    [{ subject: { id: "user-17" } }, { id: "user-17" }],
    [
      { subject_id: "user-17", subject: { id: "user-17", name: "Ada" } },
      { id: "user-17", name: "Ada" },
    ],
    [
      { subject_id: "user-17", subject: { name: "Ada" } },
      { id: "user-17", name: "Ada" },
    ],
    [{ subject_id: "𝔘".repeat(200) }, { id: "𝔘".repeat(200) }],
    [{ subject_id: "Ada Lovelace 👩‍💻" }, { id: "Ada Lovelace 👩‍💻" }],
    [{ subject: {} }, {}],
  ])("is written with %j", async (sent, subject) => {
    const who = await service.caller();
    const { body } = await who.post("/v1/memories", { content: "x", ...sent });
    expect((await who.get(`/v1/memories/${body.id}`)).body.subject).toEqual(subject);
  });

  test.each([
    [{ subject_id: "a", subject: { id: "b" } }, "/subject_id"],
    [{ subject_id: "" }, "/subject_id"],
    [{ subject_id: " " }, "/subject_id"],
    [{ subject_id: "a\n" }, "/subject_id"],
    [{ subject_id: "x".repeat(201) }, "/subject_id"],
    [{ subject: { id: 17 } }, "/subject/id"],
    [{ subject: { id: null } }, "/subject/id"],
    [{ subject: { id: "" } }, "/subject/id"],
    [{ subject: { id: "a\u0007b" } }, "/subject/id"],
    [{ subject: { id: "x".repeat(201) } }, "/subject/id"],
  ])("is refused with %j", async (sent, pointer) => {
    const who = await service.caller();
    for (const apply of [true, false]) {
      const { status, body } = await who.post("/v1/memories", { content: "x", apply, ...sent });
      expect([status, body.errors?.[0]?.pointer]).toEqual([422, pointer]);
    }
    const { body } = await who.post("/v1/memories", {
      memories: [{ content: "y" }, { content: "x", ...sent }],
    });
    expect(body.errors[0].pointer).toBe(`/memories/1${pointer}`);
    expect(await contentsAt(who, "/v1/memories")).toEqual([]);
  });

  test("that was staged is about the same one once it is applied", async () => {
    const who = await service.caller();
    const { body } = await who.post("/v1/memories", { content: "x", subject_id: "ada", apply: false });
    await who.post(`/v1/deltas/${body.delta_id}/apply`, {});
    expect(await contentsAt(who, "/v1/memories?subject_id=ada")).toEqual(["x"]);
  });
});

async function filled(): Promise<{ readonly who: Caller; readonly shape: string }> {
  const who = await service.caller();
  const shape = (await who.post("/v1/shapes", { name: "Note" })).body.id;
  const memories = [
    { content: "tea one", subject_id: "ada", kind: "preference" },
    { content: "tea two", subject_id: "ada", kind: "fact", scope: "agent" },
    { content: "tea three", subject_id: "bob", kind: "fact", scope: "commons" },
    { content: "tea four", shape_id: shape },
  ];
  expect((await who.post("/v1/memories", { memories })).status).toBe(201);
  return { who, shape };
}

test("a list has the memories that all parameters ask for", async () => {
  const { who, shape } = await filled();
  for (const [query, expected] of [
    ["subject_id=ada", ["tea one", "tea two"]],
    ["subject_id=ada&kind=fact", ["tea two"]],
    ["subject_id=ad", []],
    ["kind=fact", ["tea three", "tea two"]],
    ["scope=commons", ["tea three"]],
    [`shape_id=${shape}`, ["tea four"]],
    [`shape_id=${shape.toUpperCase()}`, ["tea four"]],
    ["shape_id=none", []],
    ["kind=fact&scope=commons&subject_id=bob", ["tea three"]],
  ] as const)
    expect([query, await contentsAt(who, `/v1/memories?${query}`)]).toEqual([query, expected]);
  const first = await who.get("/v1/memories?kind=fact&limit=1");
  const second = await who.get(`/v1/memories?kind=fact&limit=1&cursor=${first.body.next_cursor}`);
  expect([first, second].map(({ body }) => body.memories.length)).toEqual([1, 1]);
  expect(second.body.next_cursor).toBeNull();
  expect((await who.get("/v1/memories?kind=guess")).body.errors[0].pointer).toBe("/kind");
});

test("a search has the memories that all members of `memory` ask for", async () => {
  const { who } = await filled();
  const [future, past] = ["2999-01-01T00:00:00Z", "2020-01-01T00:00:00Z"];
  for (const [memory, expected] of [
    [{ subject_id: "ada" }, ["tea one", "tea two"]],
    [{ kinds: ["fact", "decision"] }, ["tea three", "tea two"]],
    [{ scopes: ["commons", "agent"] }, ["tea three", "tea two"]],
    [{ since: past, until: future }, ["tea four", "tea one", "tea three", "tea two"]],
    [{ since: future }, []],
    [{ until: past }, []],
    [{ subject_id: "ada", kinds: ["fact"], scopes: ["agent"] }, ["tea two"]],
  ] as const)
    for (const query of ["tea", "te", "taa", "tea nothing", "-nothing", ""]) {
      const { status, body } = await who.post("/v1/search", { query, memory, include: ["memories"] });
      const found = body.memories.map(({ content }: { readonly content: string }) => content).toSorted();
      expect([query, memory, status, found]).toEqual([query, memory, 200, expected]);
    }
  const refused = await who.post("/v1/search", {
    query: "tea",
    memory: { kinds: ["fact"] },
    include: ["entities"],
  });
  expect(refused.body.errors[0].pointer).toBe("/memory");
});

describe("erasing an end user", () => {
  test("forgets all memories of the project about them, of all keys, with their copies and words", async () => {
    const who = await service.caller();
    const colleague = await service.caller(who);
    const neighbor = await service.caller({ organizationId: who.organizationId });
    const write = async (writer: Caller, memory: object) => (await writer.post("/v1/memories", memory)).body;
    for (const scope of ["project", "agent", "commons"])
      for (const writer of [who, colleague])
        await write(writer, { content: `quicksilver marzipan ${scope}`, subject_id: "ada", scope });
    await write(who, { content: "hollyhock stays", subject_id: "bob" });
    await write(who, { content: "shared marzipan" });
    await write(neighbor, { content: "hollyhock next door", subject_id: "ada" });
    const open = await write(who, { content: "staged quicksilver", subject_id: "ada", apply: false });
    const secret = await write(colleague, {
      content: "private quicksilver",
      subject_id: "ada",
      scope: "agent",
      apply: false,
    });
    const done = await write(who, { content: "applied quicksilver", subject_id: "ada", apply: false });
    await who.post(`/v1/deltas/${done.delta_id}/apply`, {});
    const erased = await who.call("DELETE", "/v1/memories?subject_id=ada");
    // Of what both have written for the same readers, there is one.
    expect([erased.status, erased.body.forgotten]).toEqual([200, 5]);
    expect(await contentsAt(who, "/v1/memories")).toEqual(["hollyhock stays", "shared marzipan"]);
    expect(await contentsAt(colleague, "/v1/memories?scope=agent")).toEqual([]);
    expect(await contentsAt(neighbor, "/v1/memories")).toEqual(["hollyhock next door"]);
    for (const [reader, { delta_id }] of [
      [who, open],
      [colleague, secret],
      [who, done],
    ] as const) {
      expect((await reader.get(`/v1/deltas/${delta_id}/changes`)).body.changes).toEqual([]);
      expect((await reader.get(`/v1/deltas/${delta_id}`)).body.counts.memories).toBe(0);
    }
    const { rows } = await service.database.pool.query(
      "select count(*)::int as n, word from word where organization_id = $1 and word in ('quicksilver', 'marzipan') group by word",
      [who.organizationId],
    );
    expect(rows).toEqual([{ n: 1, word: "marzipan" }]);
    expect((await who.call("DELETE", "/v1/memories?subject_id=ada")).body.forgotten).toBe(0);
    const { activity } = (await who.get("/v1/activity")).body;
    expect(activity[0]).toMatchObject({
      action: "erased",
      object: "memory",
      object_id: null,
      counts: { memories: 5, copies: 3 },
    });
  });

  test("of whom there are only copies in deltas is noted as well", async () => {
    const who = await service.caller();
    const { delta_id } = (await who.post("/v1/memories", { content: "x", subject_id: "ada", apply: false }))
      .body;
    expect((await who.call("DELETE", "/v1/memories?subject_id=ada")).body.forgotten).toBe(0);
    expect((await who.get(`/v1/deltas/${delta_id}/changes`)).body.changes).toEqual([]);
    expect((await who.get("/v1/activity")).body.activity).toMatchObject([
      { action: "erased", counts: { memories: 0, copies: 1 } },
    ]);
  });

  test("needs a key that may write, and names whom", async () => {
    const writer = await service.caller();
    for (const [permission, code] of [
      ["read", "read_only_key"],
      ["propose", "propose_only"],
    ] as const) {
      const who = await service.caller({ ...writer, permission });
      expect((await who.call("DELETE", "/v1/memories?subject_id=ada")).body.code).toBe(code);
    }
    for (const query of ["", "?subject_id=", "?subject_id=%20", "?subject_id=a&subject_id=b"])
      expect((await writer.call("DELETE", `/v1/memories${query}`)).status).toBe(422);
  });

  test("takes all of many, and words that a query would misread", async () => {
    const who = await service.caller();
    for (let part = 0; part < 25; part++)
      await who.post("/v1/memories", {
        memories: Array.from({ length: 100 }, (_, at) => ({
          content: `o'word${part} back\\slash${at} http://a.example/${at}?b='c'`,
          subject_id: "many",
        })),
      });
    await who.post("/v1/memories", { content: "o'word7 back\\slash7 plain" });
    const { pool } = service.database;
    const words = async (): Promise<readonly string[]> => {
      const text = "select word from word where owner_id = $1 order by word";
      const { rows } = await pool.query<{ readonly word: string }>(text, [who.projectId]);
      return rows.map(({ word }) => word);
    };
    expect(await words()).toEqual(expect.arrayContaining(["word3", "word7", "slash3", "slash7", "plain"]));
    expect((await who.call("DELETE", "/v1/memories?subject_id=many")).body.forgotten).toBe(2500);
    const left = await pool.query<{ readonly words: readonly string[] }>(
      "select tsvector_to_array(ts_filter(search, '{a,c}')) as words from memory where project_id = $1",
      [who.projectId],
    );
    expect(await words()).toEqual(left.rows[0]?.words.filter((word) => word.length > 1).toSorted());
  });

  test("a memory that is forgotten is noted in the activity", async () => {
    const who = await service.caller();
    const { id } = (await who.post("/v1/memories", { content: "x" })).body;
    await who.call("DELETE", `/v1/memories/${id}`);
    await who.call("DELETE", `/v1/memories/${id}`);
    expect((await who.get("/v1/activity")).body.activity).toMatchObject([
      { action: "forgotten", object: "memory", object_id: id, key_id: who.keyId },
    ]);
  });
});
