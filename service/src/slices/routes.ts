// Paths of slices.

import type { Selectable } from "kysely";
import { type Compiled, print } from "slice-cql";
import { type Static, Type } from "typebox";
import { build } from "../database/build.ts";
import { entityWhere } from "../database/entities-of.ts";
import { readNewest } from "../database/newest.ts";
import { ofTenant, tenantColumns } from "../database/of-tenant.ts";
import { defaultLimit } from "../database/page.ts";
import type { SliceTable } from "../database/tables.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { toEntity } from "../entities/rows.ts";
import { entityWith } from "../entities/stored.ts";
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
} from "../http/schemas.ts";
import { reading, saysDryRun, type V1, writing, writingOnce } from "../http/v1/routes.ts";
import { storablePattern } from "../values/check.ts";
import { Problem } from "../values/problem.ts";
import { newId } from "../values/uuid.ts";
import { diagnosticsOf } from "./beyond.ts";
import { compileBodyIn, compileIn } from "./compile.ts";
import { slicesWith } from "./containing.ts";
import { entityListRoutes } from "./entity-lists.ts";
import { keyScopeOf, withinLimits } from "./limits.ts";
import { bindingOf, cursorOf, pointNow } from "./point.ts";
import { newSlice, resolvedSlice, sliceBody, slicePatch, sliceRow, sliceRowAnswer } from "./schemas.ts";
import { noSlice, slicesOf, sliceWith } from "./stored.ts";

const config = { isForLimitedKeys: true };

const one = { params: idParams("slice"), querystring: projectQuery };

/** Adds the paths. */
export function sliceRoutes(v1: V1): void {
  addCreate(v1);
  addList(v1);
  addRead(v1);
  entityListRoutes(v1);
  addSlicesOfEntity(v1);
  addChange(v1);
  addDelete(v1);
}

function addCreate(v1: V1): void {
  const schema = {
    operationId: "createSlice",
    summary: "Create a slice",
    description:
      "Names are looked up and entities are counted in one snapshot. With `dry_run` nothing is stored, and `id` is null.",
    querystring: exact({
      ...projectMember,
      dry_run: Type.Optional(
        Type.Boolean({ ...extension, description: "Responds as usual, but stores nothing." }),
      ),
    }),
    body: sliceBody,
    response: { 200: newSlice, 201: newSlice },
  };
  const config = {
    isSpecified: true,
    isForLimitedKeys: true,
    problems: ["invalid_cql"],
    answerHeaders: { 201: ["Location"] },
  } as const;
  const isDry = ({ query }: { readonly query: unknown }): boolean => saysDryRun(query);
  const options = { schema, config, isDry, isolation: "repeatable read" } as const;
  writingOnce(v1, "POST /v1/slices", options, async (tx, tenant, { query, body }) => {
    requireQuery(body);
    const compiled = await compileBodyIn(tx, tenant, body);
    const cql = body.cql ?? print(compiled.query);
    const matched = await countMatches(tx, tenant, compiled);
    const stored = {
      id: newId(),
      name: body.name,
      cql,
      promoted: false,
      key_id: tenant.keyId,
      created_at: await tx.now(),
    };
    const row = { ...stored, ...tenantColumns(tenant) };
    const shown = {
      ...toStoredSlice(row),
      ...describeResolution(tenant, compiled, stored.created_at, cql),
      matched,
      ...keyScopeOf(tenant),
    };
    if (query.dry_run === true) return { status: 200, body: { ...shown, id: null } };
    await tx.all(build.insertInto("slice").values(row));
    return { status: 201, headers: { location: `/v1/slices/${stored.id}` }, body: shown };
  });
}

/** A body with neither would match the whole project, so it has to say so. */
function requireQuery({ cql, filter }: Static<typeof sliceBody>): void {
  if (cql !== undefined || filter !== undefined) return;
  const message = 'is required, or `filter`; the whole project is `"cql": ""`';
  throw new Problem("invalid_request", { errors: [{ pointer: "/cql", message }] });
}

function addList(v1: V1): void {
  const schema = {
    operationId: "listSlices",
    summary: "List slices, newest first",
    querystring: exact({
      ...listQuery.properties,
      name: Type.Optional(
        Type.String({
          maxLength: 500,
          pattern: storablePattern,
          description: "Only those with exactly this name.",
          examples: ["People of sales"],
          ...extension,
        }),
      ),
    }),
    response: { 200: answer({ slices: list(sliceRow), next_cursor: nextCursor }) },
  };
  reading(v1, "GET /v1/slices", { schema, config }, async (tx, tenant, { query }) => {
    const slices = build.selectFrom("slice").selectAll().where(slicesOf(tenant));
    const wanted = query.name === undefined ? slices : slices.where("name", "=", query.name);
    const { items, next_cursor } = await readNewest(tx, [wanted], query);
    return { slices: items.map(toStoredSlice), next_cursor };
  });
}

