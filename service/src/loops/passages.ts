// Finds the passages of documents that a hydrate reads.

import { sql } from "kysely";
import type { PlannedDocument } from "../database/loop-tables.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { createYield } from "../values/yield-to-event-loop.ts";
import {
  joinRead,
  ofSources,
  type Plan,
  planned,
  type ReadableDocument,
  readColumns,
  type Skipped,
} from "./documents.ts";
import { charactersIn, indexesOf, partOf } from "./pieces.ts";

/** Maximum documents searched for passages; those that match best. */
const maxDocuments = 200;
/** Maximum characters searched: more than 50 iterations of 8 pieces read. */
const maxCharacters = 2_000_000;
/** Maximum words used of a purpose: others may have written into a longer one, so the rest is ignored. */
const maxWords = 50;

interface Asked {
  readonly sourceIds: readonly string[] | undefined;
  readonly about: string;
  readonly skipped: Skipped;
}

type Found = ReadableDocument & { readonly text: string };

/** Finds the pieces that contain words of `about`, in the documents that match best. */
export async function findPassages(
  tx: Transaction,
  tenant: Tenant,
  { sourceIds, about, skipped }: Asked,
): Promise<Plan> {
  const words = splitWords(about);
  const query = words.join(" or ");
  const rows = await tx.all(
    sql<Found>`with asked as materialized (select websearch_to_tsquery('english', fold(${query})) as query),
      best as (
        select document_id as id, created_at, max(ts_rank(search, query)) as rank from passage, asked
        where ${ofSources(tenant, sourceIds)} and search @@ query
        group by document_id, created_at order by rank desc, created_at desc, id limit ${maxDocuments}
      ),
      bounded as (
        select best.*, sum(length) over (order by rank desc, best.created_at desc, best.id) - length as before
        from best join document on ${ofTenant(tenant, "document")} and document.id = best.id
      )
      select d.id, d.source_id, d.length as characters, d.updated_at, d.text, ${readColumns} from bounded b join document d using (id)
      ${joinRead(tenant, "d", skipped)}
      where ${ofTenant(tenant, "d")} and b.before < ${maxCharacters}
      order by b.rank desc, b.created_at desc, b.id`,
  );
  const nextTurn = createYield();
  const documents: PlannedDocument[] = [];
  const known = { new: 0, changed: 0, unchanged: 0 };
  for (const row of rows) {
    const pieces: number[] = [];
    for (const index of indexesOf(row)) {
      if (hasAny(partOf(row.text, index).text, words)) pieces.push(index);
      await nextTurn();
    }
    if (pieces.length === 0) continue;
    known[stateOf(row, pieces)] += 1;
    const document = planned(row, pieces);
    if (document.pieces.length > 0) documents.push(document);
  }
  return {
    documents,
    totals: {
      sources: new Set(documents.map(({ source_id }) => source_id)).size,
      documents: documents.length,
      characters: documents.reduce((sum, each) => sum + charactersIn(each), 0),
      pieces: documents.reduce((sum, { pieces }) => sum + pieces.length, 0),
    },
    known,
  };
}

function stateOf({ known, has_changed }: Found, pieces: readonly number[]): "new" | "changed" | "unchanged" {
  if (pieces.every((index) => known.includes(index))) return "unchanged";
  return has_changed ? "changed" : "new";
}

function splitWords(text: string): readonly string[] {
  const words = folded(text).match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return [...new Set(words.filter((word) => !common.has(word)))].slice(0, maxWords);
}

/** Words that do not tell what a text is about. */
const common: ReadonlySet<string> = new Set(
  "a about all an and are as at be by can do for from get has have how in is it its me my of on or our that the their them they this to us was we what when where which who will with you your".split(
    " ",
  ),
);

function hasAny(text: string, words: readonly string[]): boolean {
  const there = folded(text);
  return words.some((word) => there.includes(word));
}

/** Maximum growth by normalizing: some characters become 18, and the result is cut; Hangul, which becomes three times as long, is not. */
const maxFolded = 4;

/** Marks are also removed before normalizing: sorting long runs of them takes long. */
function folded(text: string): string {
  const whole = withoutMarks(text)
    .normalize("NFKD")
    .slice(0, maxFolded * text.length);
  return withoutMarks(whole).toLowerCase();
}

function withoutMarks(text: string): string {
  return text.replaceAll(/\p{M}/gu, "");
}
