// Creates the first project, so that there is something to look at before you import your own data.

import { readFileSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { documentImport } from "../catalog/import.ts";
import { catalogIn, createNamed } from "../catalog/import-catalog.ts";
import { analyze } from "../database/analyze.ts";
import { build } from "../database/build.ts";
import { type Database, systemTransaction, type Tenant } from "../database/transaction.ts";
import { entityImport } from "../entities/import.ts";
import { importFile } from "../files/import.ts";
import type { LoopSettings } from "../loops/start.ts";
import { createKey, hashOf } from "../organizations/key.ts";
import { createOrganization } from "../organizations/organizations.ts";
import { createProject, operatorTenant, type Project } from "../organizations/projects.ts";
import { isBuilt } from "../values/built.ts";
import { changelogsOf } from "./changelogs.ts";
import { runFirstLoop } from "./first-loop.ts";

/** The name of the organization and project. An existing project with this name is left alone: someone may have changed it. */
const organizationName = "first";
const projectName = "debian";

/** Those of the repository; what is built has a copy. */
const fixtures = new URL(`${isBuilt ? "../.." : "../../.."}/fixtures/debian/`, import.meta.url);

/** The key of the first project. */
export interface FirstKey {
  readonly key: string;
  /** Whether this start has created it. */
  readonly isNew: boolean;
}

/** Creates the first project unless it exists, and returns its key; `keyFile` stores the key for the next start. `say` is called with what is being done. */
export async function prepareFirstProject(
  database: Database,
  keyFile: string,
  settings: LoopSettings,
  say: (doing: string) => void,
): Promise<FirstKey> {
  const known = await firstProject(database);
  if (known === undefined) say("Importing a first project: 10 255 facts from Debian changelogs …");
  const project = known ?? (await createFirstProject(database));
  const kept = await keptKey(database, keyFile);
  const key = kept ?? (await newKey(database, project, keyFile));
  if (known === undefined) {
    say("Running a first loop over the changelog of openssl …");
    await runFirstLoop(database, await tenantOfKey(database, project, key), settings);
  }
  return { key, isNew: kept === undefined };
}

async function tenantOfKey(database: Database, project: Project, key: string): Promise<Tenant> {
  const query = build.selectFrom("api_key").select("id").where("hash", "=", hashOf(key));
  const row = await systemTransaction(database, async (tx) => await tx.first(query));
  return { ...operatorTenant(project), ...(row !== undefined && { keyId: row.id }) };
}

async function firstProject(database: Database): Promise<Project | undefined> {
  const query = build
    .selectFrom("project")
    .innerJoin("organization", "organization.id", "project.organization_id")
    .select(["project.id", "project.name", "organization_id as organizationId"])
    .where("organization.name", "=", organizationName)
    .where("project.name", "=", projectName);
  return await systemTransaction(database, async (tx) => await tx.first(query));
}

/** In one transaction, so that an existing project always has all of its entities. */
async function createFirstProject(database: Database): Promise<Project> {
  const created = await systemTransaction(database, async (tx) => {
    const existing = await tx.first(
      build.selectFrom("organization").select(["id", "name"]).where("name", "=", organizationName),
    );
    const organization = existing ?? (await createOrganization(tx, organizationName));
    const { id, name } = await createProject(tx, organization, projectName);
    const project = { id, name, organizationId: organization.id };
    const tenant = operatorTenant(project);
    const catalog = new URL("catalog.json", fixtures);
    await createNamed(tx, tenant, catalogIn("catalog.json", readFileSync(catalog)));
    const entities = readFileSync(new URL("entities.ndjson", fixtures));
    await importFile(tx, tenant, entityImport, {
      name: "entities.ndjson",
      chunks: Readable.from([entities]),
    });
    const changelogs = changelogsOf(entities.toString()).map((changelog) => `${JSON.stringify(changelog)}\n`);
    const chunks = Readable.from(changelogs.map((line) => Buffer.from(line)));
    await importFile(tx, tenant, documentImport(undefined), { name: "changelogs", chunks });
    return project;
  });
  await analyze(database);
  return created;
}

/** The key of an earlier start, if the database still knows it. */
async function keptKey(database: Database, keyFile: string): Promise<string | undefined> {
  const key = readIfThere(keyFile);
  if (key === undefined) return undefined;
  const query = build
    .selectFrom("api_key")
    .select("id")
    .where("hash", "=", hashOf(key))
    .where("revoked_at", "is", null);
  return (await systemTransaction(database, async (tx) => await tx.first(query))) === undefined
    ? undefined
    : key;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}

async function newKey(database: Database, { id, organizationId }: Project, keyFile: string): Promise<string> {
  const wanted = {
    organizationId,
    projectId: id,
    name: "first start",
    permission: "write" as const,
    expiresAt: undefined,
  };
  const { key } = await systemTransaction(database, async (tx) => await createKey(tx, wanted));
  writeFileSync(keyFile, `${key}\n`, { mode: 0o600 });
  return key;
}
