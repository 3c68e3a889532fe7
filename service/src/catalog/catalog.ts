// The names of a project: what its queries may name. To a limited key, those that occur in what it sees.

import { sql } from "kysely";
import { allSettledOrThrow } from "../database/all-settled.ts";
import { entitiesOf, listedIn, occurs } from "../database/entities-of.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { maxCharacters, maxNames } from "./schemas.ts";

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

/** The names of a project, or the first of each kind if there are more than a catalog has. */
export async function readCatalog(
  tx: Transaction,
  tenant: Tenant,
): Promise<ProjectCatalog & { readonly isComplete: boolean }> {
  const [shapes, sources, types] = await allSettledOrThrow([
    tx.all(namesIn("shape", tenant), "catalog.shapes"),
    tx.all(namesIn("source", tenant), "catalog.sources"),
    tx.all(typesIn(tenant), "catalog.types"),
  ]);
  return {
    shapes: shapes.flatMap(fitting),
    sources: sources.flatMap(fitting),
    types: types.flatMap(fitting).map(({ name }) => name),
    isComplete: [shapes, sources, types].every((kind) => kind.every(({ fits }) => fits)),
  };
}

/** A name, and whether it and those before it are few enough. */
interface Counted {
  readonly fits: boolean;
}

function fitting<Name extends Counted>({ fits, ...name }: Name): Omit<Name, "fits">[] {
  return fits ? [name] : [];
}

/** The names of a table that fit, and the first that does not. */
function namesIn(table: "shape" | "source", tenant: Tenant) {
  return sql<
    Named & Counted
  >`select id, name, place <= ${maxNames} and characters <= ${maxCharacters} as fits from (
      select id, name, row_number() over so_far as place, sum(length(name)) over so_far as characters
        from ${sql.table(table)} n where ${ofTenant(tenant, "n")} and ${occurs(tenant, table)} window so_far as (order by name, id)
    ) counted where place <= ${maxNames + 1} and characters - length(name) <= ${maxCharacters} order by place`;
}

/** The same of types. `select distinct` would read all entities of a project; this jumps from each type to the next. */
function typesIn(tenant: Tenant) {
  return sql<{ readonly name: string } & Counted>`with recursive known as (
      (select type as name, 1 as place, length(type) as characters from entity where ${entitiesOf(tenant)} order by type limit 1)
      union all
      select next.type, place + 1, characters + length(next.type) from known, lateral
        (select type from entity where ${entitiesOf(tenant)} and type > known.name order by type limit 1) next
        where place <= ${maxNames} and characters <= ${maxCharacters}
    ) select name, place <= ${maxNames} and characters <= ${maxCharacters} as fits from known`;
}

/** The shapes and sources of a project that have one of these names; to a limited key, those that it knows. */
export async function lookUp(
  tx: Transaction,
  tenant: Tenant,
  names: { readonly shapes: readonly string[]; readonly sources: readonly string[] },
): Promise<Pick<ProjectCatalog, "shapes" | "sources">> {
  const find = async (table: "shape" | "source", wanted: readonly string[]): Promise<Named[]> => {
    if (wanted.length === 0) return [];
    const named = sql<Named>`select id, name from ${sql.table(table)} n
      where ${ofTenant(tenant, "n")} and name = any(${[...wanted]}::text[]) order by id`;
    return await knownOf(tx, tenant, table, await tx.all(named, `names of ${table}`));
  };
  const [shapes, sources] = await allSettledOrThrow([
    find("shape", names.shapes),
    find("source", names.sources),
  ]);
  return { shapes, sources };
}

/** Those of shapes or sources that a limited key knows: those that its slice lists, which is seen without a look at entities, and those that occur. */
async function knownOf(
  tx: Transaction,
  tenant: Tenant,
  table: "shape" | "source",
  named: readonly Named[],
): Promise<Named[]> {
  const known = listedIn(tenant, table);
  const others = named.filter(({ id }) => !known.has(id));
  if (tenant.limits !== undefined && others.length > 0) {
    const ids = others.map(({ id }) => id);
    const occurring = sql<{ readonly id: string }>`select n.id from ${sql.table(table)} n
      where ${ofTenant(tenant, "n")} and n.id = any(${ids}::uuid[]) and ${occurs(tenant, table)}`;
    for (const { id } of await tx.all(occurring)) known.add(id);
  }
  return named.filter(({ id }) => tenant.limits === undefined || known.has(id));
}

/**
 * Those of these types of which the project has an entity. With `limit` the database looks each of them up; without, it may join them with all
 * entities of the project.
 */
export async function lookUpTypes(
  tx: Transaction,
  tenant: Tenant,
  types: readonly string[],
): Promise<string[]> {
  if (types.length === 0) return [];
  const known = sql<{
    readonly type: string;
  }>`select wanted.type from unnest(${[...types]}::text[]) wanted (type), lateral
    (select from entity e where ${entitiesOf(tenant, "e")} and e.type = wanted.type limit 1) found`;
  return (await tx.all(known, "types.known")).map(({ type }) => type);
}
