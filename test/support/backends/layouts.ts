// The tables that entities are kept in: the one of `entityTableSql`, and one with more columns of all types.

import {
  type Column,
  type ColumnType,
  type DialectName,
  entityColumns,
  entityTableSql,
  type SqlOptions,
} from "../../../src/exports/sql.ts";
import type { Driver, Entity } from "./engine.ts";
import { typedColumns } from "./entities.ts";
import { keysOf, valueAt } from "./reference.ts";

/** `plain` is the table of `entityTableSql`; `typed` has columns of other types next to its own. */
export type Layout = "plain" | "typed";

/** What a column of a row holds. */
export type Cell = string | number | null;

/** A column, and what an entity has in it. */
export interface Field {
  readonly column: string;
  readonly type: ColumnType | "json";
  cell(entity: Entity): Cell;
}

/** A table with the options of `toSql` for it. */
export interface EntityTable {
  readonly name: string;
  readonly options: SqlOptions;
  readonly fields: readonly Field[];
  /** The statements that make it, which first drop what is there. */
  readonly statements: readonly string[];
  /** The column of a path, if it has one. */
  readonly columns: ReadonlyMap<string, Column>;
}

/** The table of a layout on a server. */
export function entityTable({ dialect, types }: Driver, layout: Layout): EntityTable {
  const name = layout === "plain" ? "entities" : 'the "typed" entities';
  const more = layout === "plain" ? [] : [...typedColumns];
  const columns = new Map([
    ...Object.entries(entityColumns).map(([path, given]): readonly [string, Column] => [
      path,
      typeof given === "string" ? { column: given, type: "text" } : given,
    ]),
    ...more,
  ]);
  const quoted = quote(dialect, name);
  const added = more.map(([, { column, type }]) => `${quote(dialect, column)} ${types[type]}`);
  return {
    name: quoted,
    options: {
      dialect,
      columns: Object.fromEntries(columns),
      json: "props",
      ...(layout === "plain" ? {} : { table: name, firstParameter: 2 }),
    },
    fields: [
      ...[...columns].map(([path, column]) => fieldOf(path, column, dialect)),
      propsOf([...columns.keys()]),
    ],
    statements: [
      `DROP TABLE IF EXISTS ${quoted}`,
      entityTableSql({ dialect, table: name }),
      ...added.map((column) => `ALTER TABLE ${quoted} ADD COLUMN ${column}`),
    ],
    columns,
  };
}

/** An identifier, also where an option of the server changes its quotes. */
export function quote(dialect: DialectName, name: string): string {
  const mark = dialect === "mysql" ? "`" : '"';
  return mark + name.replaceAll(mark, mark + mark) + mark;
}

/** An INSERT of so many rows. */
export function insertionOf({ name, fields }: EntityTable, rows: number, driver: Driver): string {
  const columns = fields.map(({ column }) => quote(driver.dialect, column)).join(", ");
  const tuples = Array.from({ length: rows }, (_, row) => {
    const values = fields.map(({ type }, at) => placeholder(driver, type, row * fields.length + at + 1));
    return `(${values.join(", ")})`;
  });
  return `INSERT INTO ${name} (${columns}) VALUES ${tuples.join(", ")}`;
}

function placeholder({ dialect, types }: Driver, type: Field["type"], position: number): string {
  if (dialect === "postgres") return `$${position}::${type === "json" ? "jsonb" : types[type]}`;
  if (dialect === "duckdb") return `CAST(? AS ${type === "json" ? "JSON" : types[type]})`;
  return "?";
}

function fieldOf(path: string, { column, type }: Column, dialect: DialectName): Field {
  const cell = (entity: Entity): Cell => {
    const value = valueAt(entity, path);
    if (typeof value === "boolean")
      return dialect === "duckdb" || dialect === "postgres" ? String(value) : Number(value);
    if (typeof value === "number") return dialect === "sqlite" ? value : textOf(value);
    if (typeof value !== "string") return null;
    return type === "timestamp" && dialect === "mysql" ? value.replace("T", " ").replace("Z", "") : value;
  };
  return { column, type, cell };
}

function textOf(number: number): string {
  return Object.is(number, -0) ? "-0" : String(number);
}

/** All that is in no column; what is nested stays whole. */
function propsOf(paths: readonly string[]): Field {
  const own = new Set(paths.map(keysOf).flatMap((path) => (path.length === 1 ? path : [])));
  const cell = (entity: Entity): Cell =>
    JSON.stringify(Object.fromEntries(Object.entries(entity).filter(([key]) => !own.has(key))));
  return { column: "props", type: "json", cell };
}
