// Paths of memories.

import { type Static, Type } from "typebox";
import { build } from "../database/build.ts";
import { groupWrites } from "../database/group-writes.ts";
import { readNewest } from "../database/newest.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant } from "../database/transaction.ts";
import { answer, idParams, list, listQuery, nextCursor, projectQuery } from "../http/schemas.ts";
import { reading, type V1, writing, writingOnce } from "../http/v1/routes.ts";
import { Problem } from "../values/problem.ts";
import { newId } from "../values/uuid.ts";
import { recallable, recallableHalves } from "./recall.ts";
import { memoryColumns, toMemory } from "./rows.ts";
import { itemMembers, maxItems, memory, memoryAnswer, memoryBody, memoryWritten } from "./schemas.ts";
import {
  insertMemories,
  type MemoryItem,
  needsChecks,
  remember,
  stageMemories,
  type WriteOutcome,
} from "./write.ts";

/** Adds the paths. */
export function memoryRoutes(v1: V1): void {
  addWrite(v1);
  addRead(v1);
  addForget(v1);
}

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
  const config = { isSpecified: true, problems: ["unknown_shape"] } as const;
  const writeGrouped = groupWrites(v1.database, maxItems, insertMemories);
  writingOnce(
    v1,
    "POST /v1/memories",
    { schema, config },
    async (tx, tenant, { body }) => {
      const { apply = true, memories } = body;
      requireApart(body);
      const items = memories ?? [toItem(body)];
      const pointerTo = (index: number): string => (memories === undefined ? "" : `/memories/${index}`);
      const written = await (apply ? remember : stageMemories)(tx, tenant, items, pointerTo);
      return toWriteAnswer(tenant, written, memories !== undefined);
    },
    async (tenant, { body }) => {
      if (body.memories !== undefined || body.apply === false) return undefined;
      const memory = { ...toItem(body), id: newId() };
      if (needsChecks(memory)) return undefined;
      await writeGrouped(tenant, memory);
      return toWriteAnswer(tenant, { ids: [memory.id], status: "applied", deltaId: null }, false);
    },
  );
}

type Body = Static<typeof memoryBody>;

/** A member next to a batch could be meant for all items, or be a mistake. */
function requireApart({ memories, ...others }: Body): void {
  if (memories === undefined) return;
  const errors = Object.keys(others)
    .filter((name) => itemMembers.includes(name))
    .map((name) => ({
      pointer: `/${name}`,
      message: "cannot be combined with `memories`; set it in each of them",
    }));
  if (errors.length > 0) throw new Problem("invalid_request", { errors });
}

function toItem({
  content,
  apply: _apply,
  project_id: _project,
  memories: _memories,
  ...others
}: Body): MemoryItem {
  if (content === undefined) throw new Error("The schema asks for a content.");
  return { content, ...others };
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
    querystring: listQuery,
    response: { 200: answer({ memories: list(memory), next_cursor: nextCursor }) },
  };
  reading(v1, "GET /v1/memories", { schema: listed }, async (tx, tenant, { query }) => {
    const halves = recallableHalves(tenant).map((half) =>
      build.selectFrom("memory").select(memoryColumns).where(half),
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
  reading(v1, "GET /v1/memories/:id", { schema: read }, async (tx, tenant, { params }) => {
    const query = build.selectFrom("memory").select(memoryColumns).where("id", "=", params.id);
    const row = await tx.first(query.where(recallable(tenant)));
    if (row === undefined) throw notFound();
    return toMemory(row);
  });
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
  writing(v1, "DELETE /v1/memories/:id", { schema }, async (tx, tenant, { params }) => {
    const query = build
      .deleteFrom("memory")
      .where(ofTenant(tenant))
      .where("id", "=", params.id)
      .where(recallable(tenant));
    if ((await tx.first(query.returning("id"))) === undefined) throw notFound();
    return null;
  });
}

function notFound(): Problem {
  return new Problem("not_found", {
    detail: "The project has no memory with this ID that this key may recall.",
  });
}
