// The types of columns when they are read and when they are written.

import type { ColumnType } from "kysely";

/** An instant with a default, in milliseconds. */
export type Instant = ColumnType<Date, Date | string | undefined, Date | string>;
/** An instant or null. */
export type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** JSON; written as a text. */
export type Json<Value> = ColumnType<Value, string | undefined, string>;
/** The same, or null. */
export type MaybeJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>;
/** A column that the database generates. */
export type Computed<Value> = ColumnType<Value, never, never>;
/** The words of a row. */
export type Search = Computed<string>;

/** The columns that most tables begin with. */
export interface OfProject {
  readonly organization_id: string;
  readonly project_id: string;
  readonly id: string;
}
