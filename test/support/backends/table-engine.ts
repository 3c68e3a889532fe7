// The columnar table as an engine, its counts held to its own selection.

import { deepStrictEqual as deepEqual, strictEqual as equal } from "node:assert";
import { createTable } from "../../../src/exports/predicate.ts";
import type { FilterDefinition } from "../../../src/index.ts";
import type { Engine, Entity } from "./engine.ts";
import { inProcess } from "./in-process.ts";
import { valueAt } from "./reference.ts";

/** The table; its counts are held to its own selection. */
export function tableEngine(): Engine {
  let rows: readonly Entity[] = [];
  let table = createTable(rows);
  return {
    ...inProcess,
    name: "columns",
    async load(entities) {
      rows = entities;
      table = createTable(entities);
      equal(table.size, entities.length);
    },
    async select(filter) {
      const selected = [...table.select(filter)];
      equal(table.count(filter), selected.length);
      const path = pathToCount(filter);
      const some = selected.map((row) => rows[row]);
      deepEqual([...table.countBy(filter, path)], [...countsOf(some, path)], `countBy ${path}`);
      return selected;
    },
  };
}

/** A path that the filter looks at, so that all kinds of paths are counted by. */
function pathToCount({ propertyFilters, dateRange }: FilterDefinition): string {
  return propertyFilters[0]?.path ?? dateRange?.field ?? "type";
}

function countsOf(entities: readonly unknown[], path: string): ReadonlyMap<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const entity of entities) {
    const value = valueAt(entity, path) ?? null;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}
