// Looks quotes up in their documents.

import { sql } from "kysely";
import type { Static } from "typebox";
import type { Quoted } from "../changes/said.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Evidence } from "../database/tables.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { Problem } from "../values/problem.ts";
import { isUuid } from "../values/uuid.ts";
import type { Item } from "./propose-entities.ts";
import type { proposeBody } from "./schemas.ts";

type Lists = Required<Pick<Static<typeof proposeBody>, "entities" | "relationships">>;

/** Maximum quotes of a proposal: each of them is searched for in the whole text of its document. */
const maxQuotes = 1000;

interface Quote {
  readonly list: keyof Lists;
  readonly at: number;
  readonly pointer: string;
  readonly documentId: string;
  readonly quote: string;
}

interface Found {
  readonly at: number;
  readonly source_id: string;
  readonly updated_at: Date;
  /** In UTF-16 code units; null if the document does not have it. */
  readonly start: number | null;
}

/** The quotes of each item of each list, where they stand. Throws a {@link Problem} for documents and quotes that are not there. */
export async function placesOf(
  tx: Transaction,
  tenant: Tenant,
  { entities, relationships }: Lists,
): Promise<(list: keyof Lists) => Item["quotesOf"]> {
  const quotes = [...quotesIn("entities", entities), ...quotesIn("relationships", relationships)];
  requireAllowed(tenant, quotes);
  const found = new Map((await find(tx, tenant, quotes)).map((row) => [row.at, row]));
  const errors = quotes.flatMap(({ pointer }, index) => {
    const row = found.get(index);
    if (row === undefined)
      return [{ pointer: `${pointer}/document_id`, message: "names no document of the project" }];
    return row.start === null
      ? [{ pointer: `${pointer}/quote`, message: "does not occur in the document" }]
      : [];
  });
  if (errors.length > 0) throw new Problem("invalid_request", { errors: errors.slice(0, maxListed) });
  const placed = quotes.map(({ list, at, documentId, quote }, index) => {
    const { source_id = "", start, updated_at } = found.get(index) ?? {};
    const from = start ?? 0;
    const evidence: Evidence = {
      source_id,
      document_id: documentId,
      quote,
      start: from,
      end: from + quote.length,
    };
    const quoted: Quoted = { evidence, updated_at: updated_at?.toISOString() ?? "" };
    return { item: `${list} ${String(at)}`, quoted };
  });
  const byItem = Map.groupBy(placed, ({ item }) => item);
  return (list) => (at) => (byItem.get(`${list} ${String(at)}`) ?? []).map(({ quoted }) => quoted);
}

/** Maximum mistakes listed. */
const maxListed = 20;

function quotesIn(list: keyof Lists, items: Lists[keyof Lists]): readonly Quote[] {
  return items.flatMap(({ evidence = [] }, at) =>
    evidence.map(({ document_id, quote }, index) => ({
      list,
      at,
      pointer: `/${list}/${String(at)}/evidence/${String(index)}`,
      documentId: document_id.toLowerCase(),
      quote,
    })),
  );
}

function requireAllowed({ limits }: Tenant, quotes: readonly Quote[]): void {
  const [first] = quotes;
  if (first === undefined) return;
  // Documents are not within a slice.
  if (limits !== undefined)
    throw new Problem("beyond_scope", {
      errors: [{ pointer: first.pointer, message: "quotes a document, which a limited key does not see" }],
    });
  if (quotes.length > maxQuotes)
    throw new Problem("invalid_request", {
      errors: [
        { pointer: "", message: `has ${String(quotes.length)} quotes, more than ${String(maxQuotes)}` },
      ],
    });
}

async function find(tx: Transaction, tenant: Tenant, quotes: readonly Quote[]): Promise<readonly Found[]> {
  const wanted = quotes.flatMap(({ documentId, quote }, at) =>
    isUuid(documentId) ? [{ at, id: documentId, quote }] : [],
  );
  if (wanted.length === 0) return [];
  // PostgreSQL counts characters; those beyond the Basic Multilingual Plane are two code units.
  return await tx.all(
    sql<Found>`select wanted.at, d.source_id, d.updated_at, case when place.at > 0 then length(before.text) + length(regexp_replace(before.text, '[^\\U00010000-\\U0010FFFF]+', '', 'g')) end as start
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (at integer, id uuid, quote text)
      join document d on ${ofTenant(tenant, "d")} and d.id = wanted.id,
      lateral (select strpos(d.text, wanted.quote) as at) place,
      lateral (select left(d.text, greatest(place.at - 1, 0)) as text) before`,
  );
}
