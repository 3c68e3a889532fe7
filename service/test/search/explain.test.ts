// Tests what a search says about its hits on request: what they lack, and what their scores are made of.

import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Tenant } from "../../src/database/transaction.ts";
import type { SearchRequest } from "../../src/search/request.ts";
import { addEntities, addRelationship, look, type NewEntity } from "../support/corpus.ts";
import { addScope, openStore } from "../support/store.ts";

const { database, tenant: home } = await openStore();
let tenant: Tenant = home;

beforeEach(async () => {
  tenant = await addScope(database, { organizationId: home.organizationId });
});
afterAll(async () => await database.close());

async function add(...entities: readonly (NewEntity | string)[]): Promise<readonly string[]> {
  return await addEntities(database, tenant, entities);
}

describe("an explanation", () => {
  const explain = async (query: string, request: Partial<SearchRequest> = {}) =>
    await look(database, tenant, query, { isExplained: true, ...request });

  test("has what a hit lacks, and parts that together are its score", async () => {
    await add("okta renewal", "renewal of the postgresql license");
    const { entities = [] } = await explain('Okta renewal posgresql "no such phrase" licen');
    expect(entities.map(({ name, missing }) => ({ name, missing }))).toEqual([
      { name: "okta renewal", missing: ["posgresql", "no such phrase", "licen"] },
      { name: "renewal of the postgresql license", missing: ["okta", "no such phrase"] },
    ]);
    const parts = entities.map(({ score_parts = [] }) => score_parts.map(({ part, word }) => [part, word]));
    expect(parts[0]).toEqual([
      ["word", "okta"],
      ["word", "renewal"],
    ]);
    expect(parts[1]).toEqual(
      expect.arrayContaining([
        ["word", "renewal"],
        ["near", "posgresql"],
        ["completion", "licen"],
      ]),
    );
    for (const { score, score_parts = [] } of entities)
      expect(score_parts.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(score, 10);
  });

  test("of a hit with all words says so", async () => {
    await add("okta renewal");
    const { entities = [] } = await explain("renewal okta");
    expect(entities[0]?.missing).toEqual([]);
    expect(entities[0]?.score_parts?.at(-1)).toEqual({ part: "all_words", word: null, score: 0.5 });
    expect((await explain("")).entities?.[0]).toMatchObject({ missing: [], score_parts: [] });
  });

  test("of a relationship names the words, or an end", async () => {
    const [a = "", b = ""] = await add("ann", "bob");
    await addRelationship(database, tenant, { type: "knows", from: a, to: b });
    const include = ["relationships"] as const;
    const partsOf = async (query: string) =>
      (await explain(query, { include })).relationships?.map(({ missing, score_parts = [] }) => [
        missing,
        score_parts.map(({ part }) => part),
      ]);
    expect(await partsOf("knows")).toEqual([[[], ["word", "all_words"]]]);
    expect(await partsOf("ann")).toEqual([[["ann"], ["entity"]]]);
  });

  test("is given only on request, and changes nothing else", async () => {
    await add("okta renewal", "okta");
    const [without, explained] = [
      await look(database, tenant, "okta renewal"),
      await explain("okta renewal"),
    ];
    const plain = explained.entities?.map(({ missing: _missing, score_parts: _parts, ...rest }) => rest);
    expect(without.entities).toEqual(plain);
  });
});
