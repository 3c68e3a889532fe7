// Paths of slices.

import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { type Compiled, print } from "slice-cql";
import { type Static, Type } from "typebox";
import { build } from "../database/build.ts";
import { type Database, type Scope, type Transaction, transaction } from "../database/transaction.ts";
import { entityWhere } from "../entities/filter.ts";
import { entityOf, shownEntityColumns } from "../entities/rows.ts";
import { entity } from "../entities/schemas.ts";
import { entityWith } from "../entities/stored.ts";
import type { App } from "../http/app.ts";
import {
  answer,
  exact,
  idParams,
  list,
  listQuery,
  nextCursor,
  projectMember,
  projectQuery,
} from "../http/schemas.ts";
import { newestOf } from "../database/newest.ts";
import { defaultLimit } from "../database/page.ts";
import { Problem } from "../values/problem.ts";
import { answerOnce } from "../http/v1/idempotency.ts";
import { scopeOf } from "../http/v1/scope.ts";
import { newId } from "../values/uuid.ts";
import { compileBodyIn, compileIn } from "./compile.ts";
import { slicesWith } from "./containing.ts";
import { storedRowOf } from "./rows.ts";
import {
  newSlice,
  resolvedSlice,
  scopeMembers,
  sliceBody,
  slicePatch,
  sliceRow,
  sliceRowAnswer,
} from "./schemas.ts";
import { noSlice, sliceWith } from "./stored.ts";

const one = { params: idParams, querystring: projectQuery };

/** Adds the paths. */
export function sliceRoutes(database: Database): (app: App) => void {
  return (app) => {
    addCreate(app, database);
    addList(app, database);
    addRead(app, database);
    addEntities(app, database);
    addSlicesOfEntity(app, database);
    addChange(app, database);
  };
}

const creating = {
  writes: ({ query }: FastifyRequest) => !isDry(query),
  problems: ["invalid_cql"],
  answerHeaders: { 201: ["Location"] },
} as const;

function addCreate(app: App, database: Database): void {
  const schema = {
    summary: "Create a slice",
    description:
      "Names are looked up and entities are counted in one snapshot. With `dry_run` nothing is stored, and `id` is null.",
    querystring: exact({
      ...projectMember,
      dry_run: Type.Optional(Type.Boolean({ description: "Responds as usual, but stores nothing." })),
    }),
    body: sliceBody,
    response: { 200: newSlice, 201: newSlice },
  };
  app.post("/v1/slices", { schema, config: creating }, async (request, reply) => {
    const { body } = request;
    requireQuery(body);
    const scope = scopeOf(request);
    const create = async (tx: Transaction) => {
      const compiled = await compileBodyIn(tx, scope, body);
      const cql = body.cql ?? print(compiled.query);
      const matched = await countOf(tx, scope, compiled);
      const stored = { id: newId(), name: body.name, cql, promoted: false, created_at: await tx.now() };
      if (!isDry(request.query))
        await tx.all(build.insertInto("slice").values({ ...stored, project_id: scope.projectId }));
      const shown = {
        ...storedRowOf({ ...stored, project_id: scope.projectId }),
        ...resolvedOf(compiled),
        matched,
      };
      return { ...shown, request_id: request.id };
    };
    if (isDry(request.query)) {
      const shown = await transaction(database, scope, create, "repeatable read");
      return { ...shown, id: null };
    }
    return await answerOnce(
      database,
      request,
      reply,
      async (tx) => {
        const shown = await create(tx);
        return { status: 201, headers: { location: `/v1/slices/${shown.id}` }, body: shown };
      },
      "repeatable read",
    );
  });
}

function isDry(query: unknown): boolean {
  return typeof query === "object" && query !== null && "dry_run" in query && query.dry_run === true;
}

/** Without either it would mean the whole project, which nobody wrote. */
function requireQuery({ cql, filter }: Static<typeof sliceBody>): void {
  if (cql !== undefined || filter !== undefined) return;
  const message = 'is required, or `filter`; the whole project is `"cql": ""`';
  throw new Problem("invalid_request", { errors: [{ pointer: "/cql", message }] });
}

function addList(app: App, database: Database): void {
  const schema = {
    summary: "List slices, newest first",
    querystring: listQuery,
    response: { 200: answer({ slices: list(sliceRow), next_cursor: nextCursor }) },
  };
  app.get("/v1/slices", { schema }, async (request) => {
    const scope = scopeOf(request);
    const query = build.selectFrom("slice").selectAll().where("project_id", "=", scope.projectId);
    const { items, next_cursor } = await transaction(
      database,
      scope,
      async (tx) => await newestOf(tx, [query], request.query),
    );
    return { slices: items.map(storedRowOf), next_cursor, request_id: request.id };
  });
}

