// Checks a database without changing it.

import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { DatabaseError } from "../database/database-error.ts";
import { isDistributed } from "../database/distribute.ts";
import { migrations, missingIn } from "../database/migrate.ts";
import { isPooled, systemSize } from "../database/pool.ts";
import { isOfPooler, poolerAdvice } from "../database/pooler.ts";
import { isStorageFull } from "../database/storage.ts";
import { checkDistribution } from "./check-distribution.ts";
import { type Check, error, ok, warning } from "./doctor.ts";

/** Checks a database that answers. */
export async function checkDatabase(pool: Pool, poolSize: number): Promise<readonly Check[]> {
  return [
    await version(pool),
    await extensions(pool),
    await tables(pool),
    await roles(pool),
    ...(await checkDistribution(pool)),
    ...(await pooler(pool)),
    await connections(pool, poolSize),
    await size(pool),
    ...(await storage(pool)),
  ];
}

const oldest = 15;

async function version(pool: Pool): Promise<Check> {
  const { rows } = await pool.query<{ readonly text: string; readonly major: number }>(
    "select current_setting('server_version') as text, current_setting('server_version_num')::int / 10000 as major",
  );
  const { text = "", major = 0 } = rows[0] ?? {};
  if (major >= oldest) return ok("version", `PostgreSQL ${text}`);
  return error("version", `PostgreSQL ${text} is too old; version ${oldest} or later is needed`);
}

const needed = ["btree_gin", "pg_trgm", "unaccent"];

async function extensions(pool: Pool): Promise<Check> {
  const { rows } = await pool.query<{
    readonly name: string;
    readonly installed: boolean;
    readonly allowed: boolean;
  }>(
    `select name, installed_version is not null as installed,
       (select rolsuper from pg_roles where rolname = current_user)
         or (has_database_privilege(current_database(), 'create') and exists (
           select from pg_available_extension_versions version where version.name = extension.name and version.trusted
         )) as allowed
     from pg_available_extensions extension where name = any($1)`,
    [needed],
  );
  const absent = needed.filter((name) => !rows.some((row) => row.name === name));
  if (absent.length > 0)
    return error(
      "extensions",
      `the server lacks ${absent.join(", ")}; install its contrib package (postgresql-contrib)`,
    );
  const missing = rows.filter(({ installed }) => !installed);
  if (missing.length === 0) return ok("extensions", needed.join(", "));
  const refused = missing.filter(({ allowed }) => !allowed).map(({ name }) => name);
  if (refused.length === 0) return ok("extensions", "available; `migrate` and `serve` create them");
  return error(
    "extensions",
    `this user may not create ${refused.join(", ")}; as an administrator: ${refused.map((name) => `create extension ${name};`).join(" ")}`,
  );
}

async function tables(pool: Pool): Promise<Check> {
  const { rows } = await pool.query<{ readonly there: boolean }>(
    "select to_regclass(quote_ident(current_schema()) || '.migration') is not null as there",
  );
  if (rows[0]?.there !== true) return ok("migrations", "none yet; `migrate` and `serve` create the tables");
  try {
    const missing = await missingIn(pool);
    if (missing.length === 0) return ok("migrations", `current: ${migrations.at(-1)?.name ?? "none"}`);
    return warning(
      "migrations",
      `older than this program: ${missing.length} missing; \`migrate\` or \`serve\` applies them`,
    );
  } catch (thrown) {
    if (thrown instanceof DatabaseError) return error("migrations", thrown.message);
    throw thrown;
  }
}

/** The names of the roles of this database; see `roles.ts`. */
async function roles(pool: Pool): Promise<Check> {
  const { rows } = await pool.query<{
    readonly user: string;
    readonly usable: number;
    readonly may_create: boolean;
  }>(
    `select current_user as user, (rolsuper or rolcreaterole) as may_create,
       (select count(*) from pg_roles role where role.rolname in (
          'slice_app_' || left(current_database(), 50), 'slice_limited_' || left(current_database(), 50), 'slice_hits_' || left(current_database(), 50)
        ) and pg_has_role(current_user, role.oid, 'member')) as usable
     from pg_roles where rolname = current_user`,
  );
  const { user = "", usable = 0, may_create = false } = rows[0] ?? {};
  if (usable === 3) return ok("row level security", "on: a second line of defence between projects");
  if (may_create) return ok("row level security", "not yet; `migrate` and `serve` create its roles");
  return warning(
    "row level security",
    `off, because the user ${user} may not create roles; only the program separates projects. As an administrator: alter role "${user}" createrole; then \`migrate\``,
  );
}

async function pooler(pool: Pool): Promise<readonly Check[]> {
  if (isPooled(pool)) return [];
  const client = await pool.connect();
  try {
    return (await isOfPooler(client)) ? [error("pooler", poolerAdvice)] : [];
  } finally {
    client.release();
  }
}

