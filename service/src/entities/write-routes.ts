// Paths that write entities and relationships: many, one, or both at once.

import type { Static } from "typebox";
import type { Tenant, Transaction } from "../database/transaction.ts";
import type { App } from "../http/app.ts";
import { inMember, type Move, moved, ofOne, withPointers } from "../http/pointers.ts";
import { addListsOfRows, listByList } from "../http/row-lists.ts";
import { addRows, rowByRow } from "../http/rows.ts";
import { projectQuery } from "../http/schemas.ts";
import { type V1, writingOnce } from "../http/v1/routes.ts";
import { maxStored } from "../values/json.ts";
import { Problem, type ProblemEntry } from "../values/problem.ts";
import { withEnds } from "./ends.ts";
import { withIds } from "./names.ts";
import {
  entityBody,
  graphBody,
  graphWritten,
  maxBatch,
  maxListed,
  oneOrMany,
  relationshipBody,
  written,
} from "./schemas.ts";
import { type WrittenEntities, writeEntities, writeRelationships } from "./write.ts";

type Entity = Static<typeof entityBody>;
type Relationship = Static<typeof relationshipBody>;

const limits = { maxRows: maxBatch, maxCharacters: maxStored };
const problems = ["unknown_shape", "unknown_source"] as const;
const config = { isForLimitedKeys: true, problems } as const;

/** Adds the paths. */
export function writeRoutes(v1: V1): void {
  // These routes accept lines of JSON, too.
  void v1.app.register(async (app: App) => {
    addRows(app, limits);
    addEntities({ ...v1, app });
    addRelationships({ ...v1, app });
  });
  void v1.app.register(async (app: App) => {
    addListsOfRows(app, limits);
    addGraph({ ...v1, app });
  });
}

const many = {
  description: `Up to ${maxBatch} as a JSON array (4 MiB) or JSON lines (32 MiB), or one alone as an object; new, or replacing by ID; all or none.`,
  consumes: ["application/json", "application/x-ndjson"],
  querystring: projectQuery,
  response: { 200: written },
};

function addEntities(v1: V1): void {
  const schema = {
    operationId: "writeEntities",
    summary: "Write entities",
    ...many,
    body: oneOrMany(entityBody),
  };
  const options = { schema, validatorCompiler: rowByRow, config };
  writingOnce(v1, "POST /v1/entities", options, async (tx, tenant, { body }) => {
    const { rows, move } = rowsOf<Entity>(body);
    return { status: 200, body: await putEntities(tx, tenant, rows, move) };
  });
}

function addRelationships(v1: V1): void {
  const schema = {
    operationId: "writeRelationships",
    summary: "Write relationships",
    ...many,
    body: oneOrMany(relationshipBody),
  };
  const options = { schema, validatorCompiler: rowByRow, config };
  writingOnce(v1, "POST /v1/relationships", options, async (tx, tenant, { body }) => {
    const { rows, move } = rowsOf<Relationship>(body);
    return { status: 200, body: await putRelationships(tx, tenant, rows, move) };
  });
}

function addGraph(v1: V1): void {
  const schema = {
    operationId: "writeGraph",
    summary: "Write entities and the relationships between them",
    description: `Up to ${maxBatch} of each (4 MiB), new, or replacing by ID; all or none. The end of a relationship may be \`#0\`, the first entity of the body, and so on.`,
    querystring: projectQuery,
    body: graphBody,
    response: { 200: graphWritten },
  };
  const options = { schema, validatorCompiler: listByList, config };
  writingOnce(v1, "POST /v1/graph", options, async (tx, tenant, { body }) => {
    const { entities = [], relationships = [] } = body;
    if (entities.length + relationships.length === 0)
      throw new Problem("invalid_request", { errors: [{ pointer: "/entities", message: nothing }] });
    const { warnings, ...counts } =
      entities.length === 0 ? none : await putEntities(tx, tenant, entities, inMember("entities"));
    const linked =
      relationships.length === 0
        ? none
        : await putRelationships(tx, tenant, relationships, inMember("relationships"), counts.ids);
    return {
      status: 200,
      body: { entities: counts, relationships: linked, ...(warnings !== undefined && { warnings }) },
    };
  });
}

const nothing = "must have an entity, or `relationships` a relationship";
const none: WrittenEntities = { created: 0, updated: 0, ids: [] };

/** The rows of a body, which is a list or one of them. */
function rowsOf<Row>(body: Row | readonly Row[]): { readonly rows: readonly Row[]; readonly move: Move } {
  return isList(body) ? { rows: body, move: (pointer) => pointer } : { rows: [body], move: ofOne };
}

function isList<Row>(body: Row | readonly Row[]): body is readonly Row[] {
  return Array.isArray(body);
}

async function putEntities(
  tx: Transaction,
  tenant: Tenant,
  rows: readonly Entity[],
  move: Move,
): Promise<WrittenEntities> {
  return await withPointers(move, async () => {
    requireOnce(rows);
    const { warnings, ...counts } = await writeEntities(tx, tenant, await withIds(tx, tenant, rows));
    return warnings === undefined ? counts : { ...counts, warnings: moved(warnings, move) };
  });
}

async function putRelationships(
  tx: Transaction,
  tenant: Tenant,
  rows: readonly Relationship[],
  move: Move,
  ids?: readonly string[],
) {
  return await withPointers(move, async () => {
    requireOnce(rows);
    return await writeRelationships(tx, tenant, await withEnds(tx, tenant, rows, ids));
  });
}

/** Throws a {@link Problem} for a duplicate ID: which of the two would win? */
function requireOnce(items: readonly { readonly id?: string }[]): void {
  const seen = new Set<string>();
  const errors: ProblemEntry[] = [];
  for (const [at, { id }] of items.entries()) {
    const key = id?.toLowerCase();
    if (key === undefined) continue;
    if (seen.has(key)) errors.push({ pointer: `/${at}/id`, message: "is there twice" });
    seen.add(key);
  }
  if (errors.length > 0) throw new Problem("invalid_request", { errors: errors.slice(0, maxListed) });
}
