// Tests what stands for words that are not complete, or misspelled.

import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { systemTransaction, type Tenant } from "../../src/database/transaction.ts";
import type { SearchRequest } from "../../src/search/request.ts";
import { addEntities, type NewEntity, namesFound } from "../support/corpus.ts";
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

describe("typing ahead", () => {
  test("the last word is also the beginning of one, and the word itself comes first", async () => {
    await add("postgresql server", "post office", "postfix server");
    expect(await find("post")).toEqual(["post office", expect.any(String), expect.any(String)]);
    expect(await find("server postg")).toEqual(["postgresql server", "postfix server"]);
    expect(await find("foo_ba")).toEqual([]);
    expect(await find('"postgres"')).toEqual([]);
    expect(await find("postg office")).toEqual(["post office"]);
  });

  test.each(["postg ", "postg?", "postg.", "postg, ", "postg!", '"postg"', "postg's", "postg -xpostg"])(
    "after a space, a mark or an exclusion no word is typed any more: %j",
    async (query) => {
      await add("postgresql server");
      expect(await find(query)).toEqual([]);
    },
  );

  test("the last part of an identifier is the beginning of one", async () => {
    await add("foo_barista", "bar_foo");
    expect(await find("foo_bar")).toEqual(["foo_barista"]);
  });

  test("what it may become never outweighs words that are written, however rare that is", async () => {
    await add("marlin one", "marlin two", "marlin three", "the start of it", "battery starting up", "starts");
    const found = await find("marlin start");
    expect(found.slice(0, 4)).toEqual(expect.arrayContaining(["marlin one", "marlin two", "marlin three"]));
    await add("startup", "startle");
    expect((await find("marlin star")).slice(0, 3)).toEqual(
      expect.arrayContaining(["marlin one", "marlin two", "marlin three"]),
    );
    expect(await find("marlin star")).toHaveLength(8);
  });

  test("a word with more completions than count has the most frequent ones", async () => {
    await add(...Array.from({ length: 40 }, (_, at) => `prefix${String(at)}`));
    await systemTransaction(database, async (tx) => {
      await tx.all(sql`update word set n = 5 where word = 'prefix33' and owner_id = ${tenant.projectId}`);
    });
    const found = await find("prefi");
    expect(found).toHaveLength(8);
    expect(found).toContain("prefix33");
  });
});

describe("near spellings", () => {
  test("an unknown word finds its near spellings, and only the nearest", async () => {
    await add("translation", "translator", "mail", "postgresql");
    expect(await find("translatoin")).toEqual(["translation"]);
    expect(await find("mial")).toEqual(["mail"]);
    expect(await find("posgresql")).toEqual(["postgresql"]);
    expect(await find("posgresql translation")).toEqual(["translation", "translator", "postgresql"]);
    expect(await find("xq")).toEqual([]);
    expect(await find("zzzzzzzz")).toEqual([]);
  });

  test("combine with other words", async () => {
    await add("postgresql plan", "postgresql planner", "plane");
    expect(await find("posgresql plan")).toEqual(["postgresql plan", "postgresql planner", "plane"]);
  });

  test("do not count where a word occurs, in any form", async () => {
    await add("form", "from", "hike", "liked");
    expect(await find("form ")).toEqual(["form"]);
    expect(await find("hiked ")).toEqual(["hike"]);
  });
});
