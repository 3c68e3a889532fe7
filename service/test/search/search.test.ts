// Tests the search: which forms of words match, in which order hits are returned, and that no text is an error.

import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { systemTransaction, type Tenant } from "../../src/database/transaction.ts";
import type { SearchRequest } from "../../src/search/request.ts";
import { addEntities, addRelationship, look, type NewEntity, namesFound } from "../support/corpus.ts";
import { addScope, openStore } from "../support/store.ts";

const { database, tenant: home } = await openStore();
let tenant: Tenant = home;

beforeEach(async () => {
  tenant = await addScope(database, { organizationId: home.organizationId });
});
afterAll(async () => await database.close());

const find = async (query: string, request: Partial<SearchRequest> = {}): ReturnType<typeof namesFound> =>
  await namesFound(database, tenant, query, request);

async function add(...entities: readonly (NewEntity | string)[]): Promise<readonly string[]> {
  return await addEntities(database, tenant, entities);
}

describe("words", () => {
  test("find what has any of them, and what has all of them comes first, however long it is", async () => {
    await add("alpha", `alpha beta ${"and more words ".repeat(50)}`, "gamma", "beta gamma");
    const found = await find("beta alpha");
    expect(found).toEqual([expect.stringMatching(/^alpha beta/), expect.any(String), expect.any(String)]);
    expect(found).toEqual(expect.arrayContaining(["alpha", "beta gamma"]));
  });

  test("count for more the rarer they are, the more often they occur, and the shorter the text is", async () => {
    await add("common one", "common two", "common three", "rare four");
    expect((await find("common rare"))[0]).toBe("rare four");
    await add(
      "kite in the sky and a kite",
      "kite in the sky and a tree",
      "kite in the sky and a tree with flowers",
    );
    expect(await find("kite")).toEqual([
      "kite in the sky and a kite",
      "kite in the sky and a tree",
      "kite in the sky and a tree with flowers",
    ]);
  });

  test("are found in any form, also in one in which they were never written", async () => {
    await add("Ada likes to hike", "Ada is hiking", "Ada liked it");
    const found = await find("hiked");
    expect(found).toHaveLength(2);
    expect(found).toEqual(expect.arrayContaining(["Ada is hiking", "Ada likes to hike"]));
  });

  test.each(["What is Ada's door code?", "ada’s", "ADA'S!", "Is it Ada's, or the door's?"])(
    "are found without the ending of a possessive: %s",
    async (query) => {
      await add("Ada: the code of the door is 4711", "nothing else");
      expect(await find(query)).toEqual(["Ada: the code of the door is 4711"]);
    },
  );

  test("in quotes keep the ending of a possessive", async () => {
    await add("Ada's door", "Ada has a door");
    expect(await find('"Ada\'s door"')).toEqual(["Ada's door"]);
  });

  test("that are joined count each, and more next to each other", async () => {
    await add("coffee tea now", "tea now coffee", "tea is what Ada drinks", "a/b test", "water");
    expect(await find("coffee/tea")).toEqual(["coffee tea now", "tea now coffee", "tea is what Ada drinks"]);
    expect(await find("tea-time?")).toHaveLength(3);
    expect(await find("a/c")).toEqual([]);
  });

  test("are found in a text however often they are there, and however late", async () => {
    await add({ name: "often", props: { text: "flood ".repeat(300) } });
    await add({ name: "behind", props: { text: `${"a b c d ".repeat(6000)} meadow` } });
    expect(await find("flood")).toEqual(["often"]);
    expect(await find("meadow")).toEqual(["behind"]);
    expect(await find("meadow flood")).toHaveLength(2);
  });

  test("any that is stored has a hit", async () => {
    const words = ["harbor", "orchard-meadow", "lantern", "meadow", "the", "orchard", "Достоевский", "x86"];
    await add(...words);
    const word = fc.constantFrom(...words, "nowhere", "unheard", "is", "what's", "-5", '"no such"', "?");
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 8 }), async (query) => {
        const isStored = query.some((each) => words.includes(each) && each !== "the");
        if (isStored) expect((await find(query.join(" "))).length).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });

  test("are found in the type and in properties at any depth", async () => {
    await add({ name: "one", type: "Invoice" }, { name: "two", props: { a: { b: ["deep words", 4711] } } });
    expect(await find("invoice")).toEqual(["one"]);
    expect(await find("deep")).toEqual(["two"]);
    expect(await find("4711")).toEqual(["two"]);
  });

  test("match in any form, but the typed one comes first", async () => {
    await add("translating", "translations");
    expect(await find("translations")).toEqual(["translations", "translating"]);
    expect(await find("translated")).toHaveLength(2);
  });

  test("are listed in a hit as they are written there", async () => {
    await add("Redis décisions", { name: "another", props: { note: "decided on redis" } });
    const { entities = [] } = await look(database, tenant, "what did we decide about REDIS timeouts");
    expect(entities.map(({ matched }) => matched)).toEqual(
      expect.arrayContaining([["redis"], ["decided", "redis"]]),
    );
  });

  test("rank higher in the name than in the properties", async () => {
    await add({ name: "other", props: { text: "falcon" } }, "falcon");
    expect(await find("falcon")).toEqual(["falcon", "other"]);
  });

  test.each([
    ["CRÈME brûlée", "creme brulee"],
    ["creme", "Crème"],
    ["ｆｕｌｌ ｗｉｄｔｈ", "FULL WIDTH"],
    ["ΟΔΟΣ", "οδός"],
    ["Straße", "STRASSE"],
    ["ﬁnd", "find"],
    ["e\u0301te\u0301", "été"],
  ])("match in any case, with any accents and in compatibility forms: %s and %s", async (written, typed) => {
    await add(written, "something else");
    expect(await find(typed)).toEqual([written]);
  });
});

