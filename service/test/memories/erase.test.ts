// Tests that an erasure reads what it erases, and not all else that the project has.

import type { CompiledQuery } from "kysely";
import { expect, test } from "vitest";
import { build } from "../../src/database/build.ts";
import type { Transaction } from "../../src/database/transaction.ts";
import { eraseSubject } from "../../src/memories/erase.ts";
import { openStore } from "../support/store.ts";

const { database, tenant } = await openStore();
const { pool } = database;

/** The statements of an erasure that finds nothing. */
async function erasing(): Promise<readonly CompiledQuery[]> {
  const sent: CompiledQuery[] = [];
  const refuse = async (): Promise<never> => await Promise.reject(new Error("not sent"));
  const all: Transaction["all"] = async (query) => {
    sent.push(query.compile(build));
    return await Promise.resolve([]);
  };
  await eraseSubject(
    {
      all,
      first: refuse,
      now: refuse,
      run: refuse,
      set: refuse,
      require: () => undefined,
      atEnd: () => undefined,
    },
    tenant,
    "ada",
  );
  return sent;
}

interface Plan {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

/** How many rows of tables a plan has looked at. */
function rowsRead(plan: Plan): number {
  const own = (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"];
  const below = (plan.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0);
  return below + (plan["Relation Name"] === undefined ? 0 : own);
}

test("it looks at few rows of a project with many changes and versions", async () => {
  const { organizationId, projectId, keyId } = tenant;
  const delta = crypto.randomUUID();
  await pool.query("insert into delta (organization_id, project_id, id, key_id) values ($1, $2, $3, $4)", [
    organizationId,
    projectId,
    delta,
    keyId,
  ]);
  await pool.query(
    `insert into memory (organization_id, project_id, id, key_id, content, scope, subject, version)
    select $1::uuid, $2::uuid, gen_random_uuid(), $3::uuid, 'x', 'project', jsonb_build_object('id', 'user-' || i), 21 from generate_series(1, 2000) i
    union all select $1::uuid, $2::uuid, gen_random_uuid(), $3::uuid, 'x', 'project', '{"id":"ada"}', 21`,
    [organizationId, projectId, keyId],
  );
  await pool.query(
    `insert into memory_version (organization_id, project_id, memory_id, version, key_id, scope, content, subject, change, changed_at, changed_by)
    select organization_id, project_id, id, i, key_id, scope, content, subject, 'updated', now(), key_id from memory, generate_series(1, 20) i where project_id = $1`,
    [projectId],
  );
  await pool.query(
    `insert into change (organization_id, project_id, delta_id, position, id, key_id, private, operation, object, object_id, value)
    select organization_id, project_id, $2::uuid, row_number() over (), gen_random_uuid(), key_id, false, 'create', 'memory', id,
      jsonb_build_object('subject', subject) from memory, generate_series(1, 20) i where project_id = $1`,
    [projectId, delta],
  );
  await pool.query("analyze change, memory, memory_version, delta");
  const client = await pool.connect();
  try {
    for (const { sql: text, parameters } of await erasing()) {
      await client.query("begin");
      const { rows } = await client.query<{ readonly "QUERY PLAN": readonly [{ readonly Plan: Plan }] }>(
        `explain (analyze, format json) ${text}`,
        [...parameters],
      );
      await client.query("rollback");
      const read = rows[0]?.["QUERY PLAN"][0].Plan;
      expect(read === undefined ? Infinity : rowsRead(read), text).toBeLessThan(200);
    }
  } finally {
    client.release();
  }
});
