// Tests what is recalled for a prompt: from which kinds, within which slice, and for whom.

import { expect, test } from "vitest";
import { clientOf } from "../support/client.ts";
import { type Caller, callerWith, startService } from "../support/service.ts";

const service = await startService();

async function recall(who: Caller, query: string, more: object = {}): Promise<any> {
  return (await who.post("/v1/recall", { query, budget: { characters: 2000 }, ...more })).body;
}

/** A project in which Ada works at Acme and is mentioned in a document of May. */
async function fill(who: Caller) {
  const gmail = (await who.post("/v1/sources", { name: "gmail" })).body.id;
  const people = [
    {
      type: "Person",
      name: "Ada",
      source: "gmail",
      created_at: "2026-02-01T00:00:00Z",
      properties: { email: "ada@example.com", tags: ["x"] },
    },
    { type: "Company", name: "Acme", created_at: "2026-01-01T00:00:00Z" },
  ];
  const { ids } = (await who.post("/v1/entities", people)).body;
  await who.post("/v1/relationships", [{ type: "works_at", from: ids[0], to: ids[1] }]);
  await who.post(`/v1/sources/${gmail}/documents`, {
    title: "Minutes",
    text: "Ada will move to\nLisbon.",
    created_at: "2026-05-03T10:00:00Z",
  });
  const memory = (await who.post("/v1/memories", { content: "Ada prefers tea.", source_context: "a call" }))
    .body.id;
  return { ada: ids[0], acme: ids[1], memory };
}

test("a text has memories, entities with what they are connected to, and passages, each with its date and source", async () => {
  const who = await service.caller();
  const { ada, memory } = await fill(who);
  const application = clientOf(service, who);
  const { text, items, request_id } = await application.recall({
    query: "Ada",
    budget: { characters: 2000 },
  });
  const today = new Date().toISOString().slice(0, 10);
  const said = text.split("\n").map((line: string) => line.replace(/^\[\d\] /, ""));
  expect(said.toSorted()).toEqual(
    [
      "2026-02-01 Person Ada; email: ada@example.com; works_at Company Acme (gmail)",
      "2026-05-03 Ada will move to Lisbon. (gmail: Minutes)",
      `${today} Ada prefers tea. (a call)`,
    ].toSorted(),
  );
  expect(text.split("\n").map((line: string) => line.slice(0, 4))).toEqual(["[1] ", "[2] ", "[3] "]);
  expect(items).toContainEqual({
    kind: "memory",
    id: memory,
    quote: "Ada prefers tea.",
    source: "a call",
    at: expect.any(String),
  });
  expect(items).toContainEqual(expect.objectContaining({ kind: "entity", id: ada }));
  expect(request_id).toEqual(expect.any(String));
});

test("an entity tells what others have with it, and an applied change quotes its document", async () => {
  const who = await service.caller();
  await fill(who);
  expect((await recall(who, "Acme", { include: ["entities"] })).text).toBe(
    "[1] 2026-01-01 Company Acme; Person Ada works_at Company Acme",
  );
});

test("a relationship that was found itself names its ends", async () => {
  const who = await service.caller();
  await fill(who);
  const { items } = await recall(who, "works_at", { include: ["relationships"] });
  expect(items).toEqual([
    expect.objectContaining({ kind: "relationship", quote: "Person Ada works_at Company Acme" }),
  ]);
});

test("what was superseded, what was forgotten and what says the same are left out", async () => {
  const who = await service.caller();
  const old = (await who.post("/v1/memories", { content: "Ada lives in Paris." })).body.id;
  await who.post("/v1/memories", { content: "Ada lives in Lisbon now.", supersedes: [old] });
  await who.post("/v1/memories", { content: "Ada lives in Lisbon now!" });
  const gone = (await who.post("/v1/memories", { content: "Ada lives alone." })).body.id;
  await who.call("DELETE", `/v1/memories/${gone}`);
  const { items } = await recall(who, "Where does Ada live?");
  expect(items.map(({ quote }: any) => quote)).toEqual([expect.stringMatching(/^Ada lives in Lisbon now/)]);
});

