// Pages of lists: each cursor says after which item the next one begins, so that rows which are added meanwhile move nothing.

import { Type } from "typebox";
import { Problem } from "../problems/problem.ts";

/** The default number of items on a page. */
export const defaultLimit = 50;
/** As many items a page has at most. */
const maxLimit = 200;

/** The parameters of a list. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxLimit,
      default: defaultLimit,
      description: "How many items a page has.",
    }),
  ),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 300, description: "The `next_cursor` of the previous page." }),
  ),
};

/** A page of a list, and where the next one begins. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** A page from one row more than fits. `keyOf` returns the position of a row in the order of the list. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly string[],
): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const next = rows.length > limit && last !== undefined ? cursorOf(keyOf(last)) : null;
  return { items, next_cursor: next };
}

/** The cursor of a page that begins after what has this key in the order of its list. */
export function cursorOf(key: readonly string[]): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

/** Whether a text can be a part of a cursor. */
export type IsPart = (text: string) => boolean;

/** The place that a cursor names, in so many texts of these forms. Throws a {@link Problem} for anything but a cursor of such a list. */
export function placeOf(cursor: string, forms: readonly IsPart[]): readonly string[] {
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
