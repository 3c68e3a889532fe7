// Paths of the life of a memory: its changes and its versions.

import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { matching } from "../http/etag.ts";
import { exact, idParams, pageQuery, projectMember, projectQuery } from "../http/schemas.ts";
import { reading, type V1, writingOnce } from "../http/v1/routes.ts";
import { isApplied, patchIn } from "./body.ts";
import { maxVersions, readHistory } from "./history.ts";
import { historyAnswer, patchAnswer, patchBody, restoreBody } from "./life-schemas.ts";
import { type IsExpected, patchMemory, stagePatch, tagOf } from "./patch.ts";
import { restoreMemory } from "./restore.ts";
import { type MemoryRow, toMemory } from "./rows.ts";
import { memoryAnswer } from "./schemas.ts";
import { memoryWith } from "./stored.ts";

/** Adds the paths. */
export function lifeRoutes(v1: V1): void {
  addPatch(v1);
  addHistory(v1);
  addRestore(v1);
}

const one = { params: idParams("memory"), querystring: projectQuery };

function addPatch(v1: V1): void {
  const schema = {
    operationId: "updateMemory",
    summary: "Change a memory",
    description:
      "Only in the project that it was written in, even if others can recall it. What it was before stays in its history. With `apply: false` the change is staged in a delta.",
    ...one,
    body: patchBody,
    response: { 200: patchAnswer },
  };
  const config = {
    needs: "propose",
    isForLimitedKeys: true,
    takesIdempotencyKey: true,
    problems: ["version_conflict", "memory_superseded", "unknown_shape", "propose_only", "beyond_scope"],
    answerHeaders: { 200: ["ETag"] },
  } as const;
  writingOnce(v1, "PATCH /v1/memories/:id", { schema, config, readAgain }, async (tx, tenant, request) => {
    const { id } = request.params;
    const patch = patchIn(request.body, tenant);
    const isExpected = expectedBy(request);
    if (isApplied(request)) {
      const row = await patchMemory(tx, tenant, id, patch, isExpected);
      return { status: 200, about: row.id, ...answerOf(row) };
    }
    const delta_id = await stagePatch(tx, tenant, id, patch, isExpected);
    const staged = { id: id.toLowerCase(), status: "staged", applied: false, delta_id } as const;
    return { status: 200, body: { ...staged, project_id: tenant.projectId } };
  });
}

/** A response that is given again shows the memory as it is now: what it was then may have been erased. */
const readAgain = async (tx: Transaction, tenant: Tenant, id: string) =>
  answerOf(await memoryWith(tx, tenant, id));

function answerOf(row: MemoryRow) {
  return { headers: { etag: tagOf(row) }, body: toMemory(row) };
}

/** Which versions a request is meant for: all, unless it names one. */
function expectedBy({ headers }: Pick<FastifyRequest, "headers">): IsExpected {
  const isNamed = matching(headers);
  return (version) => isNamed(tagOf({ version }));
}

const historyQuery = exact({
  ...projectMember,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxVersions,
      default: maxVersions,
      description: "How many versions a page has; it also ends at 8 MiB.",
    }),
  ),
  cursor: pageQuery.cursor,
});

function addHistory(v1: V1): void {
  const schema = {
    operationId: "getMemoryHistory",
    summary: "Read the versions of a memory, the first one first",
    description: "A key that is limited to an end user gets the versions that are about that one.",
    params: one.params,
    querystring: historyQuery,
    response: { 200: historyAnswer },
  };
  const options = { schema, config: { isForLimitedKeys: true } };
  reading(
    v1,
    "GET /v1/memories/:id/history",
    options,
    async (tx, tenant, { params, query }) => await readHistory(tx, tenant, params.id, query),
  );
}

function addRestore(v1: V1): void {
  const schema = {
    operationId: "restoreMemory",
    summary: "Bring back a superseded memory, or an earlier version, as a new version",
    description: "Only in the project that it was written in. What superseded it stays as it is.",
    ...one,
    body: restoreBody,
    response: { 200: memoryAnswer },
  };
  const config = {
    isForLimitedKeys: true,
    bodyIsOptional: true,
    problems: ["unknown_shape"],
    answerHeaders: { 200: ["ETag"] },
  } as const;
  writingOnce(
    v1,
    "POST /v1/memories/:id/restore",
    { schema, config, readAgain },
    async (tx, tenant, request) => {
      const row = await restoreMemory(tx, tenant, request.params.id, request.body.version);
      return { status: 200, about: row.id, ...answerOf(row) };
    },
  );
}
