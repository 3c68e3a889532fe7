// OpenSearch: no script, no pattern, no field of its own, and the documents of the slice.

import { toOpenSearch } from "../../../src/exports/opensearch.ts";
import { compilePredicate } from "../../../src/exports/predicate.ts";
import type { FilterDefinition } from "../../../src/index.ts";
import type { Engine } from "../../../test/support/backends/engine.ts";
import { createIndex, type FieldType, type Index } from "../../../test/support/backends/opensearch.ts";
import { backendTarget } from "../backends.ts";
import type { FilterInput } from "../filters.ts";
import { must, type Target } from "../target.ts";

const own: { readonly toOpenSearch: typeof toOpenSearch } = { toOpenSearch };

/** The target. */
export function opensearchTarget(kit: typeof own = own): Target<FilterInput> {
  return backendTarget({
    name: "opensearch",
    promise: "clauses of six kinds alone, the documents of the slice",
    emit: (filter) => {
      const query = kit.toOpenSearch(filter);
      clausesIn(query);
      return query;
    },
    engine: async () => await Promise.resolve(engineOf(kit.toOpenSearch)),
    mayRefuse: () => true,
  });
}

const mapping: ReadonlyMap<string, FieldType> = new Map<string, FieldType>([
  ...["id", "type", "shape_id", "source_id", "source_shape_id"].map((name) => [name, "keyword"] as const),
  ["created_at", "date"],
]);

/** An interpreter of the queries. It holds names and dates alone: what an index cannot tell apart is the matter of another test. */
function engineOf(write: (filter: FilterDefinition) => unknown): Engine {
  let index: Index = createIndex(mapping, []);
  return {
    name: "OpenSearch",
    dates: () => "any",
    canRun: isPlain,
    canStore: isPlainEntity,
    load: async (entities) => {
      index = createIndex(mapping, entities);
      await Promise.resolve();
    },
    select: async (filter) => await Promise.resolve(index.search(write(filter))),
    describe: (filter) => JSON.stringify(write(filter)),
    close: async () => await Promise.resolve(),
  };
}

const kinds = new Set(["terms", "exists", "range", "bool", "match_none"]);

function clausesIn(query: unknown): void {
  const [clause, ...others] = Object.entries(Object(query));
  const [kind, body]: readonly [string, unknown] = clause ?? ["", undefined];
  must(others.length === 0 && kinds.has(kind), "only clauses of known kinds", () => JSON.stringify(query));
  if (kind !== "bool") return;
  for (const inner of Object.values(Object(body)).flat()) clausesIn(inner);
}

/** Filters of `compile`: names and dates. */
function isPlain({ propertyFilters, dateRange }: FilterDefinition): boolean {
  const paths = [...propertyFilters.map(({ path }) => path), dateRange?.field ?? "created_at"];
  return (
    propertyFilters.every(({ operator, value }) => operator === "in" && isTexts(value)) &&
    paths.every((path) =>
      ["type", "shape_id", "source_id", "source_shape_id", "created_at"].includes(path),
    ) &&
    paths.every((path) => (path === dateRange?.field) === (path === "created_at"))
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function isPlainEntity(entity: object): boolean {
  return Object.entries(entity).every(([key, value]) => {
    if (key === "created_at") return value === undefined || isCanonical(value);
    return mapping.has(key) && (typeof value === "string" || value === undefined || value === null);
  });
}

function isCanonical(value: unknown): boolean {
  return (
    typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/u.test(value) && isDate({ date: value })
  );
}

const isDate = compilePredicate({ propertyFilters: [], dateRange: { field: "date" } });
