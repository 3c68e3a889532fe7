// MongoDB's semantics, by mingo, as engines of the differential test.

import { Query } from "mingo";
import { isRecord } from "../../../src/data/guards.ts";
import { type MongoQuery, toMongo } from "../../../src/exports/mongodb.ts";
import type { FilterDefinition, PropertyFilter } from "../../../src/index.ts";
import type { Engine, Entity } from "./engine.ts";
import { inProcess } from "./in-process.ts";
import { instantOf, keysOf } from "./reference.ts";

/** How the documents hold `created_at`: as BSON dates, or as the texts that the entities have. */
export type DatesHeld = "dates" | "texts";

const dateField = "created_at";

/** The emitter, and mingo to run what it writes. */
export function mongoEngine(
  held: DatesHeld,
  write: (filter: FilterDefinition) => MongoQuery = toMongo,
): Engine {
  let documents: readonly Entity[] = [];
  return {
    ...inProcess,
    name: `MongoDB (mingo), ${held}`,
    dates: (field) => (held === "dates" && field === dateField ? "any" : "canonical"),
    canStore: isDocument,
    canRun: (filter) => {
      const paths = [...filter.propertyFilters.map(({ path }) => path), filter.dateRange?.field ?? ""];
      // The emitter refuses halves of surrogate pairs, which JSON escapes. mingo reads from prototypes; a server has none.
      if (
        /\\ud[89a-f]/.test(JSON.stringify(filter)) ||
        paths.flatMap(keysOf).some((key) => key in Object.prototype)
      )
        return false;
      return filter.propertyFilters.every((each) => canCompare(each, held));
    },
    load: async (entities) => {
      documents = held === "dates" ? entities.map(withDate) : entities;
    },
    select: async (filter) => {
      const query = new Query({ ...write(filter) });
      return documents.flatMap((document, at) => (query.test({ ...document }) ? [at] : []));
    },
    describe: (filter) => JSON.stringify(write(filter)),
  };
}

/** BSON has no keys with U+0000. */
function isDocument(object: Entity): boolean {
  return Object.entries(object).every(
    ([key, value]) => !key.includes("\0") && key.isWellFormed() && isValue(value),
  );
}

/** BSON has neither halves of surrogate pairs nor functions. mingo takes the `constructor` of an object for its class. */
function isValue(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  if (Array.isArray(value)) return value.every(isValue);
  if (isRecord(value)) return !Object.hasOwn(value, "constructor") && isDocument(value);
  return typeof value !== "function" && value !== undefined;
}

/**
 * mingo orders strings by UTF-16 code units, MongoDB by code points: no bound may tell the two apart. And an instant is not
 * the text that it was.
 */
function canCompare({ path, operator, value }: PropertyFilter, held: DatesHeld): boolean {
  if (held === "dates" && keysOf(path)[0] === dateField) return operator === "exists";
  const orders = ["gt", "gte", "lt", "lte"].includes(operator);
  return !(orders && typeof value === "string" && /[\ud800-\uffff]/.test(value));
}

function withDate(entity: Entity): Entity {
  const instant = instantOf(entity[dateField]);
  return instant === undefined ? entity : { ...entity, [dateField]: new Date(instant) };
}
