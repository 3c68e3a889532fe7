// Loaded before each file of tests: after it, each statement that a transaction of this process has sent must run on one node of a distributed database.

import { Client, Pool, type QueryConfig } from "pg";
import { afterAll, expect, inject } from "vitest";
import { tenantTables } from "./partitioned.ts";
import { brokenRules, type Statement, severalShards } from "./statements.ts";

/** The file that leaves out conditions on purpose. */
const exempt = /mutants\.test\.ts$/;

/** Each text once, with the values that it was first sent with; one list for all files of a process, which share the module of `pg`. */
const sent = recorded();

afterAll(async () => {
  const statements = [...sent.values()];
  sent.clear();
  if (exempt.test(expect.getState().testPath ?? "")) return;
  const pool = new Pool({ connectionString: inject("partitioned"), max: 1 });
  try {
    const tables = new Set(await tenantTables(pool));
    const broken: string[] = [];
    for (const statement of statements) {
      broken.push(...brokenRules(statement).map((rule) => `${rule}:\n${statement.text}`));
      const several = await severalShards(pool, tables, statement);
      if (several !== undefined) broken.push(several);
    }
    expect(broken).toEqual([]);
  } finally {
    await pool.end();
  }
});

/** Starts to note the statements that the service sends, unless this process does it already. */
function recorded(): Map<string, Statement> {
  const symbol = Symbol.for("slice-service: statements");
  const known: unknown = Reflect.get(globalThis, symbol);
  if (known instanceof Map) return known;
  const statements = new Map<string, Statement>();
  Reflect.set(globalThis, symbol, statements);
  const query: unknown = Client.prototype.query;
  if (typeof query !== "function") throw new TypeError("A client has no queries.");
  Object.assign(Client.prototype, {
    query(this: Client, ...args: readonly unknown[]): unknown {
      const [config, values] = args;
      const statement = isConfig(config)
        ? { name: config.name, text: config.text, values: config.values ?? [] }
        : typeof config === "string" && { text: config, values: Array.isArray(values) ? values : [] };
      if (statement !== false && !statements.has(statement.text) && isOfService())
        statements.set(statement.text, statement);
      return Reflect.apply(query, this, [...args]);
    },
  });
  return statements;
}

/** Whether a file of the service has asked for it, rather than a test. A migration runs before a database is distributed, or sends what only defines tables. */
function isOfService(): boolean {
  const frames = (new Error().stack ?? "").split("\n").filter((line) => line.includes("/service/"));
  const caller = frames.find(
    (line) => !/\/(?:support\/one-shard|database\/transaction|database\/trace)\.ts/.test(line),
  );
  return (
    caller !== undefined && /\/service\/src\/(?!database\/(?:migrate|roles|distribute)\.ts)/.test(caller)
  );
}

function isConfig(value: unknown): value is QueryConfig<unknown[]> {
  return typeof value === "object" && value !== null && "text" in value && "values" in value;
}
