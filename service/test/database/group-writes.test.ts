// Tests that writes which share a transaction are acknowledged only with it, fail with it, and never mix tenants.

import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { groupWrites } from "../../src/database/group-writes.ts";
import { type Tenant, type Transaction, transaction } from "../../src/database/transaction.ts";
import { openStore } from "../support/store.ts";

const { database, tenant } = await openStore();

const rowOf = ({ organizationId, projectId }: Tenant, name: string) =>
  sql`(${organizationId}, ${projectId}, gen_random_uuid(), ${name}, '')`;

async function insert(tx: Transaction, whose: Tenant, names: readonly string[]): Promise<void> {
  const rows = sql.join(names.map((name) => rowOf(whose, name)));
  await tx.all(sql`insert into slice (organization_id, project_id, id, name, cql) values ${rows}`);
}

/** The names that were written, in their groups: rows of one transaction have the same `xmin`. */
async function groupsOf(like: string): Promise<readonly (readonly string[])[]> {
  const rows = await transaction(
    database,
    tenant,
    async (tx) =>
      await tx.all(sql<{
        readonly names: readonly string[];
      }>`select array_agg(name order by name) as names from slice
        where organization_id = ${tenant.organizationId} and name like ${like} group by xmin::text order by 1`),
  );
  return rows.map(({ names }) => names);
}

test("what comes while a group is written is written together, after it", async () => {
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const write = groupWrites(database, 3, async (tx, whose, names: readonly string[]) => {
    begun.resolve();
    await released.promise;
    await insert(tx, whose, names);
    return names.map((name) => `${name} of ${names.length}`);
  });
  const first = write(tenant, "a1");
  await begun.promise;
  const others = ["a2", "a3", "a4", "a5"].map(async (name) => await write(tenant, name));
  released.resolve();
  await first;
  expect(await groupsOf("a1")).toEqual([["a1"]]);
  expect(await first).toBe("a1 of 1");
  expect(await Promise.all(others)).toEqual(["a2 of 3", "a3 of 3", "a4 of 3", "a5 of 1"]);
  await write(tenant, "a6");
  expect(await groupsOf("a_")).toEqual([["a1"], ["a2", "a3", "a4"], ["a5"], ["a6"]]);
});

test("a group that fails fails for each of its items, and for no later one", async () => {
  const write = groupWrites(database, 10, async (tx, whose, names: readonly string[]) => {
    await insert(tx, whose, names);
    if (names.includes("c2")) throw new Error("lost");
    return names;
  });
  const outcomes = await Promise.allSettled(
    ["c1", "c2", "c3"].map(async (name) => await write(tenant, name)),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  await write(tenant, "c4");
  expect(await groupsOf("c_")).toEqual([["c4"]]);
});

test("each key and project has its own groups", async () => {
  const seen: string[] = [];
  const write = groupWrites(database, 10, async (_, { keyId, projectId }, names: readonly string[]) => {
    seen.push([`${projectId} ${keyId}`, ...names].join());
    await sleep(20);
    return names;
  });
  const other = "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081";
  const all = [tenant, { ...tenant, keyId: other }, { ...tenant, projectId: other }];
  await Promise.all(
    ["1", "2"].flatMap((name) => all.map(async (each) => await write(each, `${each.projectId} ${name}`))),
  );
  expect(new Set(seen)).toEqual(
    new Set(all.map(({ projectId, keyId }) => `${projectId} ${keyId},${projectId} 1,${projectId} 2`)),
  );
});

test("a group that takes long does not hold up the next one", async () => {
  const stuck = Promise.withResolvers<void>();
  const write = groupWrites(database, 10, async (_tx, _tenant, names: readonly string[]) => {
    if (names.includes("stuck")) await stuck.promise;
    return names;
  });
  const first = write(tenant, "stuck");
  await sleep(50);
  const begun = performance.now();
  await write(tenant, "next");
  expect(performance.now() - begun).toBeLessThan(5000);
  stuck.resolve();
  await first;
});
