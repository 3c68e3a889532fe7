// Reads a part of a document's text, in UTF-16 code units, which the database does not count in.

import { sql } from "kysely";
import { build } from "../database/build.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { documentColumns } from "./rows.ts";
import { maxTextBytes } from "./schemas.ts";

/** A part of a text: its first code unit, and the one after its last. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** A document with a part of its text; undefined if the project does not have it. */
export async function readDocument(tx: Transaction, tenant: Tenant, id: string, wanted: Part) {
  const start = Math.min(wanted.start, maxLength);
  const most = Math.min(wanted.end - wanted.start, maxTextBytes);
  const row = await tx.first(
    build
      .selectFrom("document")
      .select(documentColumns)
      // Where each character is one code unit, the database can cut; a text with others is read as a whole.
      .select(
        sql<string>`case when length = char_length(text) then substr(text, ${start}::integer + 1, ${most}::integer) else text end`.as(
          "read",
        ),
      )
      .where(ofTenant(tenant))
      .where("id", "=", id),
  );
  if (row === undefined) return undefined;
  const { read, length } = row;
  const from = read.length === length ? 0 : Math.min(start, length);
  const { text, ...part } = partOf(read, { start: start - from, end: wanted.end - from });
  return { row, text, start: from + part.start, end: from + part.end };
}

/** Maximum length of a text of PostgreSQL, in characters. */
const maxLength = 2 ** 30;

/**
 * A part of a text, as much of it as fits into an answer. It does not begin or end within a surrogate pair: what is asked for moves outward, and
 * what does not fit is left out.
 */
export function partOf(text: string, { start, end }: Part): Part & { readonly text: string } {
  const first = Math.min(start, text.length);
  const last = Math.min(end, text.length);
  const from = isInPair(text, first) ? first - 1 : first;
  const asked = text.slice(from, isInPair(text, last) ? last + 1 : last);
  const { read } = new TextEncoder().encodeInto(asked, new Uint8Array(maxTextBytes));
  return { text: asked.slice(0, read), start: from, end: from + read };
}

function isInPair(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return at > 0 && code >= 0xdc00 && code <= 0xdfff;
}
