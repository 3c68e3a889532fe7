// Tests that a transaction that was not committed is never reported as done.

import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { systemTransaction, transaction } from "../../src/database/transaction.ts";
import { openStore } from "../support/store.ts";

const { database, tenant } = await openStore();

test("an ignored error is not committed as a success", async () => {
  const passing = transaction(database, tenant, async (tx) => {
    await tx.all(
      sql`insert into slice (organization_id, project_id, id, name, cql) values (${tenant.organizationId}, ${tenant.projectId}, gen_random_uuid(), 'lost', '')`,
    );
    await tx.all(sql`select 1 / 0`).catch(() => undefined);
    return "done";
  });
  await expect(passing).rejects.toThrow("rolled back");
  expect(
    await systemTransaction(database, async (tx) => await tx.all(sql`select from slice where name = 'lost'`)),
  ).toEqual([]);
});

test("a connection that ends between two statements of a transaction is an error of that transaction alone", async () => {
  const work = systemTransaction(database, async (tx) => {
    const row = await tx.first(sql<{ readonly pid: number }>`select pg_backend_pid() as pid`);
    await database.pool.query("select pg_terminate_backend($1)", [row?.pid]);
    await sleep(100);
    return await tx.first(sql`select 1`);
  });
  await expect(work).rejects.toThrow();
  expect(await systemTransaction(database, async (tx) => await tx.all(sql`select 1 as one`))).toEqual([
    { one: 1 },
  ]);
});
