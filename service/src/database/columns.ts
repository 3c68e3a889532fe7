// What columns are, when they are read and when they are written.

import type { ColumnType } from "kysely";

/** An instant, to the millisecond; the database has a default. */
export type Instant = ColumnType<Date, Date | string | undefined, Date | string>;
/** An instant that may be missing. */
export type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** JSON: it is written as a text. */
export type Json<Value> = ColumnType<Value, string | undefined, string>;
/** The same, or null. */
export type MaybeJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>;
/** What the database makes of the other columns. */
export type Computed<Value> = ColumnType<Value, never, never>;
/** The words of a row. */
export type Search = Computed<string>;

/** What most tables begin with. */
export interface OfProject {
  readonly project_id: string;
  readonly id: string;
}
