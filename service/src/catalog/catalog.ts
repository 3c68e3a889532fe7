// The names of a project: what its queries may name.

import { sql } from "kysely";
import { build } from "../database/build.ts";
import type { Scope, Transaction } from "../database/transaction.ts";

/** A name and what it stands for. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** What `createCatalog` accepts. */
export interface ProjectCatalog {
  readonly shapes: Named[];
  readonly sources: Named[];
  readonly types: string[];
}

/** All names of a project. */
export async function catalogOf(tx: Transaction, { projectId }: Scope): Promise<ProjectCatalog> {
  const shapes = await tx.all(namesIn("shape", projectId));
  const sources = await tx.all(namesIn("source", projectId));
  const types = await tx.all(typesOf(projectId), "types");
  return { shapes, sources, types: types.map(({ type }) => type) };
}

function namesIn(table: "shape" | "source", projectId: string) {
  return build
    .selectFrom(table)
    .select(["id", "name"])
    .where("project_id", "=", projectId)
    .orderBy("name")
    .orderBy("id");
}

/** The types of a project. `select distinct` would read all of its entities; this jumps from each type to the next. */
function typesOf(projectId: string) {
  return sql<{ readonly type: string }>`with recursive known as (
      (select type from entity where project_id = ${projectId} order by type limit 1)
      union all
      select (select type from entity where project_id = ${projectId} and type > known.type order by type limit 1)
        from known where known.type is not null
    ) select type from known where type is not null`;
}

/** The shapes and sources of a project that have one of these names. */
export async function lookUp(
  tx: Transaction,
  { projectId }: Scope,
  names: { readonly shapes: readonly string[]; readonly sources: readonly string[] },
): Promise<Pick<ProjectCatalog, "shapes" | "sources">> {
  const find = async (table: "shape" | "source", wanted: readonly string[]): Promise<Named[]> =>
    wanted.length === 0
      ? []
      : await tx.all(
          sql<Named>`select id, name from ${sql.table(table)} where project_id = ${projectId} and name = any(${[...wanted]}::text[]) order by id`,
          `names of ${table}`,
        );
  return { shapes: await find("shape", names.shapes), sources: await find("source", names.sources) };
}

/** Whether the project has an entity of each of these types. */
export async function hasTypes(
  tx: Transaction,
  { projectId }: Scope,
  types: readonly string[],
): Promise<boolean> {
  if (types.length === 0) return true;
  const missing = sql`select from unnest(${[...types]}::text[]) wanted (type)
    where not exists (select from entity e where project_id = ${projectId} and e.type = wanted.type) limit 1`;
  return (await tx.first(missing, "types.missing")) === undefined;
}
