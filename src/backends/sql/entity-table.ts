// A table for entities in which filters find the right rows, by index.
import { typeProperty } from "../../vocabulary/entity.ts";
import { type Column, identifier } from "./columns.ts";
import type { DialectName } from "./dialect.ts";
import { dialectOf } from "./dialects.ts";
import { sqlite } from "./sqlite.ts";

const [key, date, json] = ["id", "created_at", "props"] as const;
const names = [typeProperty, "shape_id", "source_id", "source_shape_id"] as const;

/**
 * The columns of the table that {@link createEntityTable} makes, for `toSql`: `id`, `type`, `shape_id`, `source_id`,
 * `source_shape_id` and `created_at`. All other properties are in its JSON column `props`.
 *
 * @example
 * ```ts
 * toSql(filter, { dialect: "sqlite", columns: entityColumns, json: "props" });
 * ```
 */
export const entityColumns: Readonly<Record<string, Column>> = {
  [key]: { column: key, type: "text" },
  ...Object.fromEntries(names.map((name) => [name, { column: name, type: "text" } as const])),
  [date]: { column: date, type: "timestamp" },
};

/**
 * What {@link createEntityTable} is told.
 *
 * @example
 * ```ts
 * const options: EntityTableOptions = { dialect: "postgres", table: "crm_entities" };
 * ```
 */
export interface EntityTableOptions {
  /** The database. */
  readonly dialect: DialectName;
  /** The name of the table (default `entities`). */
  readonly table?: string;
}

/**
 * The statements that create a table for entities, with the types, collations and indexes by which the expressions of
 * `toSql` are right and fast. For MySQL it is one statement.
 *
 * @throws TypeError if an option is malformed.
 *
 * @example
 * ```ts
 * new DatabaseSync("entities.db").exec(createEntityTable({ dialect: "sqlite" }));
 * ```
 */
export function createEntityTable({ dialect, table = "entities" }: EntityTableOptions): string {
  const found = dialectOf(dialect);
  const quote = (name: string): string => identifier(name, "options.table", found);
  const { text, timestamp, object } = definitions[dialect];
  const columns = [
    `${quote(key)} ${text} NOT NULL PRIMARY KEY`,
    ...names.map((name) => `${quote(name)} ${text}`),
    `${quote(date)} ${timestamp}`,
    `${quote(json)} ${object}`,
  ];
  const indexes = [...names.map((name) => [name, date]), [date]].map((path) => {
    const index = quote([table, ...path].join("_"));
    const on = `(${path.map(quote).join(", ")})`;
    return dialect === "mysql" ? `INDEX ${index} ${on}` : `CREATE INDEX ${index} ON ${quote(table)} ${on}`;
  });
  if (dialect === "mysql") columns.push(...indexes.splice(0));
  // A columnar database reads whole columns; PostgreSQL alone can index everything in a JSON column.
  if (dialect === "duckdb") indexes.length = 0;
  if (dialect === "postgres") {
    indexes.push(
      `CREATE INDEX ${quote(`${table}_${json}`)} ON ${quote(table)} USING gin (${quote(json)} jsonb_path_ops)`,
    );
  }
  const strict = dialect === "sqlite" ? " STRICT" : "";
  return [`CREATE TABLE ${quote(table)} (\n  ${columns.join(",\n  ")}\n)${strict}`, ...indexes]
    .map((each) => `${each};\n`)
    .join("");
}

/** The definitions of columns, by what they hold. */
interface Definitions {
  readonly text: string;
  readonly timestamp: string;
  readonly object: string;
}

/** Infinity and the years that no range has are dates to some databases. */
const years = `CHECK (${date} >= '0001-01-01 00:00:00Z' AND ${date} < '10000-01-01 00:00:00Z')`;

/** A check keeps out what no filter would find, or what all would. */
const definitions: Readonly<Record<DialectName, Definitions>> = {
  postgres: {
    text: 'text COLLATE "C"',
    timestamp: `timestamptz ${years}`,
    object: `jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(props) = 'object')`,
  },
  sqlite: {
    text: "TEXT",
    timestamp: `TEXT CHECK (${sqlite.isTimestamp(() => date)})`,
    object: "TEXT NOT NULL DEFAULT '{}' CHECK (json_type(props) = 'object')",
  },
  duckdb: {
    text: "VARCHAR",
    timestamp: `TIMESTAMPTZ ${years}`,
    object: "JSON NOT NULL DEFAULT '{}' CHECK (json_type(props) = 'OBJECT')",
  },
  mysql: {
    text: "VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
    timestamp: "DATETIME(3)",
    object: "JSON NOT NULL CHECK (JSON_TYPE(props) = 'OBJECT')",
  },
};
