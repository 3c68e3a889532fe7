// OpenSearch as an engine of the differential test. It takes corpora whose properties have one kind each.

import { isRecord } from "../../../src/data/guards.ts";
import { toOpenSearch } from "../../../src/exports/opensearch.ts";
import type { FilterDefinition } from "../../../src/index.ts";
import type { Engine, Entity } from "./engine.ts";
import { fieldTypeOf } from "./one-kind.ts";
import { createIndex, type Index } from "./opensearch.ts";
import type { FieldType } from "./opensearch-terms.ts";

/** The emitter and the interpreter of what it writes; for corpora of {@link ofOneKind} alone. */
export function openSearchEngine(write: (filter: FilterDefinition) => unknown = toOpenSearch): Engine {
  let index: Index = createIndex(new Map(), []);
  return {
    name: "OpenSearch DSL",
    dates: () => "any",
    canStore: () => true,
    canRun: () => true,
    load: async (entities) => {
      index = createIndex(mappingOf(entities), entities);
    },
    select: async (filter) => index.search(write(filter)),
    describe: (filter) => JSON.stringify(write(filter)),
    close: async () => {},
  };
}

function mappingOf(entities: readonly Entity[]): ReadonlyMap<string, FieldType> {
  const mapping = new Map<string, FieldType>();
  const visit = (object: Entity, prefix: string): void => {
    for (const [key, value] of Object.entries(object)) {
      if (isRecord(value)) visit(value, `${prefix}${key}.`);
      else mapping.set(prefix + key, fieldTypeOf(key));
    }
  };
  for (const entity of entities) visit(entity, "");
  return mapping;
}
