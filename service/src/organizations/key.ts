// Creates, lists and revokes API keys. Only the SHA-256 of a key is stored.

import { createHash, randomBytes } from "node:crypto";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { build } from "../database/build.ts";
import type { Limits } from "../database/limits.ts";
import { type Database, systemTransaction, type Transaction } from "../database/transaction.ts";
import type { Permission } from "../values/permission.ts";
import { Refusal } from "../values/refusal.ts";
import { isUuid, newId } from "../values/uuid.ts";
import { requireName } from "./name.ts";

/** The options of a new key. */
export interface NewKey {
  readonly organizationId: string;
  /** Undefined: all projects of the organization. */
  readonly projectId: string | undefined;
  readonly name: string | undefined;
  readonly permission: Permission;
  readonly expiresAt: Date | undefined;
  /** The slices of the keys from which it descends, and its own as the last; none if it sees whole projects. */
  readonly slices?: readonly string[];
  /** The end user whose memories alone it sees. */
  readonly subjectId?: string | undefined;
  /** The keys from which it descends, the one that makes it last; none for a key from the command line. */
  readonly ancestors?: readonly string[];
}

/** A key that was just created. It cannot be shown again. */
export interface CreatedKey {
  readonly id: string;
  readonly name: string | null;
  readonly key: string;
  readonly created_at: Date;
}

/** A key as it is listed. */
export interface ListedKey {
  readonly id: string;
  readonly name: string | null;
  readonly project_id: string | null;
  readonly permission: Permission;
  readonly slices: readonly string[];
  readonly subject_id: string | null;
  readonly parent_id: string | null;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
}

/** A key, and whether it and all above it are valid. */
export interface KnownKey extends ListedKey {
  readonly is_valid: boolean;
}

/** The hash of a key: only this is stored, and looked up for each request. */
export function hashOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/**
 * The condition that a key is valid, of the table or alias `k`: neither it nor one of those from which it descends was revoked or has expired. So a
 * key that is made while its maker is revoked is never valid.
 */
export const validKey: string = `k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and not exists (
    select from api_key a where a.id = any(k.ancestors) and (a.revoked_at is not null or a.expires_at <= now()))`;

/** Creates a key of 256 random bits, so it needs no salt and no slow hash. */
export async function createKey(tx: Transaction, wanted: NewKey): Promise<CreatedKey> {
  const { ancestors = [], slices = [] } = wanted;
  if (wanted.name !== undefined) requireName(wanted.name);
  const key = `slice-${randomBytes(32).toString("base64url")}`;
  const row = {
    id: newId(),
    organization_id: wanted.organizationId,
    project_id: wanted.projectId ?? null,
    name: wanted.name ?? null,
    hash: hashOf(key),
    permission: wanted.permission,
    parent_id: ancestors.at(-1) ?? null,
    ancestors,
    slices,
    subject_id: wanted.subjectId ?? null,
    expires_at: wanted.expiresAt ?? null,
  };
  const inserted = await tx.first(build.insertInto("api_key").values(row).returning("created_at"));
  if (inserted === undefined) throw new TypeError("The key was not stored.");
  return { id: row.id, name: row.name, key, created_at: inserted.created_at };
}

/** The columns of a key that are shown. */
export const keyColumns = [
  "id",
  "name",
  "project_id",
  "permission",
  "slices",
  "subject_id",
  "parent_id",
  "created_at",
  "expires_at",
  "revoked_at",
] as const;

/** What a key is limited to; undefined if it sees all of its projects. */
export function limitsOf({
  slices,
  subject_id,
}: Pick<ListedKey, "slices" | "subject_id">): Pick<Limits, "slices" | "subjectId"> | undefined {
  if (slices.length === 0 && subject_id === null) return undefined;
  return { slices, subjectId: subject_id ?? undefined };
}

