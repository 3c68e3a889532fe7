// Tests row-level security: a statement without any condition of its own reads and writes nothing of another project.

import { sql } from "kysely";
import { escapeIdentifier } from "pg";
import { describe, expect, inject, test } from "vitest";
import { build } from "../../src/database/build.ts";
import { type Transaction, transaction } from "../../src/database/transaction.ts";
import { type Caller, startService } from "../support/service.ts";
import { createTenants } from "../support/tenants.ts";

const service = await startService();
const tenants = await createTenants(service);
const { database } = service;
const { app, search } = database.roles ?? { app: "", search: "" };
const [one, neighbor, stranger, colleague] = tenants.askers;
if (one === undefined || neighbor === undefined || stranger === undefined || colleague === undefined)
  throw new Error("Nobody is there.");

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Those that the role may read. */
  readonly shown: readonly string[];
  readonly locked: boolean;
  readonly policies: number;
  readonly readable: boolean;
}

/** What belongs to somebody, as its columns say. */
const owning = ["project_id", "organization_id", "key_id", "owner_id"];

const tables = (
  await database.pool.query<Table>(
    `select c.relname as name, array_agg(a.attname::text) as columns, array_agg(quote_ident(a.attname)) filter (where has_column_privilege($1, c.oid, a.attnum, 'select')) as shown, c.relrowsecurity as locked,
       (select count(*) from pg_policy p where p.polrelid = c.oid and p.polpermissive and ($1::regrole = any(p.polroles::regrole[]) or p.polroles = '{0}'))::int as policies,
       has_any_column_privilege($1, c.oid, 'select') as readable
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace group by c.oid order by c.relname`,
    [app],
  )
).rows;
const owned = tables.filter(({ columns }) => columns.some((column) => owning.includes(column)));
const readable = tables.filter(({ readable }) => readable);

/** Runs statements as this key, and takes back what they did. */
async function as<Result>(who: Caller, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const undo = new Error("It is taken back.");
  const done: Result[] = [];
  await transaction(database, who, async (tx) => {
    done.push(await work(tx));
    throw undo;
  }).catch((error: unknown) => (error === undo ? undefined : Promise.reject(error)));
  const [result] = done;
  if (result === undefined) throw new Error("Nothing was done.");
  return result;
}

/** A statement without any condition. */
const raw = (text: string) => sql<any>`${sql.raw(text)}`;

test("every table with an owner has row-level security with a policy, or cannot be read", () => {
  expect(owned.length).toBeGreaterThan(12);
  for (const { name, readable: isReadable, locked, policies } of owned)
    expect({ name, isSafe: !isReadable || (locked && policies > 0) }).toEqual({ name, isSafe: true });
});

test("every table that the role can read has row-level security", () => {
  expect(readable.length).toBeGreaterThan(9);
  for (const { name, locked } of readable) expect({ name, locked }).toEqual({ name, locked: true });
});

test("the two roles own nothing, cannot log in unless nodes ask each other, and do not bypass row-level security", async () => {
  const { rows } = await database.pool.query(
    "select rolname, rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, (select count(*)::int from pg_class where relowner = r.oid) as owns from pg_roles r where rolname in ($1, $2) order by 1",
    [app, search],
  );
  const rolcanlogin = inject("nodes").length > 0;
  const none = { rolsuper: false, rolbypassrls: false, rolcanlogin, rolcreaterole: false, owns: 0 };
  expect(rows).toEqual([app, search].toSorted().map((rolname) => ({ rolname, ...none })));
});

