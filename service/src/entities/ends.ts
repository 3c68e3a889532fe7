// The ends of relationships: from what a body says of an entity to its ID.

import { sql } from "kysely";
import type { Static } from "typebox";
import { entitiesOf } from "../database/entities-of.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { entityKey } from "../values/name-key.ts";
import { type Candidate, Problem, type ProblemEntry } from "../values/problem.ts";
import { isUuid } from "../values/uuid.ts";
import { externalKey, idsByExternalId } from "./external-ids.ts";
import type { RelationshipInput } from "./inputs.ts";
import { lookUpNames, maxCandidates, severalMessage } from "./names.ts";
import { maxListed, type relationshipBody } from "./schemas.ts";

type Body = Static<typeof relationshipBody>;
type End = Body["from"];
type ByName = Extract<End, { readonly name: string }>;
type ByExternalId = Extract<End, { readonly external_id: string }>;

interface Place<Kind extends End = End> {
  readonly end: Kind;
  readonly pointer: string;
}

/**
 * Relationships with the IDs of their ends; with `ids`, `#0` is the first of these, and so on. Throws a {@link Problem} for ends that stand for no
 * entity that the key sees, or for several. IDs are taken as they are.
 */
export async function withEnds(
  tx: Transaction,
  tenant: Tenant,
  rows: readonly Body[],
  ids?: readonly string[],
): Promise<readonly RelationshipInput[]> {
  const places = rows.flatMap(({ from, to }, index): readonly Place[] => [
    { end: from, pointer: `/${String(index)}/from` },
    { end: to, pointer: `/${String(index)}/to` },
  ]);
  const byName = await lookUpEntities(tx, tenant, places.filter(isByName));
  const byExternalId = await lookUpExternalIds(tx, tenant, places.filter(isByExternalId));
  const errors: ProblemEntry[] = [];
  const found = places.map((place): string => {
    const id = foundFor(place, { ids, byName, byExternalId });
    if (typeof id === "string") return id;
    errors.push({ pointer: place.pointer, ...id });
    return "";
  });
  if (errors.length > 0)
    throw new Problem("invalid_request", {
      detail: "An end of a relationship stands for no entity, or for several; `errors` says which.",
      errors: errors.slice(0, maxListed),
    });
  return rows.map((row, index) => ({ ...row, from: found[2 * index] ?? "", to: found[2 * index + 1] ?? "" }));
}

function isByName(place: Place): place is Place<ByName> {
  return typeof place.end === "object" && "name" in place.end;
}

function isByExternalId(place: Place): place is Place<ByExternalId> {
  return typeof place.end === "object" && "external_id" in place.end;
}

interface Known {
  readonly ids: readonly string[] | undefined;
  readonly byName: ReadonlyMap<string, readonly Candidate[]>;
  readonly byExternalId: (end: ByExternalId) => string | undefined;
}

/** The ID of an end, or what is wrong with it. */
function foundFor(
  place: Place,
  { ids, byName, byExternalId }: Known,
): string | Pick<ProblemEntry, "message" | "candidates"> {
  const { end } = place;
  if (typeof end === "string") {
    const [, at] = ids === undefined ? [] : (/^#(0|[1-9]\d*)$/.exec(end) ?? []);
    if (at === undefined || ids === undefined) return end;
    return ids[Number(at)] ?? { message: `is not in the list, which has ${String(ids.length)} entities` };
  }
  if (!isByName(place)) {
    const id = "external_id" in end ? byExternalId(end) : undefined;
    return id ?? { message: "names no entity: its source has none with this external ID" };
  }
  const { type } = place.end;
  const [first, second, ...others] = byName.get(nameOf(place.end)) ?? [];
  if (first === undefined) return { message: `names no entity: there is no ${type} with this name` };
  if (second === undefined) return first.id;
  const all = [first, second, ...others];
  const count = all.length > maxCandidates ? `more than ${String(maxCandidates)}` : String(all.length);
  return severalMessage(`${count} entities`, all);
}

function nameOf({ type, name }: Pick<ByName, "type" | "name">): string {
  return JSON.stringify([type, name]);
}

interface Row {
  readonly place: number;
  readonly id: string;
  readonly name: string;
}

/**
 * The entities with each type and name. An exact name comes before one with other case or white space. The keys are
 * computed first, as row-level security uses no index for a condition with a function.
 */
async function lookUpEntities(
  tx: Transaction,
  tenant: Tenant,
  places: readonly Place<ByName>[],
): Promise<ReadonlyMap<string, readonly Candidate[]>> {
  const wanted = [...new Map(places.map(({ end }) => [nameOf(end), end])).values()];
  if (wanted.length === 0) return new Map();
  const some = (isExact: boolean) =>
    sql`select e.id, e.name from entity e where ${entitiesOf(tenant, "e")} and e.name_key = wanted.key and e.type = wanted.type
      and e.name ${isExact ? sql`=` : sql`<>`} wanted.name limit ${maxCandidates + 1}`;
  const rows = await tx.all(
    sql<Row>`with wanted as materialized (
        select type, name, name_key(name) as key, place::int from unnest(${wanted.map(({ type }) => type)}::text[], ${wanted.map(({ name }) => name)}::text[])
          with ordinality listed (type, name, place)
      )
      select place, found.id, found.name from wanted cross join lateral (select * from (${some(true)}) exact union all select * from (${some(false)}) like_it) found
      order by place, found.id`,
    "entities by name",
  );
  const found = Map.groupBy(rows, ({ place }) => place - 1);
  return new Map(
    wanted.map((end, at) => {
      const { type, name } = end;
      const listed = found.get(at) ?? [];
      const exact = listed.filter((row) => row.name === name);
      const same = listed.filter((row) => entityKey(type, row.name) === entityKey(type, name));
      // Where not all are listed, those that are left out may have the same name.
      const others = listed.length > maxCandidates ? listed : same;
      const kept = exact.length > 0 ? exact : others;
      return [nameOf(end), kept.map((row) => ({ id: row.id, name: row.name }))];
    }),
  );
}

/** Finds the entities with external IDs. Throws a {@link Problem} for the names of sources that are not clear. */
async function lookUpExternalIds(
  tx: Transaction,
  tenant: Tenant,
  places: readonly Place<ByExternalId>[],
): Promise<(end: ByExternalId) => string | undefined> {
  const names = places.flatMap(({ end: { source }, pointer }) =>
    isUuid(source) ? [] : [{ table: "source" as const, name: source, pointer: `${pointer}/source` }],
  );
  const idOf = await lookUpNames(tx, tenant, names);
  const sourceOf = ({ source }: ByExternalId): string | undefined =>
    isUuid(source) ? source : idOf("source", source);
  const wanted = places.flatMap(({ end }) => {
    const source_id = sourceOf(end);
    return source_id === undefined ? [] : [{ source_id, external_id: end.external_id }];
  });
  const known = await idsByExternalId(tx, tenant, wanted);
  return (end) => known.get(externalKey({ source_id: sourceOf(end) ?? "", external_id: end.external_id }));
}
