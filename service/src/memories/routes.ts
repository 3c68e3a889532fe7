// Paths of memories.

import { type Static, Type } from "typebox";
import { build } from "../database/build.ts";
import { type Database, transaction } from "../database/transaction.ts";
import type { App } from "../http/app.ts";
import { answer, idParams, list, listQuery, nextCursor, projectQuery } from "../http/schemas.ts";
import { newestOf } from "../database/newest.ts";
import { Problem } from "../values/problem.ts";
import { answerOnce } from "../http/v1/idempotency.ts";
import { scopeOf } from "../http/v1/scope.ts";
import { recallable, recallableHalves } from "./recall.ts";
import { memoryColumns, memoryOf } from "./rows.ts";
import { itemMembers, memory, memoryAnswer, memoryBody, memoryWritten } from "./schemas.ts";
import { type MemoryItem, remember, stageMemories, type WriteOutcome } from "./write.ts";

/** Adds the paths. */
export function memoryRoutes(database: Database): (app: App) => void {
  return (app) => {
    addWrite(app, database);
    addRead(app, database);
    addForget(app, database);
  };
}

function addWrite(app: App, database: Database): void {
  const schema = {
    summary: "Write a memory, or a batch of up to 100",
    description:
      "A batch is written completely or not at all. With `apply: false` the write is staged in a delta.",
    querystring: projectQuery,
    body: memoryBody,
    response: { 201: memoryWritten },
  };
  app.post(
    "/v1/memories",
    { schema, config: { writes: true, problems: ["unknown_shape"] } },
    async (request, reply) => {
      const { apply = true, memories } = request.body;
      requireApart(request.body);
      const scope = scopeOf(request);
      return await answerOnce(database, request, reply, async (tx) => {
        const items = memories ?? [itemOf(request.body)];
        const pointerTo = (index: number): string => (memories === undefined ? "" : `/memories/${index}`);
        const written = await (apply ? remember : stageMemories)(tx, scope, items, pointerTo);
        const shown = { ...shownOf(written, memories !== undefined), project_id: scope.projectId };
        return { status: 201, body: { ...shown, request_id: request.id } };
      });
    },
  );
}

type Body = Static<typeof memoryBody>;

/** A member next to a batch could be meant for all of it, or be a mistake. */
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

function itemOf({
  content,
  apply: _apply,
  project_id: _project,
  memories: _memories,
  ...others
}: Body): MemoryItem {
  if (content === undefined) throw new Error("The schema asks for a content.");
  return { content, ...others };
}

function shownOf({ ids, status, deltaId }: WriteOutcome, isBatch: boolean) {
  const results = ids.map((id, index) => ({ index, id, status }));
  const id = isBatch ? null : (ids[0] ?? null);
  return { id, status, delta_id: deltaId, applied: status === "applied", ...(isBatch && { results }) };
}

function addRead(app: App, database: Database): void {
  const listed = {
    summary: "List the memories that the key may recall, newest first",
    querystring: listQuery,
    response: { 200: answer({ memories: list(memory), next_cursor: nextCursor }) },
  };
  app.get("/v1/memories", { schema: listed }, async (request) => {
    const scope = scopeOf(request);
    const queries = recallableHalves(scope).map((half) =>
      build.selectFrom("memory").select(memoryColumns).where(half),
    );
    const { items, next_cursor } = await transaction(
      database,
      scope,
      async (tx) => await newestOf(tx, queries, request.query),
    );
    return { memories: items.map(memoryOf), next_cursor, request_id: request.id };
  });
  const read = {
    summary: "Read a memory",
    params: idParams,
    querystring: projectQuery,
    response: { 200: memoryAnswer },
  };
  app.get("/v1/memories/:id", { schema: read }, async (request) => {
    const scope = scopeOf(request);
    const query = build
      .selectFrom("memory")
      .select(memoryColumns)
      .where("id", "=", request.params.id)
      .where(recallable(scope));
    const row = await transaction(database, scope, async (tx) => await tx.first(query));
    if (row === undefined) throw notFound();
    return { ...memoryOf(row), request_id: request.id };
  });
}

function addForget(app: App, database: Database): void {
  const schema = {
    summary: "Forget a memory now",
    description:
      "Only in the project that it was written in, even if others can recall it. What was forgotten is not found: a request that is sent again gets 404, which then means that it is done.",
    params: idParams,
    querystring: projectQuery,
    response: { 204: Type.Null() },
  };
  app.delete("/v1/memories/:id", { schema, config: { writes: true } }, async (request, reply) => {
    const scope = scopeOf(request);
    const query = build
      .deleteFrom("memory")
      .where("project_id", "=", scope.projectId)
      .where("id", "=", request.params.id)
      .where(recallable(scope))
      .returning("id");
    if ((await transaction(database, scope, async (tx) => await tx.first(query))) === undefined)
      throw notFound();
    return await reply.code(204).send(null);
  });
}

function notFound(): Problem {
  return new Problem("not_found", {
    detail: "The project has no memory with this ID that this key may recall.",
  });
}
