// Paths of memories.

import { type SqlBool, sql } from "kysely";
import { Type } from "typebox";
import { record } from "../activity/record.ts";
import { build } from "../database/build.ts";
import { groupWrites } from "../database/group-writes.ts";
import { readNewest } from "../database/newest.ts";
import { ofTenant } from "../database/of-tenant.ts";
import { type Tenant, transaction } from "../database/transaction.ts";
import {
  answer,
  exact,
  extension,
  idParams,
  list,
  listQuery,
  nextCursor,
  projectMember,
  projectQuery,
  reference,
} from "../http/schemas.ts";
import { accessOf } from "../http/v1/permission.ts";
import { inTenant, reading, type V1, writing, writingOnce } from "../http/v1/routes.ts";
import { tenantOf } from "../http/v1/tenant.ts";
import { Problem } from "../values/problem.ts";
import { isUuid, newId } from "../values/uuid.ts";
import { isApplied, itemsOf, requireApart } from "./body.ts";
import { eraseSubject } from "./erase.ts";
import { insertMemories, type NewMemory, type Placed } from "./insert.ts";
import { lifeRoutes } from "./life-routes.ts";
import { tagOf } from "./patch.ts";
import { isCurrent, notFound, readable, readableHalves } from "./recall.ts";
import { memoryColumns, toMemory } from "./rows.ts";
import {
  maxItems,
  memory,
  memoryAnswer,
  memoryBody,
  memoryKind,
  memoryScope,
  memoryWritten,
  subjectId,
  thread,
} from "./schemas.ts";
import { memoryWith } from "./stored.ts";
import { isPlain, remember, stageMemories, type WriteOutcome } from "./write.ts";

/** Adds the paths. */
export function memoryRoutes(v1: V1): void {
  addWrite(v1);
  addList(v1);
  addRead(v1);
  lifeRoutes(v1);
  addForget(v1);
  addErase(v1);
}

const forLimitedKeys = { isForLimitedKeys: true } as const;

const memoriesQuery = exact({
  ...listQuery.properties,
  subject_id: Type.Optional({ ...subjectId, description: "Those about this end user." }),
  kind: Type.Optional({ ...memoryKind, description: "Those of this kind." }),
  scope: Type.Optional({ ...memoryScope, description: "Those of this scope." }),
  shape_id: Type.Optional(reference({ description: "Those with this shape." })),
  thread: Type.Optional({ ...thread, ...extension, description: "Those of this thread." }),
  superseded: Type.Optional(
    Type.Boolean({ description: "True shows those, too, that another memory was written in the place of." }),
  ),
});

function addWrite(v1: V1): void {
  const schema = {
    operationId: "createMemory",
    summary: "Write a memory, or a batch of up to 100",
    description:
      "A batch is written completely or not at all. With `apply: false` the write is staged in a delta. What the key may recall already is not written again: the response has its ID, `duplicate`, and the status 200.",
    querystring: projectQuery,
    body: memoryBody,
    response: { 200: memoryWritten, 201: memoryWritten },
  };
  const config = {
    isSpecified: true,
    isForLimitedKeys: true,
    needs: "propose",
    problems: ["unknown_shape", "unknown_memory", "propose_only"],
  } as const;
  const writeGrouped = groupWrites<NewMemory, Placed>(v1.database, maxItems, insertMemories);
  writingOnce(
    v1,
    "POST /v1/memories",
    { schema, config },
    async (tx, tenant, request) => {
      const { body } = request;
      const { memories } = body;
      const apply = isApplied(request);
      requireApart(body);
      const items = itemsOf(body, tenant);
      const pointerTo = (index: number): string => (memories === undefined ? "" : `/memories/${index}`);
      const written = await (apply ? remember : stageMemories)(tx, tenant, items, pointerTo);
      return toWriteAnswer(tenant, written, memories !== undefined);
    },
    async (tenant, request) => {
      const { body } = request;
      if (body.memories !== undefined || !isApplied(request)) return undefined;
      const [item] = itemsOf(body, tenant);
      if (item === undefined || !isPlain(item)) return undefined;
      const placed = await writeGrouped(tenant, { ...item, id: newId() });
      const results = [{ ...placed, status: "applied" as const }];
      return toWriteAnswer(tenant, { results, status: "applied", deltaId: null }, false);
    },
  );
}

function toWriteAnswer({ projectId }: Tenant, { results, status, deltaId }: WriteOutcome, isBatch: boolean) {
  const shown = results.map(({ isDuplicate, ...each }, index) => ({
    index,
    ...each,
    ...(isDuplicate && { duplicate: true as const }),
  }));
  const [first] = shown;
  const isNew = results.some(({ isDuplicate }) => !isDuplicate);
  const body = {
    id: isBatch ? null : (first?.id ?? null),
    status,
    delta_id: deltaId,
    applied: status === "applied",
    project_id: projectId,
    ...(isBatch ? { results: shown } : first?.duplicate === true && { duplicate: true as const }),
  };
  return { status: isNew ? 201 : 200, body };
}

