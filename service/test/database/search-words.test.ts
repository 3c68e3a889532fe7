// Tests that a write learns its words at the same cost however many rows are there.

import type { CompiledQuery } from "kysely";
import { expect, test } from "vitest";
import { analyze } from "../../src/database/analyze.ts";
import { build } from "../../src/database/build.ts";
import { learnWords, type WithWords } from "../../src/database/search-words.ts";
import type { Transaction } from "../../src/database/transaction.ts";
import { openStore } from "../support/store.ts";

const { database, tenant } = await openStore();

/** The statement that learns the words of some rows. */
async function learning(table: WithWords): Promise<CompiledQuery> {
  const sent: CompiledQuery[] = [];
  const refuse = async (): Promise<never> => await Promise.reject(new Error("not sent"));
  const all: Transaction["all"] = async (query) => {
    sent.push(query.compile(build));
    return await Promise.resolve([]);
  };
  const tx = {
    all,
    first: refuse,
    now: refuse,
    run: refuse,
    set: refuse,
    require: () => undefined,
    atEnd: () => undefined,
  };
  await learnWords(tx, tenant, table, [crypto.randomUUID()]);
  const [statement] = sent;
  if (statement === undefined) throw new Error("It has sent nothing.");
  return statement;
}

test.each(["entity", "relationship", "memory"] as const)(
  "the written rows of %s are found by their IDs even before PostgreSQL knows how many there are",
  async (table) => {
    // An import into another table comes first.
    await analyze(database);
    const { sql: text, parameters } = await learning(table);
    const { rows } = await database.pool.query<{ readonly "QUERY PLAN": string }>(`explain ${text}`, [
      ...parameters,
    ]);
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain(`using ${table}_pkey`);
  },
);