/** All keys of an organization, oldest first, including invalid ones. */
export async function listKeys(tx: Transaction, organizationId: string): Promise<readonly KnownKey[]> {
  return await tx.all(
    build
      .selectFrom("api_key as k")
      .select(keyColumns)
      .select(sql<boolean>`${sql.raw(validKey)}`.as("is_valid"))
      .where("organization_id", "=", organizationId)
      .orderBy("created_at")
      .orderBy("id"),
  );
}

/**
 * Revokes a key of an organization and all that descend from it, for good, which ends their webhooks; returns the IDs of those that were not
 * revoked before. The caller cancels their loops, unless they are kept.
 */
export async function revokeKeys(
  tx: Transaction,
  organizationId: string,
  id: string,
  keepsLoops = false,
): Promise<readonly string[]> {
  const living = sql`organization_id = ${organizationId} and ${isOrDescendsFrom(id)} and revoked_at is null`;
  // In order, so that concurrent revocations cannot deadlock; what another one has revoked meanwhile is left out.
  const locked = await tx.all(
    sql<{ readonly id: string }>`select id from api_key where ${living} order by id for update`,
  );
  const ids = locked.map((row) => row.id);
  await tx.all(
    build
      .updateTable("api_key")
      .set({ revoked_at: sql`now()`, keeps_loops: keepsLoops })
      .where("organization_id", "=", organizationId)
      .where("id", "=", sql<string>`any(${ids}::uuid[])`),
  );
  await endWebhooksOf(tx, organizationId, ids);
  return ids;
}

/** Ends the webhooks of some keys of an organization: they send nothing any more. */
export async function endWebhooksOf(
  tx: Transaction,
  organizationId: string,
  keyIds: readonly string[],
): Promise<void> {
  await tx.all(
    build
      .updateTable("webhook")
      .set({ status: "ended", due_at: sql`'infinity'` })
      .where("organization_id", "=", organizationId)
      .where("key_id", "=", sql<string>`any(${[...keyIds]}::uuid[])`)
      .where("status", "<>", "ended"),
  );
}

/** The key with this ID, of any organization. Throws a {@link Refusal} if there is none. */
export async function findKey(
  tx: Transaction,
  id: string,
): Promise<Pick<ListedKey, "id" | "name"> & { readonly organization_id: string }> {
  const found = await tx.first(
    build.selectFrom("api_key").select(["id", "name", "organization_id"]).where("id", "=", id),
  );
  if (found === undefined)
    throw new Refusal(`there is no key with the ID \`${id}\`; \`key list\` shows those of an organization`);
  return found;
}

/** Whether a key is this one, or one below it. */
function isOrDescendsFrom(id: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(id = ${id}::uuid or ${descendsFrom(id)})`;
}

/** Whether a key is below this one. */
export function descendsFrom(id: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`ancestors @> array[${id}::uuid]`;
}

/** The ID of a key that may write in a project: the given one, or the oldest. Throws a {@link Refusal} if there is none. */
export async function requireWriter(
  tx: Transaction,
  { id: projectId, organizationId }: { readonly id: string; readonly organizationId: string },
  wanted: string | undefined,
): Promise<string> {
  const keys = await listKeys(tx, organizationId);
  const now = await tx.now();
  const obstacleFor = (key: KnownKey): string | undefined => obstacleOf(key, projectId, now);
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
function obstacleOf(key: KnownKey, projectId: string, now: Date): string | undefined {
  if (key.revoked_at !== null) return "was revoked";
  if (key.expires_at !== null && key.expires_at <= now) return "has expired";
  if (!key.is_valid) return "was made by a key that was revoked or has expired";
  if (limitsOf(key) !== undefined) return "is limited to a slice or an end user";
  if (key.permission !== "write") return `has the permission \`${key.permission}\``;
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
        }>`select k.id from api_key k where k.id = any(${[...ids]}::uuid[]) and ${sql.raw(validKey)}`,
      ),
  );
  return new Set(rows.map(({ id }) => id));
}