function addList(v1: V1): void {
  const listed = {
    operationId: "listMemories",
    summary: "List the memories that the key may recall, newest first",
    querystring: memoriesQuery,
    response: { 200: answer({ memories: list(memory), next_cursor: nextCursor }) },
  };
  const lists = { schema: listed, config: forLimitedKeys };
  reading(v1, "GET /v1/memories", lists, async (tx, tenant, { query }) => {
    const { subject_id, kind, scope, shape_id, thread: inThread, superseded = false } = query;
    const wanted = Object.entries({ subject_id, kind, scope, shape_id, thread: inThread }).filter(
      ([, value]) => value !== undefined,
    );
    // A malformed ID is that of no shape.
    if (shape_id !== undefined && !isUuid(shape_id)) return { memories: [], next_cursor: null };
    const halves = readableHalves(tenant).map((half) =>
      build
        .selectFrom("memory")
        .select(memoryColumns)
        .where(half)
        .where(superseded ? sql<SqlBool>`true` : isCurrent)
        .where(
          sql<SqlBool>`${sql.join(
            [sql`true`, ...wanted.map(([name, value]) => sql`${sql.ref(name)} = ${value}`)],
            sql` and `,
          )}`,
        ),
    );
    const { items, next_cursor } = await readNewest(tx, halves, query);
    return { memories: items.map(toMemory), next_cursor };
  });
}

function addRead(v1: V1): void {
  const schema = {
    operationId: "getMemory",
    summary: "Read a memory",
    description: "Also one that another memory was written in the place of.",
    params: idParams("memory"),
    querystring: projectQuery,
    response: { 200: memoryAnswer },
  };
  const config = { isForLimitedKeys: true, answerHeaders: { 200: ["ETag"] } } as const;
  // Not `reading`: it has a header.
  v1.app.get("/v1/memories/:id", { schema, config }, async (request, reply) => {
    const row = await inTenant(
      v1,
      request,
      async (tx, tenant) => await memoryWith(tx, tenant, request.params.id),
      "repeatable read read only",
    );
    void reply.header("etag", tagOf(row));
    return { ...toMemory(row), request_id: request.id };
  });
}

function addErase(v1: V1): void {
  const schema = {
    operationId: "eraseMemories",
    summary: "Erase all memories of the project about an end user",
    description:
      "Of every key and scope, with the copies of them in deltas, and the words that nothing else has; for good.",
    querystring: exact({
      ...projectMember,
      subject_id: { ...subjectId, description: "The end user whose memories are erased." },
    }),
    response: {
      200: answer({
        forgotten: Type.Integer({ minimum: 0, description: "Memories, without their copies." }),
      }),
    },
  };
  const config = { needs: "write", isForLimitedKeys: true } as const;
  // Not `writing`: memories of other keys are erased as well, which their policies would hide.
  v1.app.delete("/v1/memories", { schema, config }, async (request) => {
    const tenant = tenantOf(request);
    const { subject_id: subject } = request.query;
    requireSubject(tenant, subject);
    const asOwner = { ...v1.database, roles: undefined };
    const forgotten = await transaction(asOwner, tenant, async (tx) => {
      const counts = { ...(await eraseSubject(tx, tenant, subject)) };
      const deed = { projectId: tenant.projectId, action: "erased", object: "memory" } as const;
      if (counts.memories + counts.copies > 0) await record(tx, accessOf(request), { ...deed, counts });
      return counts.memories;
    });
    return { forgotten, request_id: request.id };
  });
}

/** Throws a {@link Problem} for a limited key that does not see all memories about an end user. */
function requireSubject({ limits }: Tenant, subject: string): void {
  if (limits === undefined || limits.subjectId === subject) return;
  const message = "is not the end user that this key is limited to";
  throw new Problem("beyond_scope", { errors: [{ pointer: "/subject_id", message }] });
}

function addForget(v1: V1): void {
  const schema = {
    operationId: "deleteMemory",
    summary: "Forget a memory now",
    description:
      "Only in the project that it was written in, even if others can recall it. What was forgotten is not found: a request that is sent again gets 404, which then means that it is done.",
    params: idParams("memory"),
    querystring: projectQuery,
    response: { 204: Type.Null() },
  };
  writing(v1, "DELETE /v1/memories/:id", { schema, config: forLimitedKeys }, async (tx, tenant, request) => {
    const { params } = request;
    const query = build
      .deleteFrom("memory")
      .where(ofTenant(tenant))
      .where("id", "=", params.id)
      .where(readable(tenant));
    const forgotten = await tx.first(query.returning(["id", "scope"]));
    if (forgotten === undefined) throw notFound();
    const deed = { projectId: tenant.projectId, action: "forgotten", object: "memory" } as const;
    const isPrivate = forgotten.scope === "agent";
    await record(tx, accessOf(request), { ...deed, objectId: forgotten.id, isPrivate });
    return null;
  });
}
