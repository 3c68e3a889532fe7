// Pages of lists: a cursor names the last item of its page, so rows added later do not shift the next page.

import { type Expression, type RawBuilder, sql } from "kysely";
import type { QueryResultRow } from "pg";
import { Problem } from "../values/problem.ts";
import { allSettledOrThrow } from "./all-settled.ts";
import type { Transaction } from "./transaction.ts";

/** The default number of items on a page. */
export const defaultLimit = 50;
/** Maximum items per page. */
export const maxLimit = 200;

/** A page of a list, and where the next one begins. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** A page ends after this many bytes of rows, as the database writes them, whatever its limit; but it has at least one row. */
const maxBytes = 8 << 20;

/** The size limit of the rows of a page. */
export interface Size {
  /** Divides the limit: the rows are one of this many parts of a page. */
  readonly parts?: number;
  /** The bytes of a row `listed`, where they are known: finding out takes as long as reading it. */
  readonly bytes?: Expression<number>;
}

/** A row and its bytes; without them it counts as small. Responses show only the members of their schemas. */
export interface Measured {
  readonly row_bytes?: number;
}

/** Rows in the first read, and maximum rows per later read: any row may have a megabyte, even after many small ones. */
const [firstRows, mostRows] = [4, 16];

/**
 * Reads the rows of a query in an order until they fill a page, or the given part of one, plus one more row if there are more. It uses a
 * database cursor, so that rows beyond the page are not written as text.
 */
export async function rowsOfPage<Row extends QueryResultRow>(
  tx: Transaction,
  query: Expression<Row>,
  order: RawBuilder<unknown>,
  { parts = 1, bytes: bytesOf = sql<number>`octet_length(listed::text)` }: Size = {},
): Promise<readonly (Row & Measured)[]> {
  const opened = tx.all(sql`declare page no scroll cursor for
    select listed.*, ${bytesOf} as row_bytes from (select * from (${query}) found order by ${order}) listed`);
  const rows: (Row & Measured)[] = [];
  let bytes = 0;
  for (let count = firstRows; ; count = countAfter(rows.length, bytes, maxBytes / parts)) {
    const fetched = tx.all(sql<Row & Measured>`fetch forward ${sql.raw(String(count))} from page`);
    const [, more] = await allSettledOrThrow([opened, fetched]);
    rows.push(...more);
    bytes += more.reduce((sum, { row_bytes = 0 }) => sum + row_bytes, 0);
    if (more.length < count || bytes > maxBytes / parts) break;
  }
  // Not awaited: it is sent together with the next statement, which fails if this one does.
  tx.run("close page").catch(() => undefined);
  return rows;
}

/** The rows still needed if they are as large as those read so far: one more than fit. */
function countAfter(rows: number, bytes: number, most: number): number {
  return Math.min(mostRows, Math.floor((most - bytes) / (bytes / rows)) + 1);
}

/** Makes a page of rows, of which there is one more than fits if there is a next page. `keyOf` returns the position of a row in the list's order. */
export function toPage<Row extends Measured>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly string[],
): Page<Row> {
  const items = fitting(rows.slice(0, limit));
  const last = items.at(-1);
  const next = rows.length > items.length && last !== undefined ? encodeCursor(keyOf(last)) : null;
  return { items, next_cursor: next };
}

/** The first of these rows that fit on a page, or in the given part of one. */
export function fitting<Row extends Measured>(rows: readonly Row[], parts = 1): readonly Row[] {
  let bytes = 0;
  const end = rows.findIndex(({ row_bytes = 0 }, at) => (bytes += row_bytes) > maxBytes / parts && at > 0);
  return end === -1 ? rows : rows.slice(0, end);
}

/** The cursor of a page that begins after the item with this key. */
export function encodeCursor(key: readonly string[]): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

/** Checks one part of a cursor. */
export type IsPart = (text: string) => boolean;

/** Decodes a cursor into its parts, one for each form. Throws a {@link Problem} for anything but a cursor of this list. */
export function decodeCursor(cursor: string, forms: readonly IsPart[]): readonly string[] {
  const place = read(cursor);
  if (place?.length === forms.length && forms.every((form, at) => form(place[at] ?? ""))) return place;
  throw noCursor();
}

/** The refusal of anything but a cursor of a list. */
export function noCursor(): Problem {
  const message = "is not a cursor of this list; send the next_cursor of the previous page unchanged";
  return new Problem("invalid_request", { errors: [{ pointer: "/cursor", message }] });
}

function read(cursor: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(value) && value.every((part) => typeof part === "string") ? value : undefined;
  } catch {
    return undefined;
  }
}
