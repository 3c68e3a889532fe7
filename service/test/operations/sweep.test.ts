// Tests that a sweep deletes what has expired, in any amount.

import { afterAll, expect } from "vitest";
import { sweep } from "../../src/operations/sweep.ts";
import { onOneNode } from "../support/one-node.ts";
import { openStore } from "../support/store.ts";

const { database, tenant } = await openStore();
afterAll(async () => await database.close());

onOneNode(
  "a sweep deletes everything that has expired and nothing else, in statements that each delete a part",
  async () => {
    const { pool } = database;
    await pool.query(
      `insert into memory (project_id, id, organization_id, key_id, content, scope, forget_after)
      select $1, gen_random_uuid(), $2, $3, 'x', 'project', now() + case when i = 1 then interval '1 day' else interval '-1 day' end
      from generate_series(1, 12000) i`,
      [tenant.projectId, tenant.organizationId, tenant.keyId],
    );
    await pool.query(
      `insert into idempotency (organization_id, key_id, key, request_hash, created_at)
      select $2, $1, i, '', now() - case when i = 1 then interval '23 hours' else interval '25 hours' end from generate_series(1, 12000) i`,
      [tenant.keyId, tenant.organizationId],
    );
    for (const table of ["memory", "idempotency"])
      await pool.query(`create function few_${table}() returns trigger language plpgsql as $$ begin
        if (select count(*) from gone) > 10000 then raise 'too many at once'; end if; return null; end $$;
      create trigger few after delete on ${table} referencing old table as gone for each statement execute function few_${table}()`);
    await sweep(database);
    for (const table of ["memory", "idempotency"])
      expect((await pool.query(`select count(*) from ${table}`)).rows).toEqual([{ count: 1 }]);
  },
);
