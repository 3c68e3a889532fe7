// Creates, lists and revokes API keys. Only the SHA-256 of a key is stored.

import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { build } from "../database/build.ts";
import { type Database, systemTransaction, type Transaction } from "../database/transaction.ts";
import { Refusal } from "../values/refusal.ts";
import { isUuid, newId } from "../values/uuid.ts";
import { requireName } from "./name.ts";

/** The options of a new key. */
export interface NewKey {
  readonly organizationId: string;
  /** Undefined: all projects of the organization. */
  readonly projectId: string | undefined;
  readonly name: string | undefined;
  readonly isReadOnly: boolean;
  readonly expiresAt: Date | undefined;
}

/** A key that was just created. It cannot be shown again. */
export interface CreatedKey {
  readonly id: string;
  readonly name: string | null;
  readonly key: string;
}

/** A key as it is listed. */
export interface ListedKey {
  readonly id: string;
  readonly name: string | null;
  readonly project_id: string | null;
  readonly read_only: boolean;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
}

/** The hash of a key: only this is stored, and looked up for each request. */
export function hashOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** Creates a key of 256 random bits, so it needs no salt and no slow hash. */
export async function createKey(tx: Transaction, wanted: NewKey): Promise<CreatedKey> {
  if (wanted.name !== undefined) requireName(wanted.name);
  const key = `slice-${randomBytes(32).toString("base64url")}`;
  const row = {
    id: newId(),
    organization_id: wanted.organizationId,
    project_id: wanted.projectId ?? null,
    name: wanted.name ?? null,
    hash: hashOf(key),
    read_only: wanted.isReadOnly,
    expires_at: wanted.expiresAt ?? null,
  };
  await tx.all(build.insertInto("api_key").values(row));
  return { id: row.id, name: row.name, key };
}

/** All keys of an organization, oldest first, including invalid ones. */
export async function listKeys(tx: Transaction, organizationId: string): Promise<readonly ListedKey[]> {
  return await tx.all(
    build
      .selectFrom("api_key")
      .select(["id", "name", "project_id", "read_only", "created_at", "expires_at", "revoked_at"])
      .where("organization_id", "=", organizationId)
      .orderBy("created_at")
      .orderBy("id"),
  );
}

/** Revokes a key for good; revoking it again keeps the first instant. The caller cancels its loops, unless they are kept. */
export async function revokeKey(
  tx: Transaction,
  id: string,
  keepsLoops = false,
): Promise<Pick<ListedKey, "id" | "name"> & { readonly organization_id: string }> {
  const revoked = await tx.first(
    build
      .updateTable("api_key")
      .set({ revoked_at: sql`least(revoked_at, now())`, keeps_loops: keepsLoops })
      .where("id", "=", id)
      .returning(["id", "name", "organization_id"]),
  );
  if (revoked === undefined)
    throw new Refusal(`there is no key with the ID \`${id}\`; \`key list\` shows those of an organization`);
  return revoked;
}

/** The ID of a key that may write in a project: the given one, or the oldest. Throws a {@link Refusal} if there is none. */
export async function requireWriter(
  tx: Transaction,
  { id: projectId, organizationId }: { readonly id: string; readonly organizationId: string },
  wanted: string | undefined,
): Promise<string> {
  const keys = await listKeys(tx, organizationId);
  const now = await tx.now();
  const obstacleFor = (key: ListedKey): string | undefined => obstacleOf(key, projectId, now);
  if (wanted !== undefined) {
    const id = await requireKey(tx, organizationId, wanted);
    const obstacle = keys.flatMap((key) => (key.id === id ? (obstacleFor(key) ?? []) : []))[0];
    if (obstacle !== undefined) throw new Refusal(`the key ${id} ${obstacle}`);
    return id;
  }
  const oldest = keys.find((key) => obstacleFor(key) === undefined);
  if (oldest === undefined)
    throw new Refusal(
      `no key may write in the project; create one with \`key create --organization ${organizationId} --project ${projectId}\``,
    );
  return oldest.id;
}

/** Why a key may not write in a project. */
function obstacleOf(key: ListedKey, projectId: string, now: Date): string | undefined {
  if (key.revoked_at !== null) return "was revoked";
  if (key.expires_at !== null && key.expires_at <= now) return "has expired";
  if (key.read_only) return "is read-only";
  return key.project_id === null || key.project_id === projectId ? undefined : "is for another project";
}

/** The ID of a key of an organization, if it has this one. */
export async function requireKey(tx: Transaction, organizationId: string, id: string): Promise<string> {
  const found = isUuid(id)
    ? await tx.first(
        build
          .selectFrom("api_key")
          .select("id")
          .where("id", "=", id)
          .where("organization_id", "=", organizationId),
      )
    : undefined;
  if (found === undefined)
    throw new Refusal("the organization of the project has no key with this ID; `key list` shows its keys");
  return found.id;
}

/** Which of some keys are neither revoked nor expired. */
export async function areValid(
  database: Pick<Database, "system">,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await systemTransaction(
    database,
    async (tx) =>
      await tx.all(
        sql<{
          readonly id: string;
        }>`select id from api_key where id = any(${[...ids]}::uuid[]) and revoked_at is null
          and (expires_at is null or expires_at > now())`,
      ),
  );
  return new Set(rows.map(({ id }) => id));
}
