// The other side of the comparison: a table in DuckDB, on one thread, asked with prepared statements.
import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBPreparedStatement,
  DuckDBTimestampTZValue,
} from "@duckdb/node-api";
import type { FilterDefinition } from "../../src/index.ts";
import { entities } from "./entities.ts";

/** A filter that a table was asked, as two prepared statements. */
export interface PreparedFilter {
  readonly count: () => Promise<number>;
  /** The numbers of the rows, in the order in which the table returns them. */
  readonly select: () => Promise<Uint32Array>;
}

/** A table in memory. */
export interface DuckDBTable {
  readonly prepare: (filter: FilterDefinition) => Promise<PreparedFilter>;
}

/** Makes the table with so many entities, on one thread; the columns of names are texts, or each an ENUM of its own. */
export async function duckdbTable(size: number, isEnum: boolean): Promise<DuckDBTable> {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run("SET threads = 1");
  await fill(connection, size);
  if (isEnum) await encode(connection);
  return {
    prepare: async (filter) => {
      const { text, params } = condition(filter, isEnum);
      const count = await connection.prepare(`SELECT count(*) FROM entity WHERE ${text}`);
      const select = await connection.prepare(`SELECT row_number FROM entity WHERE ${text}`);
      return {
        count: async () => {
          const rows = await (await bind(count, params).run()).getRows();
          return Number(rows[0]?.[0]);
        },
        select: async () => await rowsOf(bind(select, params)),
      };
    },
  };
}

async function fill(connection: DuckDBConnection, size: number): Promise<void> {
  const columns = names.map((name) => `${name} VARCHAR`).join(", ");
  await connection.run(`CREATE TABLE entity (row_number INTEGER, ${columns}, created_at TIMESTAMPTZ)`);
  const appender = await connection.createAppender("entity");
  let row = 0;
  for (const entity of entities(size)) {
    appender.appendInteger(row++);
    for (const name of names) appender.appendVarchar(entity[name]);
    appender.appendTimestampTZ(
      new DuckDBTimestampTZValue(BigInt(Date.parse(entity.created_at)) * microseconds),
    );
    appender.endRow();
  }
  appender.closeSync();
}

/** What an entity of the benchmark has to filter by, besides its date. */
const names = ["type", "shape_id", "source_id", "source_shape_id"] as const;
const microseconds = 1000n;

/** The dictionary encoding that a person can ask for. */
async function encode(connection: DuckDBConnection): Promise<void> {
  for (const name of names) {
    await connection.run(`CREATE TYPE ${name}_enum AS ENUM (SELECT DISTINCT ${name} FROM entity)`);
    await connection.run(`ALTER TABLE entity ALTER ${name} TYPE ${name}_enum`);
  }
}

/** The condition as a person writes it: with IN lists, and parameters of the type of their column. */
function condition(
  { entityTypes, propertyFilters, dateRange }: FilterDefinition,
  isEnum: boolean,
): { readonly text: string; readonly params: readonly string[] } {
  const params: string[] = [];
  const parameter = (value: unknown, type: string): string => `$${params.push(String(value))}::${type}`;
  const isOneOf = (name: string, values: readonly unknown[]): string => {
    const type = isEnum ? `${name}_enum` : "VARCHAR";
    return `${name} IN (${values.map((value) => parameter(value, type)).join(", ")})`;
  };
  const parts = propertyFilters.map(({ path, value }) => isOneOf(path, Array.isArray(value) ? value : []));
  if (entityTypes !== undefined) parts.unshift(isOneOf("type", entityTypes));
  if (dateRange?.start !== undefined)
    parts.push(`created_at >= ${parameter(dateRange.start, "TIMESTAMPTZ")}`);
  if (dateRange?.end !== undefined) parts.push(`created_at < ${parameter(dateRange.end, "TIMESTAMPTZ")}`);
  return { text: parts.join(" AND "), params };
}

function bind(statement: DuckDBPreparedStatement, params: readonly string[]): DuckDBPreparedStatement {
  params.forEach((value, index) => {
    statement.bindVarchar(index + 1, value);
  });
  return statement;
}

/** By chunks, whose columns the driver keeps as typed arrays: the fastest way that it has. */
async function rowsOf(statement: DuckDBPreparedStatement): Promise<Uint32Array> {
  const result = await statement.run();
  const chunks: Int32Array[] = [];
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    // Private by its type, and four times as fast as `getItem` for each row.
    const items: unknown = Reflect.get(chunk.getColumnVector(0), "items");
    if (!(items instanceof Int32Array)) throw new TypeError("the rows are not numbers");
    chunks.push(items);
  }
  const rows = new Uint32Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    rows.set(chunk, at);
    at += chunk.length;
  }
  return rows;
}