describe("phrases and exclusions", () => {
  test("words in quotes must be adjacent and in order", async () => {
    await add("quick brown fox", "brown quick fox", "quick and brown");
    expect(await find('"quick brown"')).toEqual(["quick brown fox"]);
    expect(await find("“quick brown”")).toEqual(["quick brown fox"]);
  });

  test("a stop word in a phrase counts, and the end of a text is not next to its beginning", async () => {
    await add("state of the art", "state in my art", "art state");
    expect(await find('"state of the art"')).toEqual(["state of the art"]);
    expect(await find('"state art"')).toEqual([]);
    expect(await find('"the art"')).toEqual(["state of the art"]);
  });

  test("a word with a minus occurs in no result, in any form", async () => {
    await add("network driver", "network drivers", "network");
    expect(await find("network -driver")).toEqual(["network"]);
    expect(await find("network -drivers")).toEqual(["network"]);
    expect(await find("network -DRÏVER")).toEqual(["network"]);
  });

  test("a phrase with a minus excludes the phrase, not its words", async () => {
    await add("red blue sky", "blue red sky");
    expect(await find('sky -"red blue"')).toEqual(["blue red sky"]);
  });

  test("exclusions still apply when the search is widened", async () => {
    await add("translation secret", "translation open", "translator secret");
    expect(await find("translatoin -secret")).toEqual(["translation open"]);
    expect(await find("-secret transl")).toEqual(["translation open"]);
    expect(await find("translation nowhereland -secret")).toEqual(["translation open"]);
  });

  test("exclusions alone find the newest without them", async () => {
    await add(
      { name: "old apple", createdAt: "2020-01-01T00:00:00Z" },
      { name: "pear", createdAt: "2021-01-01T00:00:00Z" },
      { name: "new plum", createdAt: "2022-01-01T00:00:00Z" },
    );
    expect(await find("-pear")).toEqual(["new plum", "old apple"]);
  });

  test("a minus inside a word, and two before one, exclude nothing", async () => {
    await add("well-known option --verbose");
    expect(await find("well-known")).toHaveLength(1);
    expect(await find("--verbose")).toHaveLength(1);
  });

  test("stop words are ignored, unless there is nothing else", async () => {
    await add("parser of logs", "parser", "the end");
    expect(await find("the parser")).toEqual(["parser", "parser of logs"]);
    expect(await find("the")).toEqual(["the end"]);
    expect(await find("of the")).toHaveLength(2);
    expect(await find("parser -of")).toEqual(["parser"]);
  });
});