function addRead(v1: V1): void {
  const schema = {
    operationId: "getSlice",
    summary: "Read a slice, resolved at this moment",
    ...one,
    response: { 200: resolvedSlice },
  };
  reading(v1, "GET /v1/slices/:id", { schema, config }, async (tx, tenant, { params }) => {
    const row = await sliceWith(tx, tenant, params.id);
    const compiled = await compileIn(tx, tenant, row.cql);
    const matched = await countMatches(tx, tenant, compiled);
    const now = await tx.now();
    const resolution = describeResolution(tenant, compiled, now, row.cql);
    const shown = { ...toStoredSlice(row), ...resolution, matched, ...keyScopeOf(tenant) };
    const point = await pointNow(tx, tenant);
    const changes_cursor = cursorOf(await bindingOf(tx, row, tenant), point);
    return { ...shown, resolved_at: now.toISOString(), changes_cursor };
  });
}

function addSlicesOfEntity(v1: V1): void {
  const schema = {
    operationId: "listEntitySlices",
    summary: "List the slices that an entity is in, newest first",
    description:
      "Where slices have very long queries, a page may have fewer than `limit` even though more follow: continue until `next_cursor` is null.",
    params: idParams("entity"),
    querystring: listQuery,
    response: { 200: answer({ slices: list(sliceRow), next_cursor: nextCursor }) },
  };
  reading(
    v1,
    "GET /v1/entities/:id/slices",
    { schema, config },
    async (tx, tenant, { params, query, raw }) => {
      const { limit = defaultLimit, cursor } = query;
      const found = toEntity(await entityWith(tx, tenant, params.id));
      const isGone = (): boolean => raw.socket.destroyed;
      const { items, next_cursor } = await slicesWith(tx, tenant, found, { limit, cursor, isGone });
      return { slices: items.map(toStoredSlice), next_cursor };
    },
  );
}

function addChange(v1: V1): void {
  const schema = {
    operationId: "updateSlice",
    summary: "Rename a slice, or promote it",
    ...one,
    body: slicePatch,
    response: { 200: sliceRowAnswer },
  };
  writing(v1, "PATCH /v1/slices/:id", { schema, config }, async (tx, tenant, { params, body }) => {
    const { name, promoted } = body;
    const row = await tx.first(
      build
        .updateTable("slice")
        .set({ ...(name !== undefined && { name }), ...(promoted !== undefined && { promoted }) })
        .where(slicesOf(tenant))
        .where("id", "=", params.id)
        .returningAll(),
    );
    if (row === undefined) throw noSlice();
    return toStoredSlice(row);
  });
}

function addDelete(v1: V1): void {
  const schema = {
    operationId: "deleteSlice",
    summary: "Delete a slice; its entities are kept",
    ...one,
    response: { 204: Type.Null() },
  };
  writing(v1, "DELETE /v1/slices/:id", { schema, config }, async (tx, tenant, { params }) => {
    const query = build.deleteFrom("slice").where(slicesOf(tenant)).where("id", "=", params.id);
    if ((await tx.first(query.returning("id"))) === undefined) throw noSlice();
    return null;
  });
}

async function countMatches(
  tx: Transaction,
  tenant: Tenant,
  { filter_definition }: Compiled,
): Promise<number> {
  const row = await tx.first(
    build
      .selectFrom("entity as e")
      .select((e) => e.fn.countAll<number>().as("matched"))
      .where(ofTenant(tenant, "e"))
      .where(entityWhere(withinLimits(tenant, filter_definition))),
  );
  return row?.matched ?? 0;
}

/** A slice as it is stored. */
function toStoredSlice({
  id,
  name,
  cql,
  promoted,
  project_id,
  created_at,
}: Selectable<SliceTable>): Static<typeof sliceRow> {
  return { id, name, type: "dynamic", cql, promoted, project_id, created_at: created_at.toISOString() };
}

function describeResolution(tenant: Tenant, compiled: Compiled, now: Date, cql: string) {
  const { scope_warnings, unresolved, filter_definition } = compiled;
  const diagnostics = diagnosticsOf(tenant, compiled, now, cql);
  return { scope_warnings, unresolved, filter_definition, diagnostics };
}
