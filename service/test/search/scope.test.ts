// Tests who finds what: nothing of another project, nothing expired, and no memory that only another key may recall.

import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type Tenant, transaction } from "../../src/database/transaction.ts";
import type { SearchKind } from "../../src/search/request.ts";
import { search } from "../../src/search/search.ts";
import { lookingForHits } from "../../src/search/search-role.ts";
import { addEntities, addMemory, addRelationship, look } from "../support/corpus.ts";
import { onOneNode } from "../support/one-node.ts";
import { addScope, openStore } from "../support/store.ts";

const { database, tenant: foreign } = await openStore();
const everything: readonly SearchKind[] = ["entities", "memories", "relationships"];
/** Mine, another key of my project, another project of my organization, and another organization. */
let mine: Tenant = foreign;
let otherKey: Tenant = foreign;
let otherProject: Tenant = foreign;

beforeEach(async () => {
  mine = await addScope(database);
  otherKey = await addScope(database, mine);
  otherProject = await addScope(database, { organizationId: mine.organizationId });
});
afterAll(async () => await database.close());

/** The ids of all that a query finds. */
async function idsOf(tenant: Tenant, query: string): Promise<readonly string[]> {
  const result = await look(database, tenant, query, { include: everything, limit: 100 });
  return everything.flatMap((kind) => (result[kind] ?? []).map(({ id }) => id));
}

test("the roles for row-level security exist in the database of these tests", () => {
  expect(database.roles).toBeDefined();
});

test("entities and relationships are found only in their project", async () => {
  const [a = "", b = ""] = await addEntities(database, mine, ["secret one", "secret two"]);
  const link = await addRelationship(database, mine, { type: "secret_link", from: a, to: b });
  for (const query of ["secret", "secr", "secrte", "secret nowhere", "", "-nothing"]) {
    expect((await idsOf(mine, query)).toSorted()).toEqual([a, b, link].toSorted());
    expect(await idsOf(otherKey, query)).toHaveLength(3);
    expect(await idsOf(otherProject, query)).toEqual([]);
    expect((await idsOf(foreign, query)).filter((id) => [a, b, link].includes(id))).toEqual([]);
  }
});

test("memories are found by the keys that may recall them", async () => {
  const [agent, project, commons] = [
    await addMemory(database, mine, { content: "harbor code of mine", scope: "agent" }),
    await addMemory(database, mine, { content: "harbor code of ours", scope: "project" }),
    await addMemory(database, mine, { content: "harbor code of all", scope: "commons" }),
  ];
  for (const query of ["harbor", "harb", "harobr", "harbor nowhere", "", "-nothing"]) {
    expect((await idsOf(mine, query)).toSorted()).toEqual([agent, project, commons].toSorted());
    expect((await idsOf(otherKey, query)).toSorted()).toEqual([project, commons].toSorted());
    expect(await idsOf(otherProject, query)).toEqual([commons]);
    expect(await idsOf(foreign, query)).toEqual([]);
  }
});

test("results that a key may not see take up no place on its page", async () => {
  const commons = await addMemory(database, mine, { content: "harbor", scope: "commons" });
  const [entity] = await addEntities(database, mine, ["harbor"]);
  await addMemory(database, foreign, { content: "harbor", scope: "commons" });
  await addMemory(database, otherKey, { content: "harbor", scope: "agent" });
  await addEntities(database, otherProject, ["harbor"]);
  for (const query of ["harbor", "harb", ""]) {
    const result = await look(database, mine, query, { include: everything, limit: 1 });
    expect(result).toMatchObject({ entities: [{ id: entity }], memories: [{ id: commons }] });
  }
});

test("a key of two projects finds its private memories only in the project where it wrote them", async () => {
  const id = await addMemory(database, mine, { content: "lantern", scope: "agent" });
  expect(await idsOf({ ...mine, projectId: otherProject.projectId }, "lantern")).toEqual([]);
  expect(await idsOf(mine, "lantern")).toEqual([id]);
});

