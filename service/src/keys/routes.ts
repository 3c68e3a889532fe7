// Paths of keys.

import type { FastifyRequest } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { type Static, Type } from "typebox";
import { record } from "../activity/record.ts";
import { noProject } from "../database/activity-table.ts";
import { build } from "../database/build.ts";
import { readNewest } from "../database/newest.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { idParams, listQuery, projectQuery } from "../http/schemas.ts";
import { naming, ownerOf, type RunFor } from "../http/v1/as-owner.ts";
import { answerOnce } from "../http/v1/idempotency.ts";
import { accessOf, requireThat } from "../http/v1/permission.ts";
import type { V1 } from "../http/v1/routes.ts";
import { tenantOf } from "../http/v1/tenant.ts";
import { cancelLoopsOf } from "../loops/finish.ts";
import type { Access } from "../organizations/access.ts";
import {
  createKey,
  descendsFrom,
  keyColumns,
  type ListedKey,
  revokeKeys,
  validKey,
} from "../organizations/key.ts";
import { Problem } from "../values/problem.ts";
import { isUuid } from "../values/uuid.ts";
import { narrowed } from "./narrow.ts";
import { type key, keyAnswer, keyBody, keysAnswer, newKeyAnswer } from "./schemas.ts";
import { withSlice } from "./slice.ts";

/**
 * Maximum valid keys of an organization, and keys that it makes in 24 hours, whatever becomes of them: one for each of its people and agents, and
 * not one for each request, as keys are never deleted.
 */
const maxKeys = 10_000;

/** Adds the paths. They run as the owner of the tables, in the share of the key: requests have no access to the table of keys. */
export function keyRoutes(v1: V1): void {
  const runFor = ownerOf(v1.database);
  addMake(v1, runFor);
  addList(v1, runFor);
  addCurrent(v1);
  addRevoke(v1, runFor);
}

/** Whatever project a request names, keys are those of its organization. */
const ofOrganization = { projectIsOptional: true, isForLimitedKeys: true } as const;

function addMake({ app }: V1, runFor: RunFor): void {
  const schema = {
    operationId: "createKey",
    summary: "Make a key that may do as much as this one, or less",
    description:
      "It is revoked with the key that makes it. A request that is sent again with its `Idempotency-Key` is answered with 409 `key_shown_once`, which has the ID, as the secret is not stored.",
    querystring: projectQuery,
    body: keyBody,
    response: { 201: newKeyAnswer },
  };
  const problems = ["wider_than_key", "too_many_keys", "key_shown_once", "invalid_cql"] as const;
  const config = { ...ofOrganization, bodyNamesNoProject: true, needs: "propose", problems } as const;
  app.post("/v1/keys", { schema, config }, async (request, reply) => {
    const access = accessOf(request);
    return await answerOnce(runFor(request), request, reply, async (tx) => {
      const made = await make(tx, { ...access, baseUrl: tenantOf(request).baseUrl }, withNamed(request));
      const shownOnce = `A request with this Idempotency-Key has made the key ${made.id}, which cannot be shown again. If its response was lost, revoke it and make another.`;
      return { status: 201, body: made, shownOnce };
    });
  });
}

type Body = Static<typeof keyBody>;

/** The body, with the project that the query or the header names. Throws a {@link Problem} if they name different ones. */
function withNamed(request: FastifyRequest & { readonly body: Body }): Body {
  const { body } = request;
  const { projectId } = tenantOf(request);
  if (projectId === noProject || accessOf(request).projectId !== undefined) return body;
  if (body.project_id !== undefined && body.project_id.toLowerCase() !== projectId)
    throw new Problem("project_conflict");
  return { ...body, project_id: projectId };
}

async function make(
  tx: Transaction,
  access: Access & Pick<Tenant, "baseUrl">,
  body: Body,
): Promise<Omit<Static<typeof newKeyAnswer>, "request_id">> {
  const { organizationId } = access;
  if (body.project_id !== undefined) await requireProject(tx, organizationId, body.project_id);
  const wanted = await withSlice(tx, access, narrowed(access, body, await tx.now()), body.slice);
  await requireRoom(tx, organizationId);
  const { id, name, key, created_at } = await naming(async () => await createKey(tx, wanted));
  await record(tx, access, {
    projectId: wanted.projectId ?? noProject,
    action: "made",
    object: "key",
    objectId: id,
  });
  return {
    id,
    key,
    name,
    project_id: wanted.projectId ?? null,
    permission: wanted.permission,
    slice: wanted.slices?.at(-1) ?? null,
    subject_id: wanted.subjectId ?? null,
    expires_at: wanted.expiresAt?.toISOString() ?? null,
    parent_id: access.keyId,
    created_at: created_at.toISOString(),
  };
}

async function requireProject(tx: Transaction, organizationId: string, id: string): Promise<void> {
  const found = isUuid(id)
    ? await tx.first(
        build
          .selectFrom("project")
          .select("id")
          .where("id", "=", id)
          .where("organization_id", "=", organizationId),
      )
    : undefined;
  if (found === undefined)
    throw new Problem("not_found", { detail: "Your organization has no project with this ID." });
}