test("the budget holds, and the best comes first", async () => {
  const who = await service.caller();
  const contents = Array.from({ length: 30 }, (_, at) => ({
    content: `Ada mentioned number ${at} in a long talk about nothing.`,
  }));
  await who.post("/v1/memories", { memories: [...contents, { content: "Ada prefers green tea." }] });
  const { text, items } = await recall(who, "ada green tea", { budget: { characters: 200 } });
  expect(text.length).toBeLessThanOrEqual(200);
  expect(items[0].quote).toBe("Ada prefers green tea.");
  expect(items.length).toBeGreaterThan(1);
});

test("a memory that is too long to be quoted is told by what was asked for", async () => {
  const who = await service.caller();
  await who.post("/v1/memories", { content: `${"Nothing of note. ".repeat(400)}Ada prefers tea.` });
  const { items } = await recall(who, "Ada", { budget: { characters: 100_000 } });
  expect(items).toEqual([
    expect.objectContaining({ quote: expect.stringMatching(/^.{0,200}Ada prefers tea/) }),
  ]);
});

test("a slice limits what is recalled, and says what it could not apply", async () => {
  const who = await service.caller();
  await fill(who);
  const inGmail = await recall(who, "Ada Acme", {
    cql: "source:gmail sort:name",
    include: ["entities", "documents"],
  });
  expect(inGmail.items.map(({ kind }: any) => kind).toSorted()).toEqual(["document", "entity"]);
  expect(inGmail.scope.scope_warnings).toHaveLength(1);
});

test("a limited key is told neither documents, nor entities beyond its slice as ends of relationships", async () => {
  const who = await service.caller();
  await fill(who);
  const { body } = await who.post("/v1/keys", { slice: "type:Person", permission: "read" });
  const narrow = callerWith(service.url, { ...who, key: body.key, keyId: body.id });
  const { text } = await recall(narrow, "Ada Acme Lisbon");
  expect(text).toContain("Person Ada");
  expect(text).not.toMatch(/Acme|Lisbon/);
  expect(
    (await narrow.post("/v1/recall", { query: "Ada", budget: { characters: 500 }, include: ["documents"] }))
      .status,
  ).toBe(403);
});

test("nothing to look for, and no room, are refused", async () => {
  const who = await service.caller();
  expect((await who.post("/v1/recall", { query: " ", budget: { characters: 500 } })).status).toBe(422);
  expect((await who.post("/v1/recall", { query: "Ada", budget: { characters: 10 } })).status).toBe(422);
  expect((await who.post("/v1/recall", { query: "Ada" })).status).toBe(422);
});

test("a memory with much white space is not cut within a character, nor without a sign of it", async () => {
  const who = await service.caller();
  await who.post("/v1/memories", {
    memories: [{ content: `ab${" ".repeat(4997)}😀 end` }, { content: "Where is the halva?" }],
    thread: "t",
  });
  const { text } = await recall(who, "halva");
  expect(text.isWellFormed()).toBe(true);
  expect(text).toMatch(/ab.*(?:end|…)/);
});

test("characters that turn the direction of a text, or are not shown, are not handed on", async () => {
  const who = await service.caller();
  await who.post("/v1/memories", {
    content: "nougat \u202E(liamg) ]2[ \u2066\u{E0041}\u{E0042}",
    source_context: "a\u202E call",
  });
  const { id } = (await who.post("/v1/sources", { name: "g\u2066mail" })).body;
  await who.post("/v1/entities", [{ type: "Food", name: "Nougat \u202Ebar", source_id: id }]);
  const { text } = await recall(who, "nougat");
  expect(text).toMatch(/a call[^]*gmail|gmail[^]*a call/);
  expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u);
});

test("what a better line denies, or says of someone else, is not left out as said already", async () => {
  const who = await service.caller();
  await who.post("/v1/memories", { content: "It is not true that Vera owns the Volvo" });
  await who.post("/v1/memories", { content: "Vera owns the Volvo" });
  expect((await recall(who, "It is not true that Vera owns the Volvo")).items).toHaveLength(2);
  for (const subject of [{ id: "cust-1" }, { id: "cust-2", name: "Eve\nBarr", tags: ["x"] }, { name: "Zoe" }])
    await who.post("/v1/memories", { content: "Likes marzipan", subject });
  const { text } = await recall(who, "marzipan");
  const lines: readonly string[] = text.split("\n").map((line: string) => line.replace(/^\[\d\] \S+ /, ""));
  expect(lines.toSorted()).toEqual([
    "(about cust-1) Likes marzipan",
    "(about cust-2; name: Eve Barr) Likes marzipan",
    "(about name: Zoe) Likes marzipan",
  ]);
});