onOneNode("a memory is not found from the instant when it expires, even without a sweep", async () => {
  await addMemory(database, mine, { content: "gone", forgetAfter: new Date(Date.now() - 1) });
  await addMemory(database, mine, {
    content: "gone for all",
    scope: "commons",
    forgetAfter: new Date(Date.now() - 1),
  });
  const kept = await addMemory(database, mine, {
    content: "gone soon",
    forgetAfter: new Date(Date.now() + 60_000),
  });
  expect(await idsOf(mine, "gone")).toEqual([kept]);
  expect(await idsOf(mine, "")).toEqual([kept]);
  const atThatInstant = await transaction(database, mine, async (tx) => {
    await tx.all(sql`update memory set forget_after = date_trunc('milliseconds', now()) where id = ${kept}`);
    return await search(tx, mine, database.roles, {
      query: "gone",
      include: ["memories"],
      limit: 10,
      filter: undefined,
    });
  });
  expect(atThatInstant.memories).toEqual([]);
});

test("without row-level security the predicates alone separate projects", async () => {
  const [id] = await addEntities(database, mine, ["secret one"]);
  await addMemory(database, mine, { content: "secret note", scope: "agent" });
  const locksOff = { ...database, roles: undefined };
  const find = async (tenant: Tenant): Promise<unknown> =>
    await transaction(
      locksOff,
      tenant,
      async (tx) =>
        await search(tx, tenant, undefined, {
          query: "secret",
          include: everything,
          limit: 100,
          filter: undefined,
        }),
    );
  expect(await find(mine)).toMatchObject({ entities: [{ id }], memories: [{}], relationships: [] });
  expect(await find(otherKey)).toMatchObject({ entities: [{ id }], memories: [] });
  expect(await find(otherProject)).toEqual({ entities: [], memories: [], relationships: [] });
  expect(await find(foreign)).toEqual({ entities: [], memories: [], relationships: [] });
});

test("a select without a predicate returns only rows of the project, even after a search", async () => {
  await addEntities(database, mine, ["secret one"]);
  await addMemory(database, mine, { content: "secret note", scope: "agent" });
  const [own] = await addEntities(database, otherProject, ["own"]);
  const seen = await transaction(database, otherProject, async (tx) => {
    await search(tx, otherProject, database.roles, {
      query: "secret",
      include: everything,
      limit: 10,
      filter: undefined,
    });
    const entities = await tx.all(sql<{ readonly id: string }>`select id from entity`);
    const others = await tx.all(
      sql`select content from memory union all select word from word where word = 'secret'`,
    );
    const plans = await tx.all(
      sql`select current_setting('enable_seqscan') || current_setting('enable_indexscan') as plan, current_user as role`,
    );
    return { entities, others, plans };
  });
  expect(seen).toEqual({
    entities: [{ id: own }],
    others: [],
    plans: [{ plan: "onon", role: database.roles?.app }],
  });
});

test.each([
  "content from memory",
  "props from relationship",
  "subject from memory",
  "text from document",
  "text from passage",
  "* from change",
  "hash from api_key",
])("the role that searches cannot select %s", async (what) => {
  const reading = transaction(
    database,
    mine,
    async (tx) =>
      await lookingForHits(
        tx,
        mine,
        database.roles,
        performance.now(),
        async () => await tx.all(sql`select ${sql.raw(what)}`),
      ),
  );
  await expect(reading).rejects.toThrow(/permission denied/);
});

test("the two roles are not members of each other", async () => {
  const { app = "", search: hits = "" } = database.roles ?? {};
  const { rows } = await database.pool.query(
    "select pg_has_role($1, $2, 'member') or pg_has_role($2, $1, 'member') as related",
    [app, hits],
  );
  expect(rows).toEqual([{ related: false }]);
});

test("words that only another key wrote do not change search results", async () => {
  const [password] = await addEntities(database, mine, ["password"]);
  expect(await idsOf(otherKey, "passwrd")).toEqual([password]);
  await addMemory(database, mine, { content: "passwrd", scope: "agent" });
  // Were it in a vocabulary of the project, it would be no misspelling any more: so one could guess what others wrote.
  expect(await idsOf(otherKey, "passwrd")).toEqual([password]);
  expect(await idsOf(mine, "passwrd")).not.toEqual([password]);
});

test("words of commons memories complete words in every project of the organization", async () => {
  const id = await addMemory(database, mine, { content: "escalation contact", scope: "commons" });
  for (const query of ["escal", "escalatoin"]) {
    expect(await idsOf(otherProject, query)).toEqual([id]);
    expect(await idsOf(foreign, query)).toEqual([]);
  }
});