async function connections(pool: Pool, poolSize: number): Promise<Check> {
  const { rows } = await pool.query<{ readonly most: number; readonly used: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
       (select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as used`,
  );
  const { most = 0, used = 0 } = rows[0] ?? {};
  // A pooler has fewer connections to the server than its clients have to it.
  if (isPooled(pool))
    return ok(
      "pool",
      `a pool of ${poolSize}, and ${systemSize} more, of a pooler; ${used} connections of the server are in use`,
    );
  const wanted = poolSize + systemSize;
  const said = `a pool of ${poolSize}, and ${systemSize} more; the server accepts ${most} connections, ${used} are in use`;
  if (wanted <= most - used) return ok("pool", said);
  if (wanted <= most)
    return warning("pool", `${said}; a full pool may be refused, so lower DATABASE_POOL_SIZE`);
  return error("pool", `${said}; set DATABASE_POOL_SIZE to at most ${most - systemSize}`);
}

async function size(pool: Pool): Promise<Check> {
  const isCoordinator = await isDistributed(pool);
  // The rows are on its nodes, one of which may be down.
  const [bytes, isCounted] = isCoordinator
    ? ["citus_total_relation_size(oid, false)", "oid in (select logicalrelid from pg_dist_partition)"]
    : ["pg_total_relation_size(oid)", "true"];
  const { rows } = await pool.query<Sized>(
    `select 'all' as name, pg_size_pretty(pg_database_size(current_database())) as size, 0 as rows, 0 as place
     union all
     (select relname, pg_size_pretty(${bytes}), greatest(reltuples, 0)::int8, 1 from pg_class
       where relkind = 'r' and relnamespace = (select oid from pg_namespace where nspname = current_schema())
         and relname in ('document', 'entity', 'relationship', 'memory') and ${isCounted}
       order by ${bytes} desc)
     order by place`,
  );
  const [all, ...each] = rows;
  const whole = `${all?.size ?? "unknown"} ${isCoordinator ? "on the coordinator" : "in all"}`;
  if (each.some((table) => table.size === null))
    return warning(
      "size",
      `${whole}; a node does not say how much it has; \`select * from citus_check_cluster_node_health()\` says which one, so start it`,
    );
  // PostgreSQL counts rows only once in a while; 0 may mean that it has not counted yet.
  const said = each.map(
    ({ name, size: of, rows: count }) => `${name} ${of}${count === 0 ? "" : ` (about ${count} rows)`}`,
  );
  return ok("size", [whole, ...said].join(", "));
}

/** The database, or a table. */
interface Sized {
  readonly name: string;
  /** Null if a node does not answer. */
  readonly size: string | null;
  readonly rows: number;
}

/** SQLSTATEs `insufficient_privilege` and `read_only_sql_transaction`. */
const [notPermitted, readOnly] = ["42501", "25006"];

/** Maximum wait for a commit, in milliseconds. */
const maxCommitMs = 5000;

/**
 * Checks that the disk has space, and that commits are confirmed, by writing a temporary table of some megabytes, which disappears with its
 * transaction. A primary whose synchronous standby is gone can write, but not confirm it.
 */
async function storage(pool: Pool): Promise<readonly Check[]> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rows } = await client.query<{ readonly pid: number }>("select pg_backend_pid() as pid");
    await client.query(
      "create temporary table room on commit drop as select md5(n::text) from generate_series(1, 100000) n",
    );
    const begun = performance.now();
    const commit = client.query("commit");
    const isLate = await Promise.race([commit.then(() => false), sleep(maxCommitMs, true, { ref: false })]);
    // The server would wait for ever, and the next check again; nothing of this transaction matters.
    if (isLate) await pool.query("select pg_cancel_backend($1)", [rows[0]?.pid ?? 0]);
    await commit;
    const room = ok("storage", "there is room for at least 6 MB more");
    if (!isLate)
      return [room, ok("commits", `confirmed in ${String(Math.ceil(performance.now() - begun))} ms`)];
    const detail = `a commit was not confirmed within ${String(maxCommitMs / 1000)} s; if the database has a synchronous standby, start it, or remove it from synchronous_standby_names`;
    return [room, error("commits", detail)];
  } catch (thrown) {
    await client.query("rollback");
    return [refusal(thrown)];
  } finally {
    client.release();
  }
}

function refusal(thrown: unknown): Check {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  if (isStorageFull(thrown))
    return error(
      "storage",
      "the disk of the database is full: it can be read, but not written; free some space on it, or enlarge it",
    );
  if (code === readOnly)
    return error("storage", "the database accepts no writes: it is a standby, or set to read-only");
  if (code === notPermitted) return ok("storage", "not tried: this user may not create temporary tables");
  throw thrown;
}
