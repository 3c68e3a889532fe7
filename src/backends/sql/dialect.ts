// What a SQL dialect defines: how a value is read and compared so that every database returns the same answer.
import type { OrderOperator } from "../../semantics/conditions.ts";

/**
 * What a column holds: `timestamp` the database's own type for an instant (DATETIME in UTC on MySQL, the text
 * `YYYY-MM-DDTHH:MM:SS.sssZ` on SQLite), `uuid` a UUID in a type of its own (PostgreSQL and DuckDB; elsewhere a text).
 *
 * @example
 * ```ts
 * const type: ColumnType = "timestamp";
 * ```
 */
export type ColumnType = "text" | "number" | "boolean" | "timestamp" | "uuid";

/** How two values are compared: by code points, where of a column of texts an index may help, as numbers, or as UUIDs. */
export type ComparedAs = "textColumn" | "text" | "number" | "uuid";

/** Returns the placeholder of one more parameter. Placeholders appear in the text in the order in which they were requested. */
export type Bind = (value: string | string[]) => string;

/** Writes an expression; each time it binds its own parameters again. */
export type Expression = () => string;

/** A kind of JSON value that a filter can compare. */
export type JsonKind = "string" | "number" | "boolean";

/** The value at some keys of a JSON column, as expressions. */
export interface JsonExpressions {
  /** Whether it is of this kind. NULL or false if there is no value. */
  readonly is: (kind: JsonKind) => string;
  /** Whether it exists and is not null; never NULL. */
  readonly present: Expression;
  /** A string unchanged, a boolean as `true` or `false`. */
  readonly text: (kind: JsonKind) => string;
  readonly number: Expression;
}

/** One dialect. Apart from quoted names, its SQL contains no `?` and no `$1` other than placeholders. */
export interface Dialect {
  /** What people call the database. */
  readonly title: string;
  /** Whether a backslash in a literal may be an escape, by the settings of some connection. */
  readonly escapes?: true;
  /** An expression for the text of some bytes of UTF-8, in hexadecimal digits. */
  readonly textOf: (hex: string) => string;
  readonly placeholder: (position: number) => string;
  /** A name as an identifier. */
  readonly quote: (name: string) => string;
  /** Whether a value equals one of a list; NULL or false for NULL. */
  readonly among: (
    value: Expression,
    list: readonly (string | number)[],
    as: ComparedAs,
    bind: Bind,
  ) => string;
  /** Whether a value is ordered so; NULL or false for NULL. */
  readonly ordered: (
    value: Expression,
    operator: OrderOperator,
    bound: string | number,
    bind: Bind,
  ) => string;
  /** A condition that keeps NaN out of a column of numbers, if the database has it and orders it after them. */
  readonly notNaN?: (column: string) => string;
  /** The type for instants, if the database has one; otherwise they are texts. */
  readonly timestamp?: {
    /** A bound of a date range. */
    readonly bound: (iso: string, bind: Bind) => string;
    /** A column as the text `YYYY-MM-DDTHH:MM:SS.sssZ`. */
    readonly text: (column: string) => string;
  };
  /** Why some keys of a JSON column cannot be asked for, if so. */
  readonly refusal?: (keys: readonly string[]) => string | undefined;
  /** Whether it has a type for UUIDs; otherwise they are texts. */
  readonly hasUuid: boolean;
  /** Whether a text is of that form and a day that exists; SQL must never convert what is not. */
  readonly isTimestamp: (text: Expression) => string;
  /** A condition on the value at some keys of a JSON column. `equal`: the value that it asks for, if it is one. */
  readonly json: (
    column: string,
    keys: readonly string[],
    bind: Bind,
    test: (value: JsonExpressions) => string,
    equal?: string | number | boolean,
  ) => string;
}

/** The signs of the operators. */
export const signs: Readonly<Record<OrderOperator, string>> = { gt: ">", gte: ">=", lt: "<", lte: "<=" };

/** An identifier between quotes of its dialect, which are doubled inside it. */
export function quoteWith(mark: string): (name: string) => string {
  return (name) => mark + name.replaceAll(mark, mark + mark) + mark;
}
