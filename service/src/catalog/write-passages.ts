// Writes the passages of documents, in the transaction that writes the documents.

import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { allSettledOrThrow } from "../database/all-settled.ts";
import { ofTenant } from "../database/of-tenant.ts";
import { learnWords } from "../database/search-words.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { newId } from "../values/uuid.ts";
import { type Passage, split } from "./split.ts";

/** A document as it is written. */
export interface WrittenDocument {
  readonly id: string;
  readonly source_id: string;
  readonly title: string | null;
  readonly text: string;
  /** Missing if it stays as it is. */
  readonly created_at: string | undefined;
}

/**
 * Those of some documents whose passages are stored: they are sent again as they are, as sources often are as a whole. They are locked, so they stay
 * so until the end of the transaction.
 */
export async function knownPassages(
  tx: Transaction,
  tenant: Tenant,
  documents: readonly WrittenDocument[],
): Promise<ReadonlySet<string>> {
  if (documents.length === 0) return new Set();
  const sent = documents.map(({ text, ...rest }) => ({ ...rest, hash: hashOf(text) }));
  // Found by their IDs first: a join would compare hashes, and make those of all documents.
  const rows = await tx.all(
    sql<{ readonly id: string }>`with d as materialized (
        select id, source_id, title, created_at, encode(sha256(convert_to(text, 'UTF8')), 'hex') as hash from document
        where ${ofTenant(tenant)} and id = any(${sent.map(({ id }) => id)}::uuid[]) order by id for no key update
      )
      select d.id from d join jsonb_to_recordset(${JSON.stringify(sent)}::jsonb)
        as sent (id uuid, source_id uuid, title text, hash text, created_at timestamptz(3)) on sent.id = d.id
      where d.hash = sent.hash and d.source_id = sent.source_id and d.title is not distinct from sent.title
        and d.created_at = coalesce(sent.created_at, d.created_at)`,
    "passages.known",
  );
  return new Set(rows.map(({ id }) => id));
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Maximum passages per statement: about a megabyte of text. */
const rowsAtOnce = 1000;

/** Replaces the passages of documents that were just written. */
export async function writePassages(
  tx: Transaction,
  tenant: Tenant,
  documents: readonly Pick<WrittenDocument, "id" | "text">[],
): Promise<void> {
  if (documents.length === 0) return;
  const rows = documents.flatMap(({ id, text }) =>
    passagesOf(text).map(({ first, past, text: part }) => {
      return { id: newId(), document_id: id, first, past, text: part };
    }),
  );
  const ids = documents.map(({ id }) => id);
  const earlier = sql`delete from passage where ${ofTenant(tenant)} and document_id = any(${ids}::uuid[])`;
  const statements: Promise<unknown>[] = [tx.all(earlier, "passages.earlier")];
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const some = rows.slice(at, at + rowsAtOnce);
    const documentIds = [...new Set(some.map(({ document_id }) => document_id))];
    statements.push(tx.all(insertion(tenant, documentIds, JSON.stringify(some)), "passages.written"));
    statements.push(
      learnWords(
        tx,
        tenant,
        "passage",
        some.map(({ id }) => id),
      ),
    );
  }
  await allSettledOrThrow(statements);
}

/** The passages of a text; one without words has an empty one, by which its document is found by its title. */
function passagesOf(text: string): readonly Passage[] {
  const passages = split(text);
  return passages.length === 0 ? [{ first: 0, past: 0, text: "" }] : passages;
}

/** The words of a title are those of each passage, found once for each document. */
function insertion(
  tenant: Tenant,
  documentIds: readonly string[],
  values: string,
): RawBuilder<Record<string, never>> {
  return sql`with d as materialized (
      select id, source_id, created_at, searchable(left(coalesce(title, ''), 1000), 'C', 'D') as title
      from document where ${ofTenant(tenant)} and id = any(${[...documentIds]}::uuid[])
    )
    insert into passage (organization_id, project_id, id, document_id, source_id, created_at, first, past, text, search)
    select ${tenant.organizationId}::uuid, ${tenant.projectId}::uuid, p.id, d.id, d.source_id, d.created_at, p.first, p.past, p.text,
      searchable(p.text, 'A', 'B') || d.title
    from jsonb_to_recordset(${values}::jsonb) as p (id uuid, document_id uuid, first int, past int, text text)
    join d on d.id = p.document_id
    on conflict do nothing`;
}