describe("identifiers", () => {
  const identifiers = [
    "CVE-2024-1234",
    "1.2.3-4",
    "foo_bar",
    "joe.doe@example.com",
    "/usr/lib/x86_64/libc.so.6",
    "C++",
    "C#",
    "1.0+dfsg1-2",
    "a1e5b",
    "#4711",
    "https://example.org/a?b=c",
  ];

  test.each(identifiers)("%s is found as it is written", async (identifier) => {
    await add(`about ${identifier} here`, "about others here", "c foo 1.2 2024");
    expect(await find(identifier)).toEqual([`about ${identifier} here`]);
    expect(await find(`"${identifier}"`)).toEqual([`about ${identifier} here`]);
  });

  test("have parts that are words, and another number is not a near spelling", async () => {
    await add("fix CVE-2024-1234 in foo_bar", "C++ and more");
    expect(await find("bar")).toHaveLength(1);
    expect(await find("CVE-2024-1235")).toEqual([]);
    expect((await find("C"))[0]).toBe("C++ and more");
  });
});

describe("the order of hits", () => {
  test("is by score, then by age from the newest, then by ID", async () => {
    const [a, b] = ["00000000-0000-7000-8000-00000000000a", "00000000-0000-7000-8000-00000000000b"];
    const old = "2020-01-01T00:00:00Z";
    await add({ id: b, name: "kite", createdAt: old }, { id: a, name: "kite", createdAt: old });
    const [newest] = await add({ name: "kite", createdAt: "2021-01-01T00:00:00Z" });
    const { entities = [] } = await look(database, tenant, "kite");
    expect(entities.map(({ id }) => id)).toEqual([newest, a, b]);
    expect((await look(database, tenant, "kite", { limit: 2 })).entities).toEqual(entities.slice(0, 2));
  });

  test("is from the newest for an empty query, while punctuation finds nothing", async () => {
    await add({ name: "old", createdAt: "2020-01-01T00:00:00Z" }, "new");
    expect(await find("")).toEqual(["new", "old"]);
    expect(await find("  ")).toEqual(["new", "old"]);
    expect(await find("!!! ***")).toEqual([]);
    expect(await find("🙂")).toEqual([]);
  });

  test("ranks the newest of a word in more texts than are ranked", async () => {
    await systemTransaction(database, async (tx) => {
      await tx.all(sql`insert into entity (organization_id, project_id, id, type, name, created_at)
        select ${tenant.organizationId}, ${tenant.projectId}, gen_random_uuid(), 'T', 'flood', '2020-01-01'::timestamptz + i * interval '1 second' from generate_series(1, 6000) i`);
    });
    await add({ name: "Flood", type: "T", createdAt: "2024-01-01T00:00:00Z" });
    const names = await find("flood", { limit: 100 });
    expect(names).toHaveLength(100);
    expect(names[0]).toBe("Flood");
  });
});

describe("a slice in a search", () => {
  test("limits entities by columns and by properties", async () => {
    await add({ name: "lamp", type: "A" }, { name: "lamp", type: "B", props: { color: "red" } });
    const typed = { entityTypes: ["A"], propertyFilters: [] };
    expect(await find("lamp", { filter: typed })).toHaveLength(1);
    expect(await find("", { filter: typed })).toHaveLength(1);
    const red = { propertyFilters: [{ path: "color", operator: "eq", value: "red" } as const] };
    expect(await find("lamp", { filter: red })).toHaveLength(1);
    expect(
      await find("lam", { filter: { propertyFilters: [{ path: "name", operator: "eq", value: "lump" }] } }),
    ).toEqual([]);
    expect(
      await find("lam", { filter: { propertyFilters: [{ path: "name", operator: "eq", value: "lamp" }] } }),
    ).toHaveLength(2);
  });

  test("limits relationships to those with both ends inside", async () => {
    const [a = "", b = "", c = ""] = await add(
      { name: "ann", type: "A" },
      { name: "bob", type: "A" },
      { name: "cat", type: "B" },
    );
    const inside = await addRelationship(database, tenant, { type: "knows", from: a, to: b });
    const outside = await addRelationship(database, tenant, { type: "knows", from: a, to: c });
    const filter = { entityTypes: ["A"], propertyFilters: [] };
    const ids = async (query: string, request: Partial<SearchRequest>): Promise<unknown> =>
      (
        (await look(database, tenant, query, { include: ["relationships"], ...request })).relationships ?? []
      ).map(({ id }) => id);
    expect(await ids("knows", {})).toEqual([outside, inside]);
    for (const query of ["knows", "know", "ann", ""]) expect(await ids(query, { filter })).toEqual([inside]);
    expect(await ids("cat", {})).toEqual([outside]);
    expect(await ids("cat -knows", {})).toEqual([]);
  });
});

