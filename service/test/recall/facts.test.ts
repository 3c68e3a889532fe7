// Tests what is recalled of the relationships of an entity: the newest, to others within the slice, with quotes of documents that a search would find.

import { expect, test } from "vitest";
import { type Caller, callerWith, startService } from "../support/service.ts";

const service = await startService();

async function tell(who: Caller, more: object = {}): Promise<string> {
  const { body } = await who.post("/v1/recall", { query: "Ada", budget: { characters: 2000 }, ...more });
  return body.text;
}

async function sourcesOf(who: Caller): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const name of ["gmail", "hr"]) ids.push((await who.post("/v1/sources", { name })).body.id);
  return ids;
}

test("a slice also limits what entities are told to be connected to", async () => {
  const who = await service.caller();
  await sourcesOf(who);
  await who.post("/v1/graph", {
    entities: [
      { type: "Person", name: "Ada", source: "gmail" },
      { type: "Salary", name: "250000", source: "hr" },
      { type: "Person", name: "Bob", source: "gmail" },
    ],
    relationships: [
      { type: "earns", from: "#0", to: "#1" },
      { type: "knows", from: "#2", to: "#0" },
      { type: "likes", from: "#0", to: "#0" },
    ],
  });
  // A search within this slice does not find the salary either.
  const found = await who.post("/v1/search", {
    query: "earns",
    include: ["relationships"],
    cql: "source:gmail",
  });
  expect(found.body.relationships).toEqual([]);
  const inSlice = await tell(who, { cql: "source:gmail" });
  expect(inSlice).toContain("Person Bob knows Person Ada");
  expect(inSlice).not.toContain("250000");
  const all = await tell(who);
  expect(all).toContain("earns Salary 250000");
  expect(all.split("likes Person Ada")).toHaveLength(2);
});

test.each(["whole", "limited"])(
  "an entity with many relationships tells the newest that are seen (%s key)",
  async (kind) => {
    const who = await service.caller();
    await sourcesOf(who);
    const others = Array.from({ length: 201 }, (_, at) => ({ type: "Person", name: `P${at}`, source: "hr" }));
    const { body } = await who.post("/v1/graph", {
      entities: [
        { type: "Person", name: "Ada", source: "gmail" },
        { type: "Person", name: "Bob", source: "gmail" },
        ...others,
      ],
      relationships: others.map((_, at) => ({ type: "sees", from: "#0", to: `#${at + 2}` })),
    });
    const [from, to] = body.entities.ids;
    await who.post("/v1/relationships", [{ type: "married_to", from, to }]);
    // Newer ones, which a limited key does not see.
    for (let at = 0; at < 7; at++)
      await who.post("/v1/relationships", [{ type: "avoids", from, to: body.entities.ids[at + 2] }]);
    const made = (await who.post("/v1/keys", { slice: "source:gmail" })).body;
    const narrow = callerWith(service.url, { ...who, key: made.key, keyId: made.id });
    const text = await tell(kind === "limited" ? narrow : who, { include: ["entities"] });
    expect(text).toContain(kind === "limited" ? "married_to Person Bob" : "avoids Person P6");
    expect(text).not.toContain(kind === "limited" ? "avoids" : "sees");
  },
);

test("an applied change quotes its document while a search with the same scope would find it", async () => {
  const who = await service.caller();
  const [gmail = "", hr = ""] = await sourcesOf(who);
  const text = `${"Nothing of note. ".repeat(80)}😀 Ada married Bob in May.`;
  const put = async (source: string, body: string): Promise<string> =>
    (await who.post(`/v1/sources/${source}/documents`, { external_id: "d", text: body })).body.id;
  const [inGmail, inHr] = [await put(gmail, text), await put(hr, text)];
  const people = ["Ada", "Bob"].map((name) => ({ type: "Person", name, source: "gmail" }));
  const [from, to] = (await who.post("/v1/entities", people)).body.ids;
  const evidence = [
    { document_id: inHr, quote: "Ada married Bob in May" },
    { document_id: inGmail, quote: "Ada married Bob" },
  ];
  const relationships = [{ type: "married_to", from, to, evidence }];
  const { id } = (await who.post("/v1/deltas", { relationships })).body;
  expect((await who.post(`/v1/deltas/${id}/apply`, {})).status).toBe(200);
  const line = async (more: object = {}) =>
    (await tell(who, more)).split("\n").find((each) => each.includes(" Person Ada;"));
  const bare = expect.stringMatching(/ Person Ada; married_to Person Bob \(gmail\)$/);
  expect(await line()).toContain("married_to Person Bob: “Ada married Bob in May”");
  expect(await line({ cql: "source:gmail" })).toContain("married_to Person Bob: “Ada married Bob”");
  // No document has a type.
  expect(await line({ cql: "type:Person" })).toEqual(bare);
  expect(await line({ include: ["entities"] })).toEqual(bare);
  await who.call("DELETE", `/v1/documents/${inHr}`);
  expect(await line()).toContain("married_to Person Bob: “Ada married Bob”");
  await put(gmail, text.replace("married", "met"));
  expect(await line()).toEqual(bare);
});
