// Stages what an agent found by itself, without a loop.

import { sql } from "kysely";
import type { Static } from "typebox";
import { mergeKeyOfRelationship } from "../changes/merge-key.ts";
import { aboutRelationship, type Named, saidBy } from "../changes/said.ts";
import { type NewChange, stage } from "../changes/stage.ts";
import { entitiesOf, relationshipsOf } from "../database/entities-of.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { itemsOf } from "../memories/body.ts";
import { arePrivate, createsOf, requireFit } from "../memories/write.ts";
import { Problem } from "../values/problem.ts";
import { isUuid, newId } from "../values/uuid.ts";
import { type Item, requireSize, stageEntities } from "./propose-entities.ts";
import { placesOf } from "./quotes.ts";
import type { proposeBody } from "./schemas.ts";

type Body = Static<typeof proposeBody>;

type ProposedRelationship = NonNullable<Body["relationships"]>[number];

/**
 * Stages entities, relationships and memories in a new delta. Throws a {@link Problem} if there is nothing in it, for names, ends and quotes that
 * are not there, and for what a limited key does not see.
 */
export async function propose(
  tx: Transaction,
  tenant: Tenant,
  { entities = [], relationships = [], memories = [] }: Body,
): Promise<{ readonly id: string; readonly changes: number }> {
  if (entities.length + relationships.length + memories.length === 0)
    throw new Problem("invalid_request", {
      errors: [{ pointer: "", message: "must have `entities`, `relationships` or `memories`" }],
    });
  const places = await placesOf(tx, tenant, { entities, relationships });
  const found = await stageEntities(tx, tenant, entities, places("entities"));
  const links = await stageRelationships(tx, tenant, relationships, {
    entities: new Map(entities.map((entity, at) => [found.ids[at] ?? "", entity])),
    ids: found.ids,
    quotesOf: places("relationships"),
  });
  const items = itemsOf({ memories }, tenant);
  await requireFit(tx, tenant, items, pointerTo);
  const changes = [...found.changes, ...links, ...createsOf(items)];
  return { id: await stage(tx, tenant, changes, arePrivate(items)), changes: changes.length };
}

function pointerTo(at: number): string {
  return `/memories/${String(at)}`;
}

interface Known {
  /** The IDs of the proposed entities, in their order. */
  readonly ids: readonly string[];
  /** The proposed entities by these IDs. */
  readonly entities: ReadonlyMap<string, Named>;
  readonly quotesOf: Item["quotesOf"];
}

interface Resolved {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly properties: ProposedRelationship["properties"];
  readonly at: number;
}

async function stageRelationships(
  tx: Transaction,
  tenant: Tenant,
  proposed: readonly ProposedRelationship[],
  { ids, entities, quotesOf }: Known,
): Promise<readonly NewChange[]> {
  if (proposed.length === 0) return [];
  const idOf = (end: string): string =>
    /^#\d+$/.test(end) ? (ids[Number(end.slice(1))] ?? "") : end.toLowerCase();
  const resolved = proposed.map(
    ({ type, from, to, properties }, at): Resolved => ({
      type,
      from: idOf(from),
      to: idOf(to),
      properties,
      at,
    }),
  );
  const ends = await readEnds(tx, tenant, resolved, entities);
  const stored = await tx.all(
    sql<{
      readonly type: string;
      readonly from: string;
      readonly to: string;
    }>`select type, from_id as from, to_id as to
      from relationship where ${relationshipsOf(tenant)} and from_id = any(${resolved.map(({ from }) => from)}::uuid[])
        and to_id = any(${resolved.map(({ to }) => to)}::uuid[])`,
  );
  const known = new Set(stored.map(({ type, from, to }) => mergeKeyOfRelationship(type, from, to)));
  return resolved.flatMap(({ type, from, to, properties = {}, at }) => {
    const mergeKey = mergeKeyOfRelationship(type, from, to);
    if (known.has(mergeKey)) return [];
    known.add(mergeKey);
    const objectId = newId();
    const value = { id: objectId, type, from, to, properties };
    requireSize(value, `/relationships/${String(at)}`);
    const quotes = quotesOf(at);
    const evidence = quotes.map((each) => each.evidence);
    const about = aboutOf(type, ends.get(from), ends.get(to));
    const said = saidBy(quotes, properties);
    const change = { operation: "create", object: "relationship", objectId, value } as const;
    return [{ ...change, evidence, mergeKey, said, ...(about !== undefined && { about }) }];
  });
}

/** What a relationship is about; undefined if an end has no name, as then no document can say it. */
function aboutOf(type: string, from: End | undefined, to: End | undefined): string | undefined {
  const [name, other] = [from?.name, to?.name];
  if (from === undefined || to === undefined || typeof name !== "string" || typeof other !== "string")
    return undefined;
  return aboutRelationship(type, { type: from.type, name }, { type: to.type, name: other });
}

interface End {
  readonly type: string;
  readonly name: string | null;
}

/** The ends by their IDs. Throws a {@link Problem} for ends that are neither proposed nor entities that the key sees. */
async function readEnds(
  tx: Transaction,
  tenant: Tenant,
  relationships: readonly Resolved[],
  proposed: ReadonlyMap<string, End>,
): Promise<ReadonlyMap<string, End>> {
  const ends = [...new Set(relationships.flatMap(({ from, to }) => [from, to]))];
  const wanted = ends.filter((id) => !proposed.has(id) && isUuid(id));
  const rows = await tx.all(
    sql<
      End & { readonly id: string }
    >`select id, type, name from entity where ${entitiesOf(tenant)} and id = any(${wanted}::uuid[])`,
  );
  const known = new Map<string, End>([...proposed, ...rows.map((row) => [row.id, row] as const)]);
  const errors = relationships.flatMap((relationship) =>
    (["from", "to"] as const)
      .filter((end) => !known.has(relationship[end]))
      .map((end) => ({
        pointer: `/relationships/${String(relationship.at)}/${end}`,
        message: "is no entity of the project, and no index of one in `entities`",
      })),
  );
  if (errors.length > 0)
    throw new Problem(tenant.limits === undefined ? "invalid_request" : "beyond_scope", { errors });
  return known;
}
