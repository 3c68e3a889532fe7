// The SQL databases that run in this process: SQLite, DuckDB and PostgreSQL as PGlite.

import { DatabaseSync } from "node:sqlite";
import { DuckDBInstance } from "@duckdb/node-api";
import { PGlite } from "@electric-sql/pglite";
import type { Driver } from "./engine.ts";

/** SQLite in memory. */
export function sqlite(): Driver {
  const database = new DatabaseSync(":memory:");
  return {
    name: "SQLite",
    dialect: "sqlite",
    types: {
      text: "TEXT COLLATE NOCASE",
      number: "REAL",
      boolean: "INTEGER",
      timestamp: "TEXT",
      uuid: "TEXT",
    },
    canHold: () => true,
    run: async (statements) => database.exec(statements),
    query: async (text, params) => {
      const statement = database.prepare(text);
      statement.setReturnArrays(true);
      return statement.all(...params.map(bindable)).map((row) => Object.values(row));
    },
    close: async () => database.close(),
  };
}

/** DuckDB in memory, on one thread, with a session in a zone other than UTC. */
export async function duckdb(): Promise<Driver> {
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  await connection.run(`SET TimeZone = '${zone}'`);
  return {
    name: "DuckDB",
    dialect: "duckdb",
    types: { text: "VARCHAR", number: "DOUBLE", boolean: "BOOLEAN", timestamp: "TIMESTAMPTZ", uuid: "UUID" },
    canHold: () => true,
    run: async (statements) => {
      for (const statement of statements.split(";\n")) if (statement !== "") await connection.run(statement);
    },
    query: async (text, params) => (await connection.runAndReadAll(text, params.map(bindable))).getRows(),
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** PostgreSQL in this process. Its collation is not that of code points, and its session's zone is not UTC. */
export async function pglite(): Promise<Driver> {
  const database = new PGlite({ initDbStartParams: ["--locale-provider=icu", "--icu-locale=und"] });
  await database.exec(`SET TIME ZONE '${zone}'`);
  return {
    name: "PGlite",
    dialect: "postgres",
    types: postgresTypes,
    canHold: (text) => !text.includes("\0"),
    run: async (statements) => {
      await database.exec(statements);
    },
    query: async (text, params) =>
      (await database.query<readonly unknown[]>(text, [...params], { rowMode: "array" })).rows,
    close: () => database.close(),
  };
}

/** The types that both PGlite and a server have. */
export const postgresTypes: Driver["types"] = {
  text: "text",
  number: "double precision",
  boolean: "boolean",
  timestamp: "timestamptz",
  uuid: "uuid",
};

/** How each is opened, by its name. */
export const drivers: ReadonlyMap<string, () => Promise<Driver>> = new Map([
  ["SQLite", async () => sqlite()],
  ["DuckDB", duckdb],
  ["PGlite", pglite],
]);

/** Opens all of them. */
export async function openDrivers(): Promise<readonly Driver[]> {
  return await Promise.all(Array.from(drivers.values(), (open) => open()));
}

/** It left out a day in 2011, and is thirteen hours ahead of UTC. */
const zone = "Pacific/Apia";

/** What these clients bind here; a list would be a mistake. */
function bindable(value: unknown): string | number | null {
  if (typeof value === "string" || typeof value === "number" || value === null) return value;
  throw new TypeError(`a parameter is ${JSON.stringify(value)}`);
}
