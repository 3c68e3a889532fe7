// Writes what a test searches for, as the service does: the words are learned in the same transaction.

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { OpenDatabase } from "../../src/database/open.ts";
import { type Scope, type Transaction, transaction } from "../../src/database/transaction.ts";
import type { SearchRequest, SearchResult } from "../../src/search/request.ts";
import { search } from "../../src/search/search.ts";
import { learnWords } from "../../src/database/search-words.ts";

/** An entity to write; what is left out does not matter. */
export interface NewEntity {
  readonly id?: string;
  readonly name: string | null;
  readonly type?: string;
  readonly props?: object;
  readonly createdAt?: string;
}

/** A memory to write. */
export interface NewMemory {
  readonly content: string;
  readonly scope?: "agent" | "commons" | "project";
  readonly forgetAfter?: Date;
}

/** Writes entities, and gives their ids. */
export async function addEntities(
  database: OpenDatabase,
  scope: Scope,
  entities: readonly (NewEntity | string)[],
): Promise<readonly string[]> {
  return await transaction(database, scope, async (tx) => {
    const ids: string[] = [];
    for (const each of entities) {
      const {
        id = randomUUID(),
        name,
        type = "Thing",
        props = {},
        createdAt = new Date().toISOString(),
      }: NewEntity = typeof each === "string" ? { name: each } : each;
      await tx.all(sql`insert into entity (project_id, id, type, name, props, created_at)
        values (${scope.projectId}, ${id}, ${type}, ${name}, ${JSON.stringify(props)}, ${createdAt})`);
      ids.push(id);
    }
    await learnWords(tx, scope, "entity", ids);
    return ids;
  });
}

/** Writes a memory, and gives its id. */
export async function addMemory(database: OpenDatabase, scope: Scope, memory: NewMemory): Promise<string> {
  const { content, scope: reach = "project", forgetAfter = null } = memory;
  const id = randomUUID();
  await transaction(database, scope, async (tx) => {
    await tx.all(sql`insert into memory (project_id, organization_id, id, key_id, content, kind, scope, forget_after)
      values (${scope.projectId}, ${scope.organizationId}, ${id}, ${scope.keyId}, ${content}, 'fact', ${reach}, ${forgetAfter})`);
    await learnWords(tx, scope, "memory", [id]);
  });
  return id;
}

/** Writes a relationship, and gives its id. */
export async function addRelationship(
  database: OpenDatabase,
  scope: Scope,
  relationship: {
    readonly type: string;
    readonly from: string;
    readonly to: string;
    readonly props?: object;
  },
): Promise<string> {
  const { type, from, to, props = {} } = relationship;
  const id = randomUUID();
  await transaction(database, scope, async (tx) => {
    await tx.all(sql`insert into relationship (project_id, id, type, from_id, to_id, props)
      values (${scope.projectId}, ${id}, ${type}, ${from}, ${to}, ${JSON.stringify(props)})`);
    await learnWords(tx, scope, "relationship", [id]);
  });
  return id;
}

/** Searches; without more words, for entities. */
export async function look(
  database: OpenDatabase,
  scope: Scope,
  query: string,
  request: Partial<SearchRequest> = {},
): Promise<SearchResult> {
  const whole: SearchRequest = { query, include: ["entities"], limit: 20, filter: undefined, ...request };
  return await transaction(
    database,
    scope,
    async (tx: Transaction) => await search(tx, scope, database.roles, whole),
  );
}
