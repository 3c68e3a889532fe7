// Transactions: what was not committed is never taken for done.

import { sql } from "kysely";
import { expect, test } from "vitest";
import { asOwner, transaction } from "../src/database/transaction.ts";
import { openStore } from "./support/store.ts";

const { database, scope } = await openStore();

test("an error that was passed over is not committed as a success", async () => {
  const passing = transaction(database, scope, async (tx) => {
    await tx.all(
      sql`insert into slice (project_id, id, name, cql) values (${scope.projectId}, gen_random_uuid(), 'lost', '')`,
    );
    await tx.all(sql`select 1 / 0`).catch(() => undefined);
    return "done";
  });
  await expect(passing).rejects.toThrow("rolled back");
  expect(
    await asOwner(database, async (tx) => await tx.all(sql`select from slice where name = 'lost'`)),
  ).toEqual([]);
});
