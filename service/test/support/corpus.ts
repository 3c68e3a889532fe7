// Writes the rows that a test searches for as the service does, with their words in the same transaction.

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { OpenDatabase } from "../../src/database/open.ts";
import { learnWords } from "../../src/database/search-words.ts";
import { type Tenant, type Transaction, transaction } from "../../src/database/transaction.ts";
import type { SearchRequest } from "../../src/search/request.ts";
import { type SearchResult, search } from "../../src/search/search.ts";

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
  readonly thread?: string;
}

/** Writes entities, and gives their ids. */
export async function addEntities(
  database: OpenDatabase,
  tenant: Tenant,
  entities: readonly (NewEntity | string)[],
): Promise<readonly string[]> {
  return await transaction(database, tenant, async (tx) => {
    const ids: string[] = [];
    for (const each of entities) {
      const {
        id = randomUUID(),
        name,
        type = "Thing",
        props = {},
        createdAt = new Date().toISOString(),
      }: NewEntity = typeof each === "string" ? { name: each } : each;
      await tx.all(sql`insert into entity (organization_id, project_id, id, type, name, props, created_at)
        values (${tenant.organizationId}, ${tenant.projectId}, ${id}, ${type}, ${name}, ${JSON.stringify(props)}, ${createdAt})`);
      ids.push(id);
    }
    await learnWords(tx, tenant, "entity", ids);
    return ids;
  });
}

/** Writes a memory, and gives its id. */
export async function addMemory(database: OpenDatabase, tenant: Tenant, memory: NewMemory): Promise<string> {
  const { content, scope: reach = "project", forgetAfter = null, thread = null } = memory;
  const id = randomUUID();
  await transaction(database, tenant, async (tx) => {
    await tx.all(sql`insert into memory (project_id, organization_id, id, key_id, content, kind, scope, forget_after, thread)
      values (${tenant.projectId}, ${tenant.organizationId}, ${id}, ${tenant.keyId}, ${content}, 'fact', ${reach}, ${forgetAfter}, ${thread})`);
    await learnWords(tx, tenant, "memory", [id]);
  });
  return id;
}

/** Writes a relationship, and gives its id. */
export async function addRelationship(
  database: OpenDatabase,
  tenant: Tenant,
  relationship: {
    readonly type: string;
    readonly from: string;
    readonly to: string;
    readonly props?: object;
  },
): Promise<string> {
  const { type, from, to, props = {} } = relationship;
  const id = randomUUID();
  await transaction(database, tenant, async (tx) => {
    await tx.all(sql`insert into relationship (organization_id, project_id, id, type, from_id, to_id, props)
      values (${tenant.organizationId}, ${tenant.projectId}, ${id}, ${type}, ${from}, ${to}, ${JSON.stringify(props)})`);
    await learnWords(tx, tenant, "relationship", [id]);
  });
  return id;
}

/** Searches; without more words, for entities. */
export async function look(
  database: OpenDatabase,
  tenant: Tenant,
  query: string,
  request: Partial<SearchRequest> = {},
): Promise<SearchResult> {
  const whole: SearchRequest = { query, include: ["entities"], limit: 20, filter: undefined, ...request };
  return await transaction(
    database,
    tenant,
    async (tx: Transaction) => await search(tx, tenant, database.roles, whole),
  );
}

/** The names of the entities that a search finds, in their order. */
export async function namesFound(
  database: OpenDatabase,
  tenant: Tenant,
  query: string,
  request: Partial<SearchRequest> = {},
): Promise<readonly (string | null)[]> {
  const { entities = [] } = await look(database, tenant, query, request);
  const ids = entities.map(({ id }) => id);
  const rows = await transaction(database, tenant, async (tx) =>
    tx.all(
      sql<{
        readonly id: string;
        readonly name: string;
      }>`select id, name from entity where id = any(${ids}::uuid[])`,
    ),
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.name ?? null);
}
