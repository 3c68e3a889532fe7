// Tests searches of documents: which passages are found, in which order, within which slice, and for whom.

import { expect, test } from "vitest";
import { type Caller, callerWith, startService } from "../support/service.ts";

const service = await startService();

async function sourceOf(who: Caller, name = "notes"): Promise<string> {
  return (await who.post("/v1/sources", { name })).body.id;
}

async function put(who: Caller, source: string, body: object | string): Promise<string> {
  const document = typeof body === "string" ? { text: body } : body;
  return (await who.post(`/v1/sources/${source}/documents`, document)).body.id;
}

async function find(who: Caller, query: string, more: object = {}): Promise<any> {
  return (await who.post("/v1/search", { query, include: ["documents"], ...more })).body;
}

async function textsOf(who: Caller, query: string, more: object = {}): Promise<readonly string[]> {
  return (await find(who, query, more)).documents.map(({ text }: { readonly text: string }) => text);
}

/** A text of as many passages, of which each says something else. */
function longText(passages: number, sentence: (at: number) => string): string {
  return Array.from({ length: passages }, (_, at) =>
    `${sentence(at)} `.repeat(100).slice(0, 1000).trim(),
  ).join("\n\n");
}

test("a passage is found with its document, its place and an excerpt", async () => {
  const who = await service.caller();
  const source = await sourceOf(who);
  const text = `${longText(3, () => "Nothing of note.")}\n\nAda renewed the Okta contract 😀.`;
  const id = await put(who, source, {
    external_id: "m1",
    title: "Minutes",
    text,
    created_at: "2026-01-05T00:00:00Z",
  });
  const { documents } = await find(who, "okta renewals");
  const { request_id: _request, ...document } = (await who.get(`/v1/documents/${id}`)).body;
  const [{ start, end, score }] = documents;
  expect(documents).toEqual([
    {
      ...document,
      text: text.slice(start, end),
      start,
      end,
      passages: 1,
      score,
      highlight: expect.stringContaining("«renewed» the «Okta» contract"),
      matched: ["renewed", "okta"],
    },
  ]);
  expect([end, score > 0.5, text.slice(start, end)]).toEqual([
    text.length,
    true,
    expect.stringContaining("Okta"),
  ]);
  const part = (await who.get(`/v1/documents/${id}?start=${start}&end=${end}`)).body;
  expect(part.text).toBe(documents[0].text);
});

test("passages are ranked as memories are: by all words, phrases, exclusions, forms, beginnings and near spellings", async () => {
  const who = await service.caller();
  const source = await sourceOf(who);
  const texts = ["red car", "car of a red driver", "blue car", "green bicycle"];
  for (const text of texts) {
    await put(who, source, text);
    await who.post("/v1/memories", { content: text, scope: "project" });
  }
  const queries = [
    "red car",
    '"red car"',
    "car -blue",
    "cars",
    "bicy",
    "biccyle",
    "-car",
    "red nowhere",
    "drivers?",
  ];
  for (const query of queries) {
    const { documents, memories } = await find(who, query, {
      include: ["documents", "memories"],
      explain: true,
      prefer: "relevant",
    });
    const shown = ({ score, matched, missing, score_parts, highlight }: any) => {
      return { score, matched, missing, score_parts, highlight };
    };
    expect(
      documents.map(({ text }: any) => text),
      query,
    ).toEqual(memories.map(({ content }: any) => content));
    expect(documents.map(shown), query).toEqual(memories.map(shown));
    expect(documents.length, query).toBeGreaterThan(0);
  }
});

test("the title counts for each passage, less than the words in it", async () => {
  const who = await service.caller();
  const source = await sourceOf(who);
  await put(who, source, { title: "Minutes of the board", text: "Ada spoke." });
  await put(who, source, { title: "Other", text: "The board met Ada." });
  expect(await textsOf(who, "minutes ada")).toEqual(["Ada spoke.", "The board met Ada."]);
  expect(await textsOf(who, "board")).toEqual(["The board met Ada.", "Ada spoke."]);
});

test("a long document does not fill the page, and says how many of its passages were found", async () => {
  const who = await service.caller();
  const source = await sourceOf(who);
  const long = await put(
    who,
    source,
    longText(30, (at) => `The harbor has dock ${at}.`),
  );
  const short = await put(
    who,
    source,
    "The harbor, and much else that makes this text longer than it is good.",
  );
  for (const query of ["harbor", "harbor dock", "the harb", "harbor nowhere", "-nothing"]) {
    const { documents } = await find(who, query);
    const ids = documents.map(({ id }: any) => id);
    expect(
      ids.filter((id: string) => id === long),
      query,
    ).toHaveLength(3);
    expect(ids, query).toContain(short);
    expect(documents.find(({ id }: any) => id === long).passages, query).toBe(30);
  }
  expect((await find(who, "harbor", { limit: 2 })).documents).toHaveLength(2);
});

test("an empty query finds the newest documents, from their beginning", async () => {
  const who = await service.caller();
  const source = await sourceOf(who);
  await put(who, source, { text: "old", created_at: "2020-01-01T00:00:00Z" });
  const text = longText(5, (at) => `Part ${at} of it.`);
  await put(who, source, { text, created_at: "2026-01-01T00:00:00Z" });
  const { documents } = await find(who, "", { cql: "" });
  expect(documents.map(({ text: found }: any) => found.slice(0, 6))).toEqual([
    "Part 0",
    "Part 1",
    "Part 2",
    "old",
  ]);
});

