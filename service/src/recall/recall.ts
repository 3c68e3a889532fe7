// What is known about something, as one text: searches, reads what connects the hits, and says it in lines.

import { sql } from "kysely";
import { allSettledOrThrow } from "../database/all-settled.ts";
import { build } from "../database/build.ts";
import { entitiesOf } from "../database/entities-of.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Roles, Tenant, Transaction } from "../database/transaction.ts";
import type { SearchRequest } from "../search/request.ts";
import { type SearchResult, search } from "../search/search.ts";
import { factsOf } from "./facts.ts";
import { linesOf, nameOf } from "./lines.ts";
import { type Recalled, textOf } from "./text.ts";

/** What to recall. */
export interface RecallRequest extends Omit<SearchRequest, "isExplained" | "limit"> {
  /** Maximum length of the text, in UTF-16 code units. */
  readonly budget: number;
}

/** A line is hardly shorter, so this many hits of each kind fill a text: at most those of a page. */
const shortestLine = 60;
/** Hits of each kind: what says the same is left out, so a few more than fit. */
const [fewest, most] = [10, 100];
/** The best entities, whose relationships are told. */
const maxConnected = 10;

/** Recalls what a project knows, in a transaction of this tenant. */
export async function recall(
  tx: Transaction,
  tenant: Tenant,
  roles: Roles | undefined,
  { budget, ...request }: RecallRequest,
): Promise<Recalled & Pick<SearchResult, "meaning">> {
  const limit = Math.min(most, Math.max(fewest, Math.ceil(budget / shortestLine)));
  const hits = await search(tx, tenant, roles, { ...request, limit });
  const { entities = [], relationships = [] } = hits;
  const [facts, ends, sources] = await allSettledOrThrow([
    factsOf(
      tx,
      tenant,
      entities.slice(0, maxConnected).map(({ id }) => id),
      request,
    ),
    namesOfEnds(
      tx,
      tenant,
      relationships.flatMap(({ from, to }) => [from, to]),
    ),
    namesOfSources(tx, tenant, hits),
  ]);
  const { meaning } = hits;
  return { ...textOf(linesOf(hits, { facts, ends, sources }), budget), ...(meaning && { meaning }) };
}

async function namesOfEnds(
  tx: Transaction,
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const among = sql<string>`any(${[...new Set(ids)]}::uuid[])`;
  const query = build.selectFrom("entity").select(["id", "type", "name"]);
  const rows = await tx.all(query.where(entitiesOf(tenant)).where("id", "=", among));
  return new Map(rows.map((row) => [row.id, nameOf(row)]));
}

async function namesOfSources(
  tx: Transaction,
  tenant: Tenant,
  { documents = [], entities = [] }: SearchResult,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set([...documents, ...entities].flatMap(({ source_id }) => source_id ?? []))];
  if (ids.length === 0) return new Map();
  const query = build.selectFrom("source").select(["id", "name"]).where(ofTenant(tenant));
  const rows = await tx.all(query.where("id", "=", sql<string>`any(${ids}::uuid[])`), "recall.sources");
  return new Map(rows.map(({ id, name }) => [id, name]));
}
