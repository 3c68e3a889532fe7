// A store with an organization, a project and a key of its own.

import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type Database, systemTransaction, type Tenant } from "../../src/database/transaction.ts";
import { createDatabase, type OwnDatabase } from "./database.ts";

/** A database that is ready, and for whom one may ask it. */
export interface Store {
  readonly database: OwnDatabase;
  readonly tenant: Tenant;
}

/** Opens a store for the tests of a file. */
export async function openStore(): Promise<Store> {
  const database = await createDatabase();
  return { database, tenant: await addScope(database) };
}

/** Adds a key: to a project, or to a new one of an organization, or to a new one of both. */
export async function addScope(database: Database, within: Partial<Tenant> = {}): Promise<Tenant> {
  const { organizationId = randomUUID(), projectId = randomUUID() } = within;
  const keyId = randomUUID();
  await systemTransaction(database, async (tx) => {
    if (within.organizationId === undefined)
      await tx.all(sql`insert into organization (id, name) values (${organizationId}, ${organizationId})`);
    if (within.projectId === undefined)
      await tx.all(
        sql`insert into project (id, organization_id, name) values (${projectId}, ${organizationId}, ${projectId})`,
      );
    await tx.all(
      sql`insert into api_key (id, organization_id, project_id, hash) values (${keyId}, ${organizationId}, ${projectId}, ${randomBytes(32)})`,
    );
  });
  return { organizationId, projectId, keyId };
}
