// The roles that row-level security applies to. Roles belong to the whole cluster, so their names contain the name of the database.

import { escapeIdentifier, escapeLiteral, type PoolClient } from "pg";
import { limitedPolicies, type Policy } from "./limits.ts";
import type { Roles } from "./transaction.ts";

/** The columns that a search may read before row-level security applies: no text, but names and properties for the conditions of slices. */
const hitColumns: Readonly<Record<string, readonly string[]>> = {
  entity: [
    "organization_id",
    "project_id",
    "id",
    "type",
    "name",
    "shape_id",
    "source_id",
    "source_shape_id",
    "created_at",
    "props",
    "search",
  ],
  relationship: ["organization_id", "project_id", "id", "type", "from_id", "to_id", "created_at", "search"],
  memory: [
    "project_id",
    "organization_id",
    "id",
    "key_id",
    "kind",
    "scope",
    "shape_id",
    "subject_id",
    "thread",
    "precisely",
    "valid_at",
    "created_at",
    "forget_after",
    "superseded_by",
    "recalled_as_new_at",
    "search",
  ],
  passage: ["organization_id", "project_id", "id", "document_id", "source_id", "created_at", "search"],
  word: ["organization_id", "owner_id", "of_passages", "word", "n", "spelled"],
};

const contents =
  "log_end, entity_change, name_change, shape, source, document, passage, passage_embedding, entity, entity_embedding, relationship, slice, memory, memory_version, memory_embedding, delta, change, word, idempotency, loop, event, checkpoint, reading, delivery";

/** The columns of webhooks that requests may read: all but the secrets. */
const webhookColumns =
  "organization_id, project_id, id, slice_id, key_id, url, cursor, sequence, version, status, waits, due_at, lease_until, lease_token, created_at";

/**
 * Creates the roles if they are missing, and grants them what they need. Undefined if this user may not create roles. Unless
 * the tables have changed, existing roles are left alone, because granting takes exclusive locks on the tables.
 */
export async function prepareRoles(
  client: PoolClient,
  haveTablesChanged: boolean,
): Promise<Roles | undefined> {
  const { rows } = await client.query<{ readonly name: string; readonly version: number }>(
    "select left(current_database(), 50) as name, current_setting('server_version_num')::int / 10000 as version",
  );
  const { name = "", version = 0 } = rows[0] ?? {};
  const roles = {
    app: `slice_app_${name}`,
    limited: `slice_limited_${name}`,
    search: `slice_hits_${name}`,
  };
  if (!haveTablesChanged && (await areReady(client, roles))) return roles;
  await client.query("savepoint roles");
  try {
    for (const role of Object.values(roles)) await createRole(client, role, version);
    await client.query(grantStatements(roles));
    await client.query("release savepoint roles");
    return roles;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === notPermitted)) throw error;
    await client.query("rollback to savepoint roles");
    return undefined;
  }
}

/** Whether the roles exist and this user may assume them, including the latest grants. */
async function areReady(client: PoolClient, { app, limited, search }: Roles): Promise<boolean> {
  const all = [app, limited, search];
  const { rows } = await client.query<{ readonly roles: number; readonly policies: number }>(
    `select (select count(*) from pg_roles where rolname = any($1) and pg_has_role(current_user, oid, 'member')) as roles,
       (select count(*) from pg_policies where schemaname = current_schema() and roles && $2::name[]) as policies`,
    [all, [limited, search]],
  );
  // A newer version may have added some.
  const least = Object.keys(hitColumns).length + limitedPolicies.length;
  return rows[0]?.roles === all.length && rows[0].policies >= least;
}

/** The SQLSTATE `insufficient_privilege`. */
const notPermitted = "42501";

async function createRole(client: PoolClient, role: string, version: number): Promise<void> {
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [role]);
  const name = escapeIdentifier(role);
  if (rowCount === 0) await client.query(`create role ${name} nologin`);
  // With `inherit false` the owner has only its own privileges until it switches to the role.
  await client.query(`grant ${name} to current_user${version >= 16 ? " with inherit false, set true" : ""}`);
}

/** What limited keys read and write; all else is refused to them before it gets here. */
const limitedContents = "entity, relationship, slice, memory, delta, change, word, idempotency";

function grantStatements({ app, limited, search }: Roles): string {
  const [appName, limitedName, searchName] = [app, limited, search].map(escapeIdentifier);
  const hits = Object.entries(hitColumns).flatMap(([table, columns]) => [
    `grant select (${columns.join(", ")}) on ${table} to ${searchName}`,
    policyStatement(search, { name: "hits", table, command: "select", text: "using (true)" }),
  ]);
  return [
    `do $$ begin execute format('grant usage on schema %I to %I, %I, %I', current_schema(), ${[app, limited, search].map(escapeLiteral).join(", ")}); end $$`,
    `grant select, insert, update, delete on ${contents} to ${appName}`,
    `grant select, insert, update, delete on ${limitedContents} to ${limitedName}`,
    `grant select on shape, source, loop, name_change to ${limitedName}`,
    `grant select, insert, update on log_end to ${limitedName}`,
    `grant select, insert on entity_change to ${limitedName}`,
    `grant select (${webhookColumns}), insert, update, delete on webhook to ${appName}`,
    `grant select (${webhookColumns}), insert, update (status, waits, due_at), delete on webhook to ${limitedName}`,
    `grant select, update (status, next_at, give_up_at) on delivery to ${limitedName}`,
    // Whether what their changes quote is still there.
    `grant select (organization_id, project_id, id) on document to ${limitedName}`,
    `grant select, insert, delete on memory_version to ${limitedName}`,
    `grant select, insert, delete on memory_embedding, entity_embedding to ${limitedName}`,
    `grant select on cursor_secret, embedding_model to ${appName}, ${limitedName}`,
    `grant insert on activity to ${limitedName}`,
    `grant select, insert, update on project_lock to ${limitedName}`,
    ...[...new Set(limitedPolicies.map(({ table }) => table))].map((table) => narrowing(table, app)),
    ...limitedPolicies.map((policy) => policyStatement(limited, policy)),
    // Entries of the ledger and of the activity are never changed, and requests only read which workers there are.
    `grant select, insert on ledger, activity to ${appName}`,
    `grant select, insert, update on account, project_lock to ${appName}`,
    `grant select on worker to ${appName}`,
    ...hits,
  ].join(";\n");
}

/**
 * Creates a policy for a role, if it is missing. That locks the table, so a server that starts while others run must not do it: they could
 * deadlock. A policy for another role came with a copy of the database.
 */
function policyStatement(role: string, { name, table, command, text }: Policy): string {
  return `do $do$ begin
    if not exists (select from pg_policies where schemaname = current_schema() and tablename = '${table}' and policyname = '${name}'
      and roles @> array[${escapeLiteral(role)}]::name[]) then
      drop policy if exists ${name} on ${table};
      execute format($policy$create policy ${name} on ${table} for ${command ?? "all"} to %I $policy$, ${escapeLiteral(role)}) || $policy$${text}$policy$;
    end if;
  end $do$`;
}

/** Leaves the policies of the schema to a role: those that are for everyone would let limited keys see what theirs hide. */
function narrowing(table: string, role: string): string {
  return `do $do$
    declare
      name text;
    begin
      for name in select policyname from pg_policies where schemaname = current_schema() and tablename = '${table}'
        and policyname <> 'hits' and policyname not like 'limited%' and not roles @> array[${escapeLiteral(role)}]::name[]
      loop
        execute format('alter policy %I on ${table} to %I', name, ${escapeLiteral(role)});
      end loop;
    end $do$`;
}
