// OpenSearch as an engine of the differential test. It takes corpora whose properties have one kind each.

import { isRecord } from "../../../src/data/guards.ts";
import { toOpenSearch } from "../../../src/exports/opensearch.ts";
import type { FilterDefinition } from "../../../src/index.ts";
import type { Engine, Entity } from "./engine.ts";
import { inProcess } from "./in-process.ts";
import { fieldTypeOf } from "./one-kind.ts";
import { createIndex, type Index } from "./opensearch.ts";
import type { FieldType } from "./opensearch-terms.ts";

/** The emitter and the interpreter of what it writes; for corpora of {@link ofOneKind} alone. */
export function openSearchEngine(write: (filter: FilterDefinition) => unknown = toOpenSearch): Engine {
  return engineOf("OpenSearch DSL", write, (entities) => createIndex(mappingOf(entities), entities));
}

/** The interpreter on an index that is made of the entities. */
export function engineOf(
  name: string,
  write: (filter: FilterDefinition) => unknown,
  indexOf: (entities: readonly Entity[]) => Index,
): Engine {
  let index = indexOf([]);
  return {
    ...inProcess,
    name,
    load: async (entities) => {
      index = indexOf(entities);
    },
    select: async (filter) => index.search(write(filter)),
    describe: (filter) => JSON.stringify(write(filter)),
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