describe.each(readable.map(({ name, columns, shown }) => ({ name, columns, shown })))(
  "$name",
  ({ name, columns, shown }) => {
    const [table, all] = [escapeIdentifier(name), shown.join()];

    test("a key reads only rows of its own, in each project", async () => {
      let seen = 0;
      for (const who of [one, neighbor, stranger, colleague]) {
        const rows = await as(who, async (tx) => await tx.all(raw(`select ${all} from ${table}`)));
        seen += rows.length;
        for (const row of rows) expect(isOwn(row, who, name), JSON.stringify(row)).toBe(true);
      }
      const { rows } = await database.pool.query(`select count(*)::int as all from ${table}`);
      expect(rows[0].all === 0 || seen > 0).toBe(true);
    });

    test("no row of another project can be changed or deleted", async () => {
      const column = columns.find((each) => owning.includes(each)) ?? columns[0] ?? "";
      for (const who of [one, colleague])
        for (const statement of [
          `update ${table} set ${column} = ${column} returning ${all}`,
          `delete from ${table} returning ${all}`,
        ]) {
          const rows = await as(who, async (tx) => {
            // What refers to rows is not what is asked about.
            await tx.run("set constraints all deferred");
            return await tx
              .all(raw(statement))
              .catch((error: unknown) => (isRefused(error) ? [] : Promise.reject(error)));
          });
          for (const row of rows)
            expect([isOwn(row, who, name), row.project_id ?? who.projectId]).toEqual([true, who.projectId]);
        }
    });

    test("no row can be given to another project", async () => {
      const column = columns.find((each) => each === "project_id");
      if (column === undefined) return;
      const { count } = await as(
        one,
        async (tx) =>
          (await tx.first(
            raw(`select count(*)::int as count from ${table} where project_id = '${one.projectId}'`),
          )) ?? { count: 0 },
      );
      if (count === 0) return;
      for (const { projectId } of [neighbor, stranger]) {
        const moved = as(
          one,
          async (tx) =>
            await tx.all(
              raw(`update ${table} set project_id = '${projectId}' where project_id = '${one.projectId}'`),
            ),
        );
        await expect(moved).rejects.toMatchObject({
          message: expect.stringMatching(/row-level security|permission denied/),
        });
      }
    });
  },
);

/** What the whole organization has: its credits, which are counted for all of its projects. */
const shared: ReadonlySet<string> = new Set(["account", "ledger"]);

function isOwn(row: any, who: Caller, table: string): boolean {
  // Of the database: cursors are sealed with it, and no path shows it.
  if (table === "cursor_secret") return true;
  if (shared.has(table)) return row.organization_id === who.organizationId;
  if (row.scope === "commons") return row.organization_id === who.organizationId;
  if ("owner_id" in row) return [who.projectId, who.organizationId, who.keyId].includes(row.owner_id);
  if ("private" in row && row.private && row.key_id !== who.keyId) return false;
  if (row.scope === "agent" && row.key_id !== who.keyId) return false;
  return "project_id" in row ? row.project_id === who.projectId : row.key_id === who.keyId;
}

/** `foreign_key_violation`, and `insufficient_privilege`. */
function isRefused(error: unknown): boolean {
  return codeOf(error) === "23503" || codeOf(error) === "42501";
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

test("tables without an owner cannot be read: keys, organizations, projects", async () => {
  for (const table of ["api_key", "organization", "project", "migration"])
    await expect(
      as(one, async (tx) => await tx.all(raw(`select * from ${table}`))),
      table,
    ).rejects.toThrow();
});

test("a commons memory of another project can be recalled, but neither changed nor forgotten", async () => {
  const theirs = tenants.things.find(
    ({ kind, reach, projectId }) =>
      kind === "memory" && reach === "commons" && projectId === neighbor.projectId,
  );
  const done = await as(one, async (tx) => ({
    read: (
      await tx.all(
        build
          .selectFrom("memory")
          .select("id")
          .where("id", "=", theirs?.id ?? ""),
      )
    ).length,
    changed: (
      await tx.all(
        build
          .updateTable("memory")
          .set({ content: "mine" })
          .where("id", "=", theirs?.id ?? "")
          .returning("id"),
      )
    ).length,
    deleted: (
      await tx.all(
        build
          .deleteFrom("memory")
          .where("id", "=", theirs?.id ?? "")
          .returning("id"),
      )
    ).length,
  }));
  expect(done).toEqual({ read: 1, changed: 0, deleted: 0 });
});

test("a memory cannot be written into another project, not even for the whole organization", async () => {
  const write = as(
    one,
    async (tx) =>
      await tx.all(sql`insert into memory (project_id, id, organization_id, key_id, content, scope)
      values (${neighbor.projectId}, ${one.keyId}, ${one.organizationId}, ${one.keyId}, 'x', 'commons') returning id`),
  );
  await expect(write).rejects.toThrow("row-level security");
});

test("without a scope a statement fails, and sees nothing", async () => {
  const client = await database.pool.connect();
  try {
    await client.query(`begin; set local role ${escapeIdentifier(app)}`);
    await expect(client.query("select count(*) from entity")).rejects.toThrow();
  } finally {
    await client.query("rollback");
    client.release();
  }
});
