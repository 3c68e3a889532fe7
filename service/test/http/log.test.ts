// Tests the log: it has the reason why a request failed, and nothing that callers have written.

import { sql } from "kysely";
import { expect, test } from "vitest";
import { systemTransaction } from "../../src/database/transaction.ts";
import { startService } from "../support/service.ts";

const service = await startService({
  before: (app) => {
    app.get("/fails", async () => {
      // As the owner of the tables, its detail is the row that fails.
      const row = sql`insert into slice (organization_id, project_id, id, name, cql) values (${none}, ${none}, ${none}, null, 'a secret of somebody')`;
      await systemTransaction(service.database, async (tx) => await tx.all(row));
    });
  },
});
const none = "00000000-0000-0000-0000-000000000000";

test("an error of the database is logged with its code and its stack, and without the row", async () => {
  const response = await fetch(`${service.url}/fails`);
  expect(response.status).toBe(500);
  expect(service.log()).toContain("violates not-null constraint");
  expect(service.log()).toContain("23502");
  expect(service.log()).not.toContain("a secret of somebody");
});
