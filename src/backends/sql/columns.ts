// Which column a path is read from: the only way from a filter to the names of a database.
import { isRecord } from "../../data/guards.ts";
import type { Condition } from "../../semantics/conditions.ts";
import { splitPath } from "../../semantics/path.ts";
import type { Target } from "./condition.ts";
import type { ColumnType, Dialect } from "./dialect.ts";

/**
 * A column that holds what is at a path.
 *
 * @example
 * ```ts
 * const amount: Column = { column: "amount", type: "number" };
 * ```
 */
export interface Column {
  /** Its name; it is quoted. */
  readonly column: string;
  /** What it holds; a value of another kind equals nothing in it. */
  readonly type: ColumnType;
}

/**
 * Where the database stores the values that a filter compares: the part of {@link SqlOptions} that is the same for all dialects.
 *
 * @example
 * ```ts
 * const columns: Columns = { columns: { ...entityColumns, amount: "amount" }, json: "props", table: "e" };
 * ```
 */
export interface Columns {
  /**
   * The column of each path that has one; a filter can reach no other. A name alone is a column of texts, or of
   * timestamps where the filter compares dates.
   */
  readonly columns: Readonly<Record<string, string | Column>>;
  /** The JSON column that every other path is read from. Without it such a path is an error. */
  readonly json?: string | undefined;
  /** The table or its alias, to qualify the columns with. */
  readonly table?: string | undefined;
}

/** A column as a program may have given it. */
interface Given {
  readonly column?: unknown;
  readonly type?: ColumnType;
}

/** Finds the target of a condition. Throws a `TypeError` if the columns are malformed or the path has none. */
export function targetsOf(
  { columns, json, table }: Columns,
  dialect: Dialect,
): (condition: Condition) => Target {
  // Inherited members and Map entries would be ignored.
  const prototype: unknown = isRecord(columns) ? Object.getPrototypeOf(columns) : columns;
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError("options.columns must be a plain object");
  const prefix = table === undefined ? "" : `${identifier(table, "options.table", dialect)}.`;
  const known = new Map<string, { readonly name: string; readonly type: ColumnType | undefined }>();
  const entries: readonly (readonly [path: string, given: unknown])[] = Object.entries(columns);
  for (const [path, given] of entries) {
    const option = `options.columns[${JSON.stringify(path)}]`;
    const { column, type }: Given = typeof given === "object" && given !== null ? given : { column: given };
    if (type !== undefined && !columnTypes.includes(type))
      throw new TypeError(`${option}.type must be one of ${columnTypes.join(", ")}`);
    const name = identifier(column, typeof given === "string" ? option : `${option}.column`, dialect);
    known.set(idOf(splitPath(path)), { name: prefix + name, type });
  }
  const other = json === undefined ? undefined : prefix + identifier(json, "options.json", dialect);
  return ({ keys, at, kind }) => {
    const found = known.get(idOf(keys));
    if (found !== undefined) {
      const type = found.type ?? (kind === "range" ? "timestamp" : "text");
      return { column: found.name, type: type === "uuid" && !dialect.hasUuid ? "text" : type };
    }
    if (other !== undefined) {
      const refusal = dialect.refusal?.(keys);
      if (refusal === undefined) return { json: other, keys };
      throw new TypeError(`${at} ${refusal}`);
    }
    throw new TypeError(
      `${at} ${JSON.stringify(keys.join("."))} has no column: name it in options.columns, or a JSON column in options.json`,
    );
  };
}

/** All of them: were one missing, `includes` could not be asked for it. */
const columnTypes = [
  "text",
  "number",
  "boolean",
  "timestamp",
  "uuid",
] as const satisfies readonly ColumnType[];

/** A name that the developer gave, between quotes. */
export function identifier(name: unknown, option: string, { quote }: Dialect): string {
  if (typeof name === "string" && name !== "" && !name.includes("\0")) return quote(name);
  throw new TypeError(`${option} must be a non-empty string without U+0000`);
}

/** One path may be spelled in several ways. */
function idOf(keys: readonly string[]): string {
  return JSON.stringify(keys);
}