function addRead(app: App, database: Database): void {
  const schema = {
    summary: "Read a slice, resolved at this moment",
    ...one,
    response: { 200: resolvedSlice },
  };
  app.get("/v1/slices/:id", { schema }, async (request) => {
    const scope = scopeOf(request);
    const read = async (tx: Transaction) => {
      const row = await sliceWith(tx, scope, request.params.id);
      const compiled = await compileIn(tx, scope, row.cql);
      const matched = await countOf(tx, scope, compiled);
      const resolved_at = (await tx.now()).toISOString();
      return { ...storedRowOf(row), ...resolvedOf(compiled), matched, resolved_at };
    };
    const shown = await transaction(database, scope, read, "repeatable read");
    return { ...shown, request_id: request.id };
  });
}

function addEntities(app: App, database: Database): void {
  const schema = {
    summary: "List the entities of a slice, newest first",
    params: one.params,
    querystring: listQuery,
    response: { 200: answer({ entities: list(entity), ...scopeMembers, next_cursor: nextCursor }) },
  };
  app.get("/v1/slices/:id/entities", { schema }, async (request) => {
    const scope = scopeOf(request);
    const read = async (tx: Transaction) => {
      const row = await sliceWith(tx, scope, request.params.id);
      const compiled = await compileIn(tx, scope, row.cql);
      const query = build
        .selectFrom("entity as e")
        .select(shownEntityColumns)
        .where("project_id", "=", scope.projectId)
        .where(entityWhere(compiled.filter_definition));
      return { compiled, page: await newestOf(tx, [query], request.query) };
    };
    const { compiled, page } = await transaction(database, scope, read, "repeatable read");
    const { scope_warnings, unresolved, filter_definition } = compiled;
    return {
      entities: page.items.map(entityOf),
      scope_warnings,
      unresolved,
      filter_definition,
      next_cursor: page.next_cursor,
      request_id: request.id,
    };
  });
}

function addSlicesOfEntity(app: App, database: Database): void {
  const schema = {
    summary: "List the slices that an entity is in, newest first",
    description:
      "Where slices have very long queries, a page may have fewer than `limit` even though more follow: continue until `next_cursor` is null.",
    params: idParams,
    querystring: listQuery,
    response: { 200: answer({ slices: list(sliceRow), next_cursor: nextCursor }) },
  };
  app.get("/v1/entities/:id/slices", { schema }, async (request, reply) => {
    const { limit = defaultLimit, cursor } = request.query;
    const scope = scopeOf(request);
    const find = async (tx: Transaction) => {
      const row = await entityWith(tx, scope, request.params.id);
      return await slicesWith(tx, scope, entityOf(row), { limit, cursor, isGone: () => reply.raw.closed });
    };
    const { items, next_cursor } = await transaction(database, scope, find, "repeatable read");
    return { slices: items.map(storedRowOf), next_cursor, request_id: request.id };
  });
}

function addChange(app: App, database: Database): void {
  const changed = {
    summary: "Rename a slice, or promote it",
    ...one,
    body: slicePatch,
    response: { 200: sliceRowAnswer },
  };
  app.patch("/v1/slices/:id", { schema: changed, config: { writes: true } }, async (request) => {
    const { name, promoted } = request.body;
    const scope = scopeOf(request);
    const query = build
      .updateTable("slice")
      .set({ ...(name !== undefined && { name }), ...(promoted !== undefined && { promoted }) })
      .where("project_id", "=", scope.projectId)
      .where("id", "=", request.params.id)
      .returningAll();
    const row = await transaction(database, scope, async (tx) => await tx.first(query));
    if (row === undefined) throw noSlice();
    return { ...storedRowOf(row), request_id: request.id };
  });
  const deleted = {
    summary: "Delete a slice; its entities are kept",
    ...one,
    response: { 204: Type.Null() },
  };
  app.delete("/v1/slices/:id", { schema: deleted, config: { writes: true } }, async (request, reply) => {
    const scope = scopeOf(request);
    const query = build
      .deleteFrom("slice")
      .where("project_id", "=", scope.projectId)
      .where("id", "=", request.params.id)
      .returning("id");
    if ((await transaction(database, scope, async (tx) => await tx.first(query))) === undefined)
      throw noSlice();
    return await reply.code(204).send(null);
  });
}

async function countOf(
  tx: Transaction,
  { projectId }: Scope,
  { filter_definition }: Compiled,
): Promise<number> {
  const row = await tx.first(
    sql<{
      readonly matched: number;
    }>`select count(*) as matched from entity e where project_id = ${projectId} and ${entityWhere(filter_definition)}`,
  );
  return row?.matched ?? 0;
}

function resolvedOf({ scope_warnings, unresolved, filter_definition, diagnostics }: Compiled) {
  return { scope_warnings, unresolved, filter_definition, diagnostics };
}
