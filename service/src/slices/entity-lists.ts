// Paths that list the entities of a slice: of a stored one, and of a query.

import type { Compiled } from "slice-cql";
import { Type } from "typebox";
import { build } from "../database/build.ts";
import { entityWhere } from "../database/entities-of.ts";
import { readNewest } from "../database/newest.ts";
import { ofTenant } from "../database/of-tenant.ts";
import type { Tenant, Transaction } from "../database/transaction.ts";
import { shownEntityColumns, toEntity } from "../entities/rows.ts";
import { entity } from "../entities/schemas.ts";
import { diagnostic, scopeMembers } from "../http/query-schemas.ts";
import { answer, exact, extension, idParams, list, listQuery, nextCursor } from "../http/schemas.ts";
import { reading, type V1 } from "../http/v1/routes.ts";
import { storablePattern } from "../values/check.ts";
import { diagnosticsOf } from "./beyond.ts";
import { compileIn } from "./compile.ts";
import { keyScopeOf, withinLimits } from "./limits.ts";
import { bindingOf, cursorOf, pointNow } from "./point.ts";
import { changesCursor, keyScope } from "./schemas.ts";
import { sliceWith } from "./stored.ts";

const page = { entities: list(entity), ...scopeMembers, ...keyScope, next_cursor: nextCursor };
const findings = list(diagnostic, { ...extension, description: "Findings on the query." });

/** Adds the paths. */
export function entityListRoutes(v1: V1): void {
  addList(v1);
  addListOfSlice(v1);
}

function addList(v1: V1): void {
  const schema = {
    operationId: "listEntities",
    summary: "List the entities of a project, or those in a query, newest first",
    description: "The query is not stored; a slice is for one that is asked again.",
    querystring: exact({
      ...listQuery.properties,
      cql: Type.Optional(
        Type.String({
          pattern: storablePattern,
          description: "The query; without it, the whole project.",
          examples: ["type:Person source:gmail after:3mo"],
        }),
      ),
    }),
    response: { 200: answer({ ...page, diagnostics: findings }) },
  };
  const config = { isForLimitedKeys: true, problems: ["invalid_cql"] } as const;
  reading(v1, "GET /v1/entities", { schema, config }, async (tx, tenant, { query }) => {
    const { cql = "" } = query;
    const compiled = await compileIn(tx, tenant, cql);
    const found = await readEntities(tx, tenant, compiled, query);
    const diagnostics = diagnosticsOf(tenant, compiled, await tx.now(), cql);
    return { ...found, diagnostics, ...keyScopeOf(tenant) };
  });
}

function addListOfSlice(v1: V1): void {
  const schema = {
    operationId: "listSliceEntities",
    summary: "List the entities of a slice, newest first",
    description: "To go on with what changes, follow from the `changes_cursor` of the first page.",
    params: idParams("slice"),
    querystring: listQuery,
    response: {
      200: answer({
        ...page,
        ...changesCursor,
        diagnostics: Type.Optional(
          list(diagnostic, {
            ...extension,
            description: "Only with a limited key: findings on the query.",
          }),
        ),
      }),
    },
  };
  const config = { isForLimitedKeys: true };
  reading(v1, "GET /v1/slices/:id/entities", { schema, config }, async (tx, tenant, { params, query }) => {
    const row = await sliceWith(tx, tenant, params.id);
    const compiled = await compileIn(tx, tenant, row.cql);
    const found = await readEntities(tx, tenant, compiled, query);
    // A page that is shorter than the slice says so.
    const isCut = tenant.limits !== undefined && {
      diagnostics: diagnosticsOf(tenant, compiled, await tx.now(), row.cql),
      ...keyScopeOf(tenant),
    };
    const changes_cursor = cursorOf(await bindingOf(tx, row, tenant), await pointNow(tx, tenant));
    return { ...found, ...isCut, changes_cursor };
  });
}

/** A page of the entities of a query, with what it means. */
async function readEntities(
  tx: Transaction,
  tenant: Tenant,
  { scope_warnings, unresolved, filter_definition }: Compiled,
  wanted: Parameters<typeof readNewest>[2],
) {
  const members = build
    .selectFrom("entity as e")
    .select(shownEntityColumns)
    .where(ofTenant(tenant, "e"))
    .where(entityWhere(withinLimits(tenant, filter_definition)));
  const { items, next_cursor } = await readNewest(tx, [members], wanted);
  return { entities: items.map(toEntity), scope_warnings, unresolved, filter_definition, next_cursor };
}
