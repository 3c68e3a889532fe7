// A table for entities in which filters find the right rows, by index.
import { firstTimestamp } from "../../semantics/timestamp.ts";
import { dateProperty as date, nameProperties, typeProperty } from "../../vocabulary/entity.ts";
import { type Column, identifier } from "./columns.ts";
import { type DialectName, dialectOf } from "./dialects.ts";
import { sqlite } from "./sqlite.ts";

const key = "id";
const names = [typeProperty, ...nameProperties] as const;

/** The JSON column of the table, with all properties that have no column. */
export const entityJson = "props";

/**
 * The columns of the table that {@link entityTableSql} makes, for `toSql`: `id`, `type`, `shape_id`, `source_id`,
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
 * The same for a table with UUIDs: made with `ids: "uuid"`.
 *
 * @example
 * ```ts
 * toSql(filter, { dialect: "postgres", columns: uuidEntityColumns, json: "props" });
 * ```
 */
export const uuidEntityColumns: Readonly<Record<string, Column>> = {
  ...entityColumns,
  ...Object.fromEntries(
    [key, ...nameProperties].map((name) => [name, { column: name, type: "uuid" } as const]),
  ),
};

/**
 * The options of {@link entityTableSql}.
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
  readonly table?: string | undefined;
  /**
   * For a multi-tenant table: the name of the column with an entity's tenant. The primary key and every index on
   * columns begin with it, so that a query which names the tenant reads no rows of others.
   */
  readonly tenant?: string | undefined;
  /** What identifiers are: `text` (the default), or `uuid`, which is `uuid` in PostgreSQL and DuckDB and text elsewhere. */
  readonly ids?: "text" | "uuid" | undefined;
}

/**
 * The statements that create a table for entities, with the types, collations and indexes by which the expressions of
 * `toSql` are right and fast. For MySQL it is one statement.
 *
 * @throws TypeError if an option is malformed.
 *
 * @example
 * ```ts
 * new DatabaseSync("entities.db").exec(entityTableSql({ dialect: "sqlite" }));
 * ```
 */
export function entityTableSql({
  dialect,
  table = "entities",
  tenant,
  ids = "text",
}: EntityTableOptions): string {
  const found = dialectOf(dialect);
  if (ids !== "text" && ids !== "uuid") throw new TypeError('options.ids must be "text" or "uuid"');
  const tableName = identifier(table, "options.table", found);
  const quote = (name: string): string => identifier(name, "options.tenant", found);
  const { text, timestamp, object, ending } = definitions[dialect];
  const id = ids === "uuid" && found.hasUuid ? "uuid" : text;
  const owners: readonly string[] = tenant === undefined ? [] : [tenant];
  const paths = [...names.map((name) => owners.concat(name, date)), owners.concat(date)];
  const on = (path: readonly string[]): string => `(${path.map(quote).join(", ")})`;
  const lines = [
    ...owners.map((name) => `${quote(name)} ${id} NOT NULL`),
    `${quote(key)} ${id} NOT NULL${tenant === undefined ? " PRIMARY KEY" : ""}`,
    `${quote(typeProperty)} ${text}`,
    ...nameProperties.map((name) => `${quote(name)} ${id}`),
    `${quote(date)} ${timestamp}`,
    `${quote(entityJson)} ${object}`,
    ...(tenant === undefined ? [] : [`PRIMARY KEY ${on([tenant, key])}`]),
    ...(dialect === "mysql" ? paths.map((path) => `INDEX ${on(path)}`) : []),
  ];
  // A server names an index itself, so that no name is too long or taken. DuckDB reads whole columns, by none.
  const indexes: Readonly<Record<DialectName, readonly string[]>> = {
    postgres: [...paths.map((path) => `INDEX ON ${tableName} ${on(path)}`), `INDEX ON ${tableName} ${gin}`],
    sqlite: paths.map((path) => `INDEX ${quote(`${table}(${path.join()})`)} ON ${tableName} ${on(path)}`),
    duckdb: [],
    mysql: [],
  };
  const created = [`TABLE ${tableName} (\n  ${lines.join(",\n  ")}\n)${ending}`, ...indexes[dialect]];
  return created.map((each) => `CREATE ${each};\n`).join("");
}

/** It serves what is asked of any property, if it is asked by `@>`. */
const gin = `USING gin (${entityJson} jsonb_path_ops)`;

/** The definitions of columns, by what they hold, and what follows them. */
interface Definitions {
  readonly text: string;
  readonly timestamp: string;
  readonly object: string;
  readonly ending: string;
}

/** To some databases infinity and the years that no range has are dates, and zeros as well. */
const years = `CHECK (${date} >= '0001-01-01 00:00:00Z' AND ${date} < '10000-01-01 00:00:00Z')`;
const isTimestamp = `${sqlite.isTimestamp(() => date)} AND ${date} >= '${firstTimestamp}'`;

/** A check keeps out what no filter would find, or what all would; it passes where it is NULL. */
const definitions: Readonly<Record<DialectName, Definitions>> = {
  postgres: {
    text: 'text COLLATE "C"',
    timestamp: `timestamptz ${years}`,
    object: `jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(${entityJson}) = 'object')`,
    ending: "",
  },
  sqlite: {
    text: "TEXT",
    timestamp: `TEXT CHECK (COALESCE(${isTimestamp}, ${date} IS NULL))`,
    object: `TEXT NOT NULL DEFAULT '{}' CHECK (json_type(${entityJson}) = 'object')`,
    ending: " STRICT",
  },
  duckdb: {
    text: "VARCHAR",
    timestamp: `TIMESTAMPTZ ${years}`,
    object: `JSON NOT NULL DEFAULT '{}' CHECK (json_type(${entityJson}) = 'OBJECT')`,
    ending: "",
  },
  mysql: {
    text: "VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
    timestamp: `DATETIME(3) CHECK (${date} >= '0001-01-01 00:00:00')`,
    object: `JSON NOT NULL CHECK (JSON_TYPE(${entityJson}) = 'OBJECT')`,
    ending: "",
  },
};
