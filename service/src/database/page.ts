// Pages of lists: each cursor says after which item the next one begins, so that rows which are added meanwhile move nothing.

import { type Expression, type RawBuilder, sql } from "kysely";
import type { QueryResultRow } from "pg";
import { Type } from "typebox";
import { Problem } from "../values/problem.ts";
import { allSettledOrThrow } from "./all-settled.ts";
import type { Transaction } from "./transaction.ts";

/** The default number of items on a page. */
export const defaultLimit = 50;
/** Maximum items per page. */
const maxLimit = 200;

/** The parameters of a list. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxLimit,
      default: defaultLimit,
      description: "How many items a page has; it also ends at 8 MiB.",
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description: "The `next_cursor` of the previous page.",
      "x-extension": true,
    }),
  ),
};

/** A page of a list, and where the next one begins. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** A page ends at so many bytes of its rows as the database writes them, whatever its limit is; but it has one row. */
const maxBytes = 8 << 20;

/** What the rows of a page may take together. */
export interface Size {
  /** Of so many parts of a page they are one. */
  readonly parts?: number;
  /** The bytes of a row `listed`, where they are known: to find out takes as long as to read it. */
  readonly bytes?: Expression<number>;
}

/** A row, and its bytes; without them it counts as small. Answers show only what their schemas name. */
export interface Measured {
  readonly row_bytes?: number;
}

/** How many rows are read first, and then at most at a time: a row may have a megabyte, also after many small ones. */
const [firstRows, mostRows] = [4, 16];

/**
 * The rows of a query in an order, until they fill a page, or its part of so many; and at least one more if there are more. They are read with
 * a cursor, so that rows which a page does not hold are not written as text.
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
  // Not awaited: it travels with the next statement, which fails if this one does.
  tx.run("close page").catch(() => undefined);
  return rows;
}

/** How many rows are needed after these, if the others are like them: one more than fit. */
function countAfter(rows: number, bytes: number, most: number): number {
  return Math.min(mostRows, Math.floor((most - bytes) / (bytes / rows)) + 1);
}

/** A page from one row more than fits. `keyOf` returns the position of a row in the order of the list. */
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

/** The first of these rows that a page holds, or its part of so many. */
export function fitting<Row extends Measured>(rows: readonly Row[], parts = 1): readonly Row[] {
  let bytes = 0;
  const end = rows.findIndex(({ row_bytes = 0 }, at) => (bytes += row_bytes) > maxBytes / parts && at > 0);
  return end === -1 ? rows : rows.slice(0, end);
}

/** The cursor of a page that begins after what has this key in the order of its list. */
export function encodeCursor(key: readonly string[]): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

/** Whether a text can be a part of a cursor. */
export type IsPart = (text: string) => boolean;

/** The place that a cursor names, in so many texts of these forms. Throws a {@link Problem} for anything but a cursor of such a list. */
export function decodeCursor(cursor: string, forms: readonly IsPart[]): readonly string[] {
  const place = read(cursor);
  if (place?.length === forms.length && forms.every((form, at) => form(place[at] ?? ""))) return place;
  const message = "is not a cursor of this list; send the next_cursor of the previous page unchanged";
  throw new Problem("invalid_request", { errors: [{ pointer: "/cursor", message }] });
}

function read(cursor: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(value) && value.every((part) => typeof part === "string") ? value : undefined;
  } catch {
    return undefined;
  }
}
