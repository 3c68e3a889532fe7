// The tool `search`.

import { Type } from "typebox";
import { exact, list } from "../../http/schemas.ts";
import { type SearchKind, searchKinds } from "../../search/request.ts";
import type { JsonObject, JsonValue } from "../../values/json.ts";
import { ask } from "../call.ts";
import { defineTool, type Tool } from "../tool.ts";
import { applied, excerptOf, shown, string } from "./members.ts";
import { findingsOf, scopePointers, withinOf, withText } from "./within.ts";

interface Scored {
  readonly id: string;
  readonly score: number;
  readonly highlight: string | null;
}

interface Named {
  readonly type: string;
  readonly name: string | null;
  readonly properties: JsonObject;
}

/** The parts of the response that are shown. */
interface Found {
  readonly entities?: readonly (Scored &
    Named & { readonly source_id: string | null; readonly created_at: string })[];
  readonly memories?: readonly (Scored & {
    readonly content: string;
    readonly source_context: string | null;
    readonly valid_at: string;
  })[];
  readonly relationships?: readonly (Scored & {
    readonly type: string;
    readonly from: string;
    readonly to: string;
    readonly created_at: string;
  })[];
  readonly documents?: readonly (Scored & {
    readonly text: string;
    readonly title: string | null;
    readonly source_id: string;
    readonly created_at: string;
  })[];
  readonly scope?: { readonly diagnostics: readonly JsonValue[] };
}

const defaultHits = 10;

/** Searches by words. */
export const search: Tool = defineTool({
  name: "search",
  description:
    "Search what is stored. `within` limits all but memories: a slice's exact name, else CQL, e.g. type:Person source:gmail.",
  needs: "read",
  annotations: { readOnlyHint: true },
  input: exact({
    query: string({ description: "Plain words" }),
    within: Type.Optional(string()),
    include: Type.Optional(
      list(Type.Enum(searchKinds), { minItems: 1, maxItems: searchKinds.length, uniqueItems: true }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: defaultHits })),
  }),
  output: { hits: shown.list, "diagnostics?": shown.list },
  run: async (input, { call, names, isLimited }) => {
    const { query, within, limit = defaultHits } = input;
    const usual: readonly SearchKind[] = isLimited
      ? ["entities", "memories"]
      : ["entities", "memories", "documents"];
    const include = input.include ?? usual;
    const found = await withText(within, async () => {
      const scope = within === undefined ? {} : await withinOf(call, within);
      return await ask<Found>(
        call,
        ["POST", "/v1/search", { query, include, limit, ...scope }],
        scopePointers,
      );
    });
    const { entities = [], documents = [] } = found;
    const sources = await names.sources([...entities, ...documents].map(({ source_id }) => source_id));
    const hits = hitsIn(found, (id) => (id === null ? null : (sources.get(id) ?? id)));
    return {
      // Sorting keeps the order within a kind, which is that of its list where scores are equal.
      hits: hits.toSorted((a, b) => b.score - a.score).slice(0, limit),
      ...findingsOf(within, found.scope?.diagnostics),
    };
  },
});

interface Shown extends JsonObject {
  readonly score: number;
}

/** What a hit of any kind says besides its ID and its score. */
interface Said {
  readonly kind: string;
  /** What its excerpt is made of, where no word of the query is marked. */
  readonly text: string;
  readonly source: string | null;
  readonly date: string;
  /** What only hits of its kind have. */
  readonly more?: JsonObject;
}

function showHit({ id, score, highlight }: Scored, { kind, text, source, date, more = {} }: Said): Shown {
  const excerpt = excerptOf(highlight ?? text);
  return { kind, id, excerpt, source, date, score, status: applied, ...more };
}

function hitsIn(found: Found, sourceOf: (id: string | null) => string | null): readonly Shown[] {
  const entities = (found.entities ?? []).map((each) => {
    const { type, name, properties, created_at: date, source_id } = each;
    const text = [type, name ?? "", JSON.stringify(properties)].join(" ");
    return showHit(each, { kind: "entity", text, source: sourceOf(source_id), date, more: { type, name } });
  });
  const memories = (found.memories ?? []).map((each) => {
    const { content: text, source_context: source, valid_at: date } = each;
    return showHit(each, { kind: "memory", text, source, date });
  });
  const documents = (found.documents ?? []).map((each) => {
    const { text, title, source_id, created_at: date } = each;
    const source = [sourceOf(source_id), title].filter((part) => part !== null).join(": ");
    return showHit(each, { kind: "document", text, source, date });
  });
  const relationships = (found.relationships ?? []).map((each) => {
    const { type, from, to, created_at: date } = each;
    return showHit(each, { kind: "relationship", text: type, source: null, date, more: { type, from, to } });
  });
  return [...entities, ...memories, ...documents, ...relationships];
}