async function requireRoom(tx: Transaction, organizationId: string): Promise<void> {
  const count = (condition: RawBuilder<unknown>): RawBuilder<number> =>
    sql`(select count(*)::int from (select from api_key k where k.organization_id = ${organizationId} and ${condition} limit ${maxKeys}) c)`;
  const row = await tx.first(
    sql<{ readonly valid: number; readonly made: number }>`select ${count(sql.raw(validKey))} as valid,
      ${count(sql`k.created_at > now() - interval '24 hours'`)} as made`,
  );
  const most = maxKeys.toLocaleString("en");
  if ((row?.valid ?? 0) >= maxKeys)
    throw new Problem("too_many_keys", {
      detail: `The organization has ${most} keys; revoke those that are not used.`,
    });
  if ((row?.made ?? 0) >= maxKeys)
    throw new Problem("too_many_keys", {
      detail: `The organization has made ${most} keys within 24 hours; make one for each person or agent, and not for each request.`,
    });
}

function addList({ app }: V1, runFor: RunFor): void {
  const schema = {
    operationId: "listKeys",
    summary: "List the valid keys that this one has made, and those that these have made, newest first",
    description: "An organization's key that may write gets all of the organization.",
    querystring: listQuery,
    response: { 200: keysAnswer },
  };
  app.get("/v1/keys", { schema, config: ofOrganization }, async (request) => {
    const access = accessOf(request);
    const { organizationId, keyId, projectId, permission, limits } = access;
    const valid = build
      .selectFrom("api_key as k")
      .select(keyColumns)
      .where("organization_id", "=", organizationId)
      .where(sql<boolean>`${sql.raw(validKey)}`);
    const seesAll = projectId === undefined && permission === "write" && limits === undefined;
    const keys = seesAll ? valid : valid.where(descendsFrom(keyId));
    const { items, next_cursor } = await runFor(request)(
      async (tx) => await readNewest(tx, [keys], request.query),
    );
    return { keys: items.map(toKey), next_cursor, request_id: request.id };
  });
}

function toKey({
  created_at,
  expires_at,
  revoked_at: _revoked,
  slices,
  ...row
}: ListedKey): Static<typeof key> {
  return {
    ...row,
    slice: slices.at(-1) ?? null,
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
  };
}

function addCurrent({ app }: V1): void {
  const schema = {
    operationId: "getCurrentKey",
    summary: "Read what this key may do",
    querystring: projectQuery,
    response: { 200: keyAnswer },
  };
  app.get("/v1/keys/current", { schema, config: ofOrganization }, async (request) => {
    const access = accessOf(request);
    return await Promise.resolve({
      id: access.keyId,
      name: access.name,
      project_id: access.projectId ?? null,
      permission: access.permission,
      slice: access.limits?.slices.at(-1) ?? null,
      subject_id: access.limits?.subjectId ?? null,
      parent_id: access.ancestors.at(-1) ?? null,
      created_at: access.createdAt.toISOString(),
      expires_at: access.expiresAt?.toISOString() ?? null,
      request_id: request.id,
    });
  });
}

function addRevoke({ app }: V1, runFor: RunFor): void {
  const schema = {
    operationId: "revokeKey",
    summary: "Revoke this key, or one that descends from it",
    description:
      "With all that descend from it, for good: every server refuses them within a second, their streams and webhooks end, and their loops are canceled.",
    params: idParams("key"),
    querystring: projectQuery,
    response: { 204: Type.Null() },
  };
  const config = { ...ofOrganization, problems: ["read_only_key"] } as const;
  app.delete("/v1/keys/:id", { schema, config }, async (request, reply) => {
    const access = accessOf(request);
    const id = request.params.id.toLowerCase();
    if (id !== access.keyId) requireThat(access, "propose");
    await runFor(request)(async (tx) => await revoke(tx, access, id));
    return await reply.code(204).send(null);
  });
}

async function revoke(tx: Transaction, access: Access, id: string): Promise<void> {
  const { keyId, organizationId } = access;
  const known = build
    .selectFrom("api_key")
    .select("project_id")
    .where("id", "=", id)
    .where("organization_id", "=", organizationId);
  const row = await tx.first(id === keyId ? known : known.where(descendsFrom(keyId)));
  if (row === undefined)
    throw new Problem("not_found", { detail: "No key with this ID descends from this one." });
  const keyIds = await revokeKeys(tx, organizationId, id);
  // It was revoked before.
  if (!keyIds.includes(id)) return;
  const canceled = await cancelLoopsOf(tx, { organizationId, keyIds });
  await record(tx, access, {
    projectId: row.project_id ?? noProject,
    action: "revoked",
    object: "key",
    objectId: id,
    counts: { keys: keyIds.length, loops: canceled.length },
  });
}
