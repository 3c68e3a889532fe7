// What answers the questions of a labelled set: the service, SQLite's FTS5, and PostgreSQL's own text search.

import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { recountWords } from "../src/database/search-words.ts";
import { systemTransaction, type Tenant } from "../src/database/transaction.ts";
import { awaitVectors } from "../src/embeddings/due.ts";
import { ofMemories } from "../src/embeddings/kinds.ts";
import type { Collection } from "./labelled.ts";
import type { OwnDatabase } from "./postgres.ts";
import { send } from "./requests.ts";
import { addProject } from "./store.ts";

/** How many texts an answer has at most. */
const mostFound = 20;

/** Answers questions about one collection: with the IDs of texts, the best first. */
export type Ranker = (question: string) => Promise<readonly string[]>;

/** Our own search: each text is a memory of a project of its own, and a session of a conversation a thread. All are written at one time. */
export async function ofService(
  database: OwnDatabase,
  url: string,
  { texts }: Collection,
  hasMeaning = false,
): Promise<Ranker> {
  const { tenant, key } = await addProject(database);
  const { organizationId, projectId, keyId } = tenant;
  const idOf = (at: number): string => `00000000-0000-7000-8000-${at.toString(16).padStart(12, "0")}`;
  await systemTransaction(database, async (tx) => {
    await tx.all(sql`insert into memory (organization_id, project_id, id, key_id, content, scope, thread, valid_at)
      select ${organizationId}, ${projectId}, id::uuid, ${keyId}, content, 'project', thread, valid_at
      from unnest(${texts.map((_, at) => idOf(at))}::text[], ${texts.map(({ text }) => text)}::text[],
        ${texts.map(({ session = null }) => session)}::text[], ${texts.map(({ at = null }) => at)}::timestamptz[]) t(id, content, thread, valid_at)`);
    await recountWords(tx, { organization_id: organizationId, owner_id: projectId });
  });
  if (hasMeaning)
    await haveVectors(
      database,
      tenant,
      texts.map((_, at) => idOf(at)),
    );
  await database.pool.query("analyze memory, word");
  const ids = new Map(texts.map(({ id }, at) => [idOf(at), id]));
  return async (query) => {
    const body = { query, include: ["memories"], limit: mostFound };
    const ask = async () => await send<Answer>({ url: `${url}/v1/search`, key, body });
    let answer = await ask();
    // On a busy machine the vector of the question may come too late, and is known then.
    const isLate = (): boolean => hasMeaning && answer.meaning !== "used";
    for (let tries = 1; tries < 50 && isLate(); tries++) {
      await sleep(100);
      answer = await ask();
    }
    const { memories = [] } = answer;
    return memories.map(({ id }) => ids.get(id) ?? "");
  };
}

interface Answer {
  readonly memories?: readonly { readonly id: string }[];
  readonly meaning?: string;
}

/** Has the worker of the server make the vectors of memories, and waits for the last one. */
async function haveVectors(database: OwnDatabase, tenant: Tenant, ids: readonly string[]): Promise<void> {
  await systemTransaction(database, async (tx) => await awaitVectors(tx, tenant, ofMemories, ids));
  for (;;) {
    const { rows } = await database.pool.query(
      "select from memory_embedding where project_id = $1 and vector is null limit 1",
      [tenant.projectId],
    );
    if (rows.length === 0) return;
    await sleep(500);
  }
}

/** BM25 of SQLite's FTS5, with the stemmer of Porter: any of the words. */
export async function ofSqlite({ texts }: Collection): Promise<Ranker> {
  const database = new DatabaseSync(":memory:");
  database.exec("create virtual table texts using fts5(text, tokenize = 'porter unicode61')");
  const insert = database.prepare("insert into texts (rowid, text) values (?, ?)");
  for (const [at, { text }] of texts.entries()) insert.run(at, text);
  const select = database.prepare(
    `select rowid as at from texts where texts match ? order by rank, rowid limit ${mostFound}`,
  );
  return await Promise.resolve(async (question) => {
    const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
    const rows = words.length === 0 ? [] : select.all(words.map((word) => `"${word}"`).join(" OR "));
    return await Promise.resolve(rows.map(({ at }) => texts[Number(at)]?.id ?? ""));
  });
}

/** `ts_rank` of PostgreSQL's configuration `english`: any of the words. */
export async function ofPostgres({ pool }: OwnDatabase, { texts }: Collection): Promise<Ranker> {
  const table = `texts_${++tables}`;
  await pool.query(`create table ${table} (at int, search tsvector)`);
  const written = `insert into ${table} select at, to_tsvector('english', text) from unnest($1::text[]) with ordinality t(text, at)`;
  await pool.query(written, [texts.map(({ text }) => text)]);
  const any = "(select replace(plainto_tsquery('english', $1)::text, '&', '|')::tsquery as query) any_word";
  const select = `select at from ${table}, ${any} where search @@ query order by ts_rank(search, query) desc, at limit ${mostFound}`;
  return async (question) => {
    const { rows } = await pool.query<{ readonly at: number }>(select, [question]);
    return rows.map(({ at }) => texts[at - 1]?.id ?? "");
  };
}

let tables = 0;
