// The tools `list_entities` and `get_entity`.

import { Type } from "typebox";
import { exact } from "../../http/schemas.ts";
import type { JsonObject, JsonValue } from "../../values/json.ts";
import { ask, pathWith } from "../call.ts";
import type { Names } from "../names.ts";
import { defineTool, idInPath, type Tool } from "../tool.ts";
import { applied, byId, cursor, excerptOf, shown, string } from "./members.ts";
import { findingsOf, scopePointers, withinOf, withText } from "./within.ts";

interface Entity {
  readonly id: string;
  readonly type: string;
  readonly name: string | null;
  readonly source_id: string | null;
  readonly created_at: string;
  readonly properties: JsonObject;
}

interface Page {
  readonly entities: readonly Entity[];
  readonly next_cursor: string | null;
  readonly diagnostics?: readonly JsonValue[];
}

const defaultLimit = 20;

/** Lists the entities of a scope. */
export const listEntities: Tool = defineTool({
  name: "list_entities",
  description: "List the entities in a scope, newest first. `within`: a slice's exact name, else CQL.",
  needs: "read",
  annotations: { readOnlyHint: true },
  input: exact({
    within: string(),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: defaultLimit })),
    cursor,
  }),
  output: { entities: shown.list, next_cursor: shown.maybe, "diagnostics?": shown.list },
  run: async ({ within, limit = defaultLimit, cursor: after }, { call, names }) => {
    const page = await withText(within, async () => {
      const scope = await withinOf(call, within);
      const path = "cql" in scope ? "/v1/entities" : `/v1/slices/${scope.slice_id}/entities`;
      const cql = "cql" in scope && scope.cql !== "" ? scope.cql : undefined;
      return await ask<Page>(call, ["GET", pathWith(path, { cql, limit, cursor: after })], scopePointers);
    });
    return {
      entities: await showing(page.entities, names),
      next_cursor: page.next_cursor,
      ...findingsOf(within, page.diagnostics),
    };
  },
});

interface Whole extends Entity {
  readonly relationships: readonly {
    readonly id: string;
    readonly type: string;
    readonly from: string;
    readonly to: string;
  }[];
  readonly provenance: readonly {
    readonly evidence: readonly { readonly quote: string; readonly document_id: string | null }[];
  }[];
}

/** Maximum relationships and quotes of one entity. */
const [maxRelationships, maxQuotes] = [100, 20];

/** Reads an entity, with what it is connected to and where it comes from. */
export const getEntity: Tool = defineTool({
  name: "get_entity",
  description: "An entity with its relationships and the quotes it came from.",
  needs: "read",
  annotations: { readOnlyHint: true },
  input: byId,
  output: { id: shown.text, type: shown.text, relationships: shown.list, quotes: shown.list },
  run: async ({ id }, { call, names }) => {
    const entity = await ask<Whole>(call, ["GET", `/v1/entities/${idInPath(id)}`]);
    const [own = {}] = await showing([entity], names);
    const { relationships, provenance } = entity;
    const quotes = provenance.flatMap(({ evidence }) => evidence);
    return {
      ...own,
      relationships: relationships
        .slice(0, maxRelationships)
        .map(({ id: relationshipId, type, from, to }) => ({ id: relationshipId, type, from, to })),
      quotes: quotes
        .slice(0, maxQuotes)
        .map(({ quote, document_id }) => ({ quote: excerptOf(quote), document_id })),
      ...(relationships.length > maxRelationships && { all_relationships: relationships.length }),
      ...(quotes.length > maxQuotes && { all_quotes: quotes.length }),
    };
  },
});

/** Properties of more characters are left out of lists. */
const maxProperties = 2000;

async function showing(entities: readonly Entity[], names: Names): Promise<readonly JsonObject[]> {
  const sources = await names.sources(entities.map(({ source_id }) => source_id));
  return entities.map(({ id, type, name, source_id, created_at: date, properties }) => ({
    id,
    type,
    name,
    source: source_id === null ? null : (sources.get(source_id) ?? source_id),
    date,
    ...(entities.length > 1 && JSON.stringify(properties).length > maxProperties
      ? { properties_omitted: true }
      : { properties }),
    status: applied,
  }));
}
