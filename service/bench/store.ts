// A store with projects of different size, loaded by `COPY`.

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Pool } from "pg";
import { createNamed } from "../src/catalog/import-catalog.ts";
import type { TenantKey } from "../src/database/of-tenant.ts";
import { recountWords } from "../src/database/search-words.ts";
import { systemTransaction, type Tenant } from "../src/database/transaction.ts";
import { createKey } from "../src/organizations/key.ts";
import { createOrganization } from "../src/organizations/organizations.ts";
import { createProject, operatorTenant } from "../src/organizations/projects.ts";
import { catalog, entities, type Line } from "./corpus.ts";
import { type OwnDatabase, type Postgres, temporaryFolder } from "./postgres.ts";

/** A project with its shapes and sources, and its callers. */
export interface Project {
  readonly tenant: Tenant;
  readonly key: string;
}

/** A store, and the largest of its projects. */
export interface Store extends Project {
  readonly database: OwnDatabase;
}

/** Of all entities: two large projects and 18 small ones. */
const shares: readonly number[] = [0.5, 0.2, ...Array.from({ length: 18 }, () => 0.3 / 18)];
/** So many rows are a file, of which two are read at a time. */
const rowsAtOnce = 25_000;

/** Makes a store of so many entities. The indexes are made when the rows are there, as they are after a restore. */
export async function createStore(postgres: Postgres, count: number): Promise<Store> {
  const database = await postgres.create();
  const projects: Project[] = [];
  for (const _ of shares) projects.push(await addProject(database));
  const indexes = await withoutIndexes(database.pool);
  const parts = projects.flatMap(({ tenant }, at) => partsOf(tenant, Math.ceil(count * (shares[at] ?? 0))));
  const folder = temporaryFolder();
  const load = async (): Promise<void> => {
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      const file = join(folder, `${part.seed}.txt`);
      writeFileSync(file, copyLines(part.tenant, entities(part.seed, part.count)));
      await copy(database.pool, file, "set local session_replication_role = replica");
      rmSync(file);
    }
  };
  await Promise.all([load(), load()]);
  await unhurried(database.pool, ["set local maintenance_work_mem = '256MB'", ...indexes]);
  for (const { tenant } of projects)
    await systemTransaction(
      database,
      async (tx) =>
        await recountWords(tx, { organization_id: tenant.organizationId, owner_id: tenant.projectId }),
    );
  // They are counted: the first server need not do it again, next to what is measured.
  await database.pool.query("insert into upkeep (task, ran_at) values ('words', now())");
  await tidy(database.pool);
  const [largest] = projects;
  if (largest === undefined) throw new Error("There is no project.");
  return { ...largest, database };
}

/** Adds an organization with a project that has the catalog, and a key. */
export async function addProject(database: OwnDatabase): Promise<Project> {
  return await systemTransaction(database, async (tx) => {
    const organization = await createOrganization(tx, `bench ${crypto.randomUUID()}`);
    const project = await createProject(tx, organization, "bench");
    const organizationId = organization.id;
    const tenant = operatorTenant({ ...project, organizationId });
    await createNamed(tx, tenant, { shapes: [...catalog.shapes], sources: [...catalog.sources] });
    const wanted = {
      organizationId,
      projectId: project.id,
      name: undefined,
      permission: "write" as const,
      expiresAt: undefined,
    };
    const { id, key } = await createKey(tx, wanted);
    return { tenant: { ...tenant, keyId: id }, key };
  });
}

interface Part {
  readonly tenant: TenantKey;
  readonly seed: number;
  readonly count: number;
}

let seeds = 0;

function partsOf(tenant: TenantKey, count: number): readonly Part[] {
  return Array.from({ length: Math.ceil(count / rowsAtOnce) }, (_, at) => ({
    tenant,
    seed: ++seeds,
    count: Math.min(rowsAtOnce, count - at * rowsAtOnce),
  }));
}

/** Entities as `COPY` reads them. */
export function copyLines({ organizationId, projectId }: TenantKey, rows: Iterable<Line>): string {
  let text = "";
  for (const { id, type, name, shape_id, source_id, source_shape_id, created_at, ...properties } of rows) {
    const row = [
      organizationId,
      projectId,
      id,
      type,
      name,
      shape_id,
      source_id,
      source_shape_id,
      created_at,
      JSON.stringify(properties),
    ];
    text += `${row.map((each) => each.replaceAll("\\", "\\\\")).join("\t")}\n`;
  }
  return text;
}

/** Copies a file into the table of entities; with settings for that alone. */
export async function copy(pool: Pool, file: string, ...settings: readonly string[]): Promise<void> {
  const columns =
    "organization_id, project_id, id, type, name, shape_id, source_id, source_shape_id, created_at, props";
  await unhurried(pool, [...settings, `copy entity (${columns}) from '${file}'`]);
}

async function unhurried(pool: Pool, statements: readonly string[]): Promise<void> {
  const limits = ["begin", "set local statement_timeout = 0"];
  await pool.query([...limits, ...statements, "commit"].join("; "));
}

/** As autovacuum leaves a store that is in use. */
async function tidy(pool: Pool): Promise<void> {
  const client = await pool.connect();
  for (const statement of ["set statement_timeout = 0", "vacuum analyze", "checkpoint"])
    await client.query(statement);
  // The setting goes with the connection.
  client.release(true);
}

/** Drops all indexes of entities but the primary key, and returns the statements that recreate them. */
async function withoutIndexes(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ readonly name: string; readonly definition: string }>(
    "select indexname as name, indexdef as definition from pg_indexes where tablename = 'entity' and indexname <> 'entity_pkey'",
  );
  await pool.query(rows.map(({ name }) => `drop index ${name}`).join("; "));
  return rows.map(({ definition }) => definition);
}