test("a search in a small slice finds all of its hits among many others", async () => {
  const [a = "", b = "", c = ""] = await add(
    { name: "ann", type: "A" },
    { name: "bob", type: "A" },
    { name: "cat", type: "B" },
  );
  const inside = await addRelationship(database, tenant, { type: "knows", from: a, to: b });
  await systemTransaction(database, async (tx) => {
    await tx.all(sql`insert into relationship (organization_id, project_id, id, type, from_id, to_id, created_at)
      select ${tenant.organizationId}, ${tenant.projectId}, gen_random_uuid(), 'knows', ${c}, ${a}, now() + i * interval '1 second' from generate_series(1, 11000) i`);
  });
  const filter = { entityTypes: ["A"], propertyFilters: [] };
  for (const query of ["knows", ""])
    expect(await look(database, tenant, query, { include: ["relationships"], filter })).toMatchObject({
      relationships: [{ id: inside }],
    });
});

describe("a highlight", () => {
  test("marks the words, in any form, in a short piece of the text", async () => {
    await add({
      name: "x",
      props: {
        text: `${"lorem ipsum ".repeat(40)}the Übersetzung of translated CVE-2024-1 ${"dolor ".repeat(400)}`,
      },
    });
    const highlight = async (query: string): Promise<string | null | undefined> =>
      (await look(database, tenant, query)).entities?.[0]?.highlight;
    expect(await highlight("translations")).toMatch(/^…ipsum .*«translated» CVE.* dolor…$/);
    expect(await highlight("ubersetzung CVE-2024-1")).toContain(
      "«Übersetzung» of translated «CVE-2024-1» dolor",
    );
    expect((await highlight("ubersetzung"))?.length).toBeLessThanOrEqual(170);
    expect(await highlight("")).toBeNull();
  });
});

test("no text is an error, and every text is read as words only", async () => {
  await add("known words", "it's & | ! ( ) :* <-> \\ ' \" here");
  const nasty = [
    "'",
    "\\",
    "''",
    "a'b",
    "a\\",
    "foo:*",
    "foo & | bar",
    "!",
    "((",
    "<->",
    "a <-> b",
    ":A",
    "%",
    "'; drop table entity; --",
    "\ud800",
    "-",
    "--",
    '"',
    '-"',
    '""',
    '-""',
    "a".repeat(10_000),
    "a.".repeat(5000),
    "a ".repeat(5000),
    "-a ".repeat(3000),
    '"a b" '.repeat(1500),
    "👩‍👩‍👧 ".repeat(1000),
    "ﷺ".repeat(10_000),
  ];
  for (const query of nasty)
    await look(database, tenant, query, { include: ["entities", "memories", "relationships"] });
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(...nasty.slice(0, 25), "known", "words", '"known words"', "-known", " "),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("").replaceAll("\0", ""));
  await fc.assert(
    fc.asyncProperty(text, async (query) => {
      const { entities = [] } = await look(database, tenant, query);
      for (const { score } of entities) expect(score >= 0 && score <= 1).toBe(true);
      expect(entities.map(({ score }) => score)).toEqual(
        entities.map(({ score }) => score).toSorted((a, b) => b - a),
      );
    }),
    { numRuns: 150 },
  );
  expect(await find("known words")).toEqual(["known words"]);
}, 60_000);
