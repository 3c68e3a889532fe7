// A row that cannot be written, among several that are written at once.

import { Problem } from "./problem.ts";
import { Refusal } from "./refusal.ts";

/** A row that refers to something missing, or conflicts with another row. */
export type RowRefusalCode =
  | "unknown_shape"
  | "unknown_source"
  | "unknown_entity"
  | "incomplete"
  | "misshapen"
  | "unknown_memory"
  | "taken"
  | "too_large";

/** Says which row it is, by its index, and which member of it. */
export class RowRefusal extends Refusal {
  override readonly name = "RowRefusal";
  readonly index: number;
  readonly pointer: string;
  readonly code: RowRefusalCode;

  constructor(index: number, pointer: string, code: RowRefusalCode, message: string) {
    super(message);
    this.index = index;
    this.pointer = pointer;
    this.code = code;
  }
}

/** The problem that a request with such a row has. */
export function problemOf({ index, pointer, code, message }: RowRefusal): Problem {
  const errors = [{ pointer: `/${index}${pointer}`, message }];
  return new Problem(code === "unknown_shape" || code === "unknown_source" ? code : "invalid_request", {
    errors,
  });
}

/** The refusal of a row that is too large to be listed with others. */
export function tooLarge(index: number, maxCharacters: number): RowRefusal {
  const message = `is larger than ${maxCharacters} characters of JSON, with its other members`;
  return new RowRefusal(index, "/properties", "too_large", message);
}

/** Throws a {@link RowRefusal} for the first row with an unknown reference. */
export function requireKnown<Row>(
  rows: readonly Row[],
  member: keyof Row & string,
  known: { readonly has: (id: string) => boolean },
  table: "shape" | "source" | "entity",
): void {
  for (const [index, row] of rows.entries()) {
    const id = row[member];
    if (typeof id === "string" && !known.has(id.toLowerCase()))
      throw new RowRefusal(
        index,
        `/${member}`,
        `unknown_${table}`,
        `names no ${table} of the project: ${id}`,
      );
  }
}
