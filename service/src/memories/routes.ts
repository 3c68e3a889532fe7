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
  idParams,
  list,
  listQuery,
  nextCursor,
  projectMember,
  projectQuery,
  reference,
} from "../http/schemas.ts";
import { accessOf } from "../http/v1/permission.ts";
import { reading, type V1, writing, writingOnce } from "../http/v1/routes.ts";
import { tenantOf } from "../http/v1/tenant.ts";
import { Problem } from "../values/problem.ts";
import { isUuid, newId } from "../values/uuid.ts";
import { isApplied, itemsOf, requireApart } from "./body.ts";
import { eraseSubject } from "./erase.ts";
import { recallable, recallableHalves } from "./recall.ts";
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
} from "./schemas.ts";
import { insertMemories, isPlain, remember, stageMemories, type WriteOutcome } from "./write.ts";

/** Adds the paths. */
export function memoryRoutes(v1: V1): void {
  addWrite(v1);
  addRead(v1);
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
});

function addWrite(v1: V1): void {
  const schema = {
    operationId: "createMemory",
    summary: "Write a memory, or a batch of up to 100",
    description:
      "A batch is written completely or not at all. With `apply: false` the write is staged in a delta.",
    querystring: projectQuery,
    body: memoryBody,
    response: { 201: memoryWritten },
  };
  const config = {
    isSpecified: true,
    isForLimitedKeys: true,
    needs: "propose",
    problems: ["unknown_shape", "propose_only"],
  } as const;
  const writeGrouped = groupWrites(v1.database, maxItems, insertMemories);
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
      const memory = { ...item, id: newId() };
      await writeGrouped(tenant, memory);
      return toWriteAnswer(tenant, { ids: [memory.id], status: "applied", deltaId: null }, false);
    },
  );
}

function toWriteAnswer({ projectId }: Tenant, { ids, status, deltaId }: WriteOutcome, isBatch: boolean) {
  const results = ids.map((id, index) => ({ index, id, status }));
  const id = isBatch ? null : (ids[0] ?? null);
  const shown = { id, status, delta_id: deltaId, applied: status === "applied", project_id: projectId };
  return { status: 201, body: { ...shown, ...(isBatch && { results }) } };
}

function addRead(v1: V1): void {
  const listed = {
    operationId: "listMemories",
    summary: "List the memories that the key may recall, newest first",
    querystring: memoriesQuery,
    response: { 200: answer({ memories: list(memory), next_cursor: nextCursor }) },
  };
  const lists = { schema: listed, config: forLimitedKeys };
  reading(v1, "GET /v1/memories", lists, async (tx, tenant, { query }) => {
    const { subject_id, kind, scope, shape_id } = query;
    const wanted = Object.entries({ subject_id, kind, scope, shape_id }).filter(
      ([, value]) => value !== undefined,
    );
    // A malformed ID is that of no shape.
    if (shape_id !== undefined && !isUuid(shape_id)) return { memories: [], next_cursor: null };
    const halves = recallableHalves(tenant).map((half) =>
      build
        .selectFrom("memory")
        .select(memoryColumns)
        .where(half)
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
  const read = {
    operationId: "getMemory",
    summary: "Read a memory",
    params: idParams("memory"),
    querystring: projectQuery,
    response: { 200: memoryAnswer },
  };
  const reads = { schema: read, config: forLimitedKeys };
  reading(v1, "GET /v1/memories/:id", reads, async (tx, tenant, { params }) => {
    const query = build.selectFrom("memory").select(memoryColumns).where("id", "=", params.id);
    const row = await tx.first(query.where(recallable(tenant)));
    if (row === undefined) throw notFound();
    return toMemory(row);
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
      .where(recallable(tenant));
    const forgotten = await tx.first(query.returning(["id", "scope"]));
    if (forgotten === undefined) throw notFound();
    const deed = { projectId: tenant.projectId, action: "forgotten", object: "memory" } as const;
    const isPrivate = forgotten.scope === "agent";
    await record(tx, accessOf(request), { ...deed, objectId: forgotten.id, isPrivate });
    return null;
  });
}

function notFound(): Problem {
  return new Problem("not_found", {
    detail: "The project has no memory with this ID that this key may recall.",
  });
}
