// Tests that near spellings are found in every script, whatever the locale of the database is.

import { afterAll, beforeEach, expect, test } from "vitest";
import type { Tenant } from "../../src/database/transaction.ts";
import { addEntities, look } from "../support/corpus.ts";
import { addScope, openStore } from "../support/store.ts";

const { database, tenant: home } = await openStore();
let tenant: Tenant = home;

beforeEach(async () => {
  tenant = await addScope(database, { organizationId: home.organizationId });
});
afterAll(async () => await database.close());

test.each([
  ["Cyrillic, a letter missing", "Достоевский", "Достоевскй"],
  ["Cyrillic, short", "привет", "првиет"],
  ["Cyrillic, another letter in a short word", "книга", "кника"],
  ["Greek", "Θεσσαλονίκη", "Θεσαλονίκη"],
  ["Georgian", "საქართველო", "საქართვლო"],
  ["Armenian", "Հայաստան", "Հայաստն"],
  ["Hebrew", "ירושלים", "ירושליים"],
  ["Arabic", "القاهرة", "القاهره"],
  ["Devanagari", "हिन्दुस्तान", "हिन्दूस्तान"],
  ["Thai", "กรุงเทพมหานคร", "กรุงเทพมหนคร"],
  ["Hangul, another syllable", "안녕하세요", "안녕하세여"],
  ["Han, another character", "東京都庁", "東京部庁"],
  ["Kana, a character missing", "コンピューター", "コンピュター"],
  ["accents, which do not count", "Žluťoučký", "žlutoucy"],
  ["letters beyond the basic plane", "𐐨𐐩𐐪𐐫𐐬", "𐐨𐐩𐐪𐐬𐐫"],
])("near spellings are found in every script: %s", async (_what, word, typo) => {
  const [id] = await addEntities(database, tenant, [
    word,
    "другое слово",
    "άλλη λέξη",
    "다른 말",
    "別言語話",
    "other words",
  ]);
  const { entities = [] } = await look(database, tenant, typo, {});
  expect(entities.map((hit) => hit.id)).toEqual([id]);
});
