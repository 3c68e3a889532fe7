// Tests the vocabulary: what it learns, that concurrent writers do not deadlock, and how it is recounted.

import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { learnWords, recountWords, vocabularyIds } from "../../src/database/search-words.ts";
import { systemTransaction, type Tenant, transaction } from "../../src/database/transaction.ts";
import { sweep } from "../../src/operations/sweep.ts";
import { editsOf } from "../../src/search/word-lookup.ts";
import { distance } from "../../src/values/distance.ts";
import { addEntities, addMemory, look } from "../support/corpus.ts";
import { addScope, openStore } from "../support/store.ts";

const { database, tenant: home } = await openStore();
let tenant: Tenant = home;

beforeEach(async () => {
  tenant = await addScope(database);
});
afterAll(async () => await database.close());

async function wordsOf(owner: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await database.pool.query<{ readonly word: string; readonly n: number }>(
    "select word, n from word where owner_id = $1 order by word",
    [owner],
  );
  return Object.fromEntries(rows.map(({ word, n }) => [word, n]));
}

test("the vocabulary has words as written, without stems, and none that is too short or too long", async () => {
  await addEntities(database, tenant, [
    { name: "Translations of a", type: "Note", props: { x: "translations", y: "z".repeat(50) } },
    "of",
  ]);
  expect(await wordsOf(tenant.projectId)).toEqual({ note: 1, of: 2, thing: 1, translations: 1 });
});

test("words of a memory are visible to the keys that may recall it", async () => {
  await addMemory(database, tenant, { content: "mine", scope: "agent" });
  await addMemory(database, tenant, { content: "ours" });
  await addMemory(database, tenant, { content: "everyone", scope: "commons" });
  expect(await wordsOf(tenant.keyId)).toEqual({ mine: 1 });
  expect(await wordsOf(tenant.projectId)).toEqual({ ours: 1 });
  expect(await wordsOf(tenant.organizationId)).toEqual({ everyone: 1 });
});

test("a recount corrects counts, adds missing words and drops unused ones", async () => {
  const [first = ""] = await addEntities(database, tenant, ["apple pear", "pear"]);
  await addEntities(database, tenant, ["pear plum"]);
  expect(await wordsOf(tenant.projectId)).toEqual({ apple: 1, pear: 2, plum: 1, thing: 2 });
  await systemTransaction(database, async (tx) => {
    await tx.all(sql`delete from entity where id = ${first}`);
    await tx.all(sql`delete from word where word = 'plum' and owner_id = ${tenant.projectId}`);
    await recountWords(tx, { organization_id: tenant.organizationId, owner_id: tenant.projectId });
  });
  expect(await wordsOf(tenant.projectId)).toEqual({ pear: 2, plum: 1, thing: 2 });
  await addMemory(database, tenant, { content: "mine", scope: "agent" });
  await addMemory(database, tenant, { content: "everyone", scope: "commons" });
  for (const owner of [tenant.keyId, tenant.organizationId])
    await systemTransaction(
      database,
      async (tx) => await recountWords(tx, { organization_id: tenant.organizationId, owner_id: owner }),
    );
  expect([await wordsOf(tenant.keyId), await wordsOf(tenant.organizationId)]).toEqual([
    { mine: 1 },
    { everyone: 1 },
  ]);
  const owners = await systemTransaction(database, async (tx) => await tx.all(vocabularyIds()));
  expect(owners.map(({ owner_id }) => owner_id)).toContain(tenant.organizationId);
});

test("a sweep drops the words of deleted texts, once a day", async () => {
  const runAgo = async (interval: string): Promise<void> => {
    await database.pool.query(
      `insert into upkeep values ('words', now() - $1::interval) on conflict (task) do update set ran_at = excluded.ran_at`,
      [interval],
    );
    await sweep(database, { changesKeptDays: 7, changesKeptRows: 1_000_000 });
  };
  await addMemory(database, tenant, { content: "mine", scope: "agent" });
  await addEntities(database, tenant, ["apple"]);
  await database.pool.query("delete from memory where project_id = $1", [tenant.projectId]);
  await runAgo("23 hours");
  expect(await wordsOf(tenant.keyId)).toEqual({ mine: 1 });
  await runAgo("25 hours");
  expect(await wordsOf(tenant.keyId)).toEqual({});
  expect(await wordsOf(tenant.projectId)).toEqual({ apple: 1, thing: 1 });
});

test("writers of the same words in different orders do not deadlock", async () => {
  const words = Array.from({ length: 300 }, (_, at) => `word${String(at)}`);
  const patient = { ...tenant, share: "writers" };
  const writers = Array.from(
    { length: 6 },
    async (_, at) => await addEntities(database, patient, at % 2 === 0 ? words : words.toReversed()),
  );
  await Promise.all(writers);
  expect(Object.keys(await wordsOf(tenant.projectId))).toHaveLength(301);
});

test("the words of ten thousand rows are added to the vocabulary in a moment", async () => {
  await transaction(database, tenant, async (tx) => {
    const rows = await tx.all(sql<{
      readonly id: string;
    }>`insert into entity (organization_id, project_id, id, type, name)
      select ${tenant.organizationId}, ${tenant.projectId}, gen_random_uuid(), 'T', 'name ' || i || ' of the package with some more words' from generate_series(1, 10000) i returning id`);
    const start = performance.now();
    await learnWords(
      tx,
      tenant,
      "entity",
      rows.map(({ id }) => id),
    );
    expect(performance.now() - start).toBeLessThan(5000);
  });
  expect(Object.keys(await wordsOf(tenant.projectId)).length).toBeGreaterThan(9990);
});

test("any text can be stored and searched, even one that is longer than an index entry can be", async () => {
  const unique = (count: number, word: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => word(at)).join(" ");
  const kana = (at: number): string =>
    String.fromCodePoint(
      0x3300 + (at % 88),
      0x3300 + (Math.floor(at / 88) % 88),
      0x3300 + (Math.floor(at / 7744) % 88),
    );
  const texts = [
    unique(60_000, (at) => `first${String(at)}`),
    unique(60_000, kana),
    "ﷺ".repeat(200_000),
    unique(60_000, (at) => String.fromCodePoint(0x20000 + at, 0x20001 + at)),
    "x".repeat(500_000),
    "++".repeat(100_000),
  ];
  for (const text of texts) {
    await addMemory(database, tenant, { content: text });
    await addEntities(database, tenant, [{ name: text, type: text.slice(0, 300), props: { text } }]);
  }
  expect((await look(database, tenant, "first17")).entities).toHaveLength(1);
}, 60_000);

test("the distance of two words counts their errors, with two swapped letters as one", () => {
  expect(distance("translatoin", "translation")).toBe(1);
  expect(distance("translatoin", "translator")).toBe(2);
  expect(distance("abc", "abc")).toBe(0);
  expect(distance("", "abc")).toBe(3);
  expect(distance("kitten", "sitting")).toBe(3);
});

test("the edits of a short word include every word that is one error away", () => {
  const edits = editsOf("mail");
  for (const near of ["mial", "mal", "mails", "emails".slice(1), "nail", "amail"])
    if (near !== "mail") expect(edits).toContain(near);
  expect(edits.every((edit) => distance("mail", edit) === 1)).toBe(true);
  expect(editsOf("a long word")).toEqual([]);
});