test("what is replaced or deleted is found no more", async () => {
  const who = await service.caller();
  const source = await sourceOf(who);
  const id = await put(who, source, { external_id: "a", text: "first wording" });
  await put(who, source, { external_id: "a", text: "second wording" });
  expect(await textsOf(who, "wording")).toEqual(["second wording"]);
  expect(await textsOf(who, '"first wording"')).toEqual([]);
  await who.call("DELETE", `/v1/documents/${id}`);
  expect(await textsOf(who, "wording")).toEqual([]);
});

test("a slice limits documents by source and date, and with a term that none meets there is none", async () => {
  const who = await service.caller();
  const [mail, wiki] = [await sourceOf(who, "mail"), await sourceOf(who, "wiki")];
  await who.post("/v1/entities", [{ type: "Person", name: "harbor master", source_id: mail }]);
  await put(who, mail, { text: "harbor in mail", created_at: "2026-01-05T00:00:00Z" });
  await put(who, wiki, { text: "harbor in wiki", created_at: "2020-01-05T00:00:00Z" });
  const within: readonly (readonly [cql: string, found: readonly string[]])[] = [
    ["", ["harbor in mail", "harbor in wiki"]],
    ["source:mail", ["harbor in mail"]],
    ["source:mail source:wiki", ["harbor in mail", "harbor in wiki"]],
    ["source:nowhere", []],
    ["after:2021-01-01", ["harbor in mail"]],
    ["before:2021-01-01", ["harbor in wiki"]],
    ["source:mail before:2021-01-01", []],
  ];
  for (const [cql, found] of within)
    for (const query of ["harbor", "harbor nowhere", "", "-nothing"])
      expect((await textsOf(who, query, { cql })).toSorted(), `${query} in ${cql}`).toEqual(found);
  for (const [cql, qualifiers] of [
    ["type:Person source:mail", ["type"]],
    ["shape:nowhere", ["shape"]],
    ["type:Person source-shape:nowhere", ["type", "source-shape"]],
  ] as const) {
    const { documents, entities, scope } = await find(who, "harbor", {
      cql,
      include: ["documents", "entities"],
    });
    expect(documents, cql).toEqual([]);
    expect(entities, cql).toHaveLength(cql.includes("source:mail") ? 1 : 0);
    const told = scope.diagnostics.filter(({ code }: any) => code === "no-documents");
    expect(told, cql).toMatchObject([
      { severity: "warning", data: { qualifiers }, href: `${service.url}/docs/diagnostics#no-documents` },
    ]);
  }
  const others = await find(who, "harbor", { cql: "type:Person", include: ["entities"] });
  expect(others.scope.diagnostics).toEqual([]);
  const { id } = (await who.post("/v1/slices", { name: "mail", cql: "source:mail" })).body;
  expect(await textsOf(who, "harbor", { slice_id: id })).toEqual(["harbor in mail"]);
  expect(await textsOf(who, "harbor", { slice_id: id, cql: "before:2021-01-01" })).toEqual([]);
});

test("documents are found in their project alone, and with no key that is limited", async () => {
  const who = await service.caller();
  await put(who, await sourceOf(who, "mail"), "harbor");
  const neighbor = await service.caller({ organizationId: who.organizationId });
  for (const query of ["harbor", "harb", "harobr", "-nothing"]) {
    expect(await textsOf(who, query)).toEqual(["harbor"]);
    expect(await textsOf(neighbor, query)).toEqual([]);
  }
  for (const limit of [{ slice: "source:mail" }, { subject_id: "user-17" }]) {
    const made = (await who.post("/v1/keys", limit)).body;
    const limited = callerWith(service.url, { ...who, key: made.key, keyId: made.id });
    for (const include of [["documents"], ["documents", "entities"]]) {
      const { status, body } = await limited.post("/v1/search", { query: "harbor", include });
      expect([status, body.code]).toEqual([403, "beyond_scope"]);
    }
    expect((await limited.post("/v1/search", { query: "harbor" })).status).toBe(200);
  }
});

test("documents are searched only if they are asked for, and change nothing for what else is searched", async () => {
  const who = await service.caller();
  const source = await sourceOf(who);
  const ask = async () => {
    const { request_id: _request, ...found } = (await who.post("/v1/search", { query: "okta harbor brd" }))
      .body;
    return found;
  };
  await who.post("/v1/memories", { content: "The board renewed Okta.", scope: "project" });
  await who.post("/v1/entities", [{ type: "Port", name: "The harbor" }]);
  const before = await ask();
  for (let at = 0; at < 20; at++)
    await put(who, source, `okta harbor brd ${at} ${longText(4, () => "okta harbor.")}`);
  expect(await ask()).toEqual(before);
  expect(Object.keys(before)).toEqual(["entities", "memories"]);
});

test("a document is found by its title, whatever it says", async () => {
  const who = await service.caller();
  const id = await put(who, await sourceOf(who), { title: "Gryphon", text: " \n" });
  const found = { id, text: "", start: 0, end: 0, passages: 1, highlight: "«Gryphon»" };
  expect((await find(who, "gryphon")).documents).toEqual([expect.objectContaining(found)]);
  const { body } = await who.post("/v1/recall", { query: "gryphon", budget: { characters: 500 } });
  expect(body).toMatchObject({ text: "", items: [] });
});
