// MongoDB: no value becomes an operator, and mingo finds what the predicate finds.

import { toMongo } from "../../../src/exports/mongodb.ts";
import type { FilterDefinition } from "../../../src/index.ts";
import { mongoEngine } from "../../../test/support/backends/mingo.ts";
import { backendTarget } from "../backends.ts";
import type { FilterInput } from "../filters.ts";
import { must, type Target } from "../target.ts";

const own: { readonly toMongo: typeof toMongo } = { toMongo };

/** The target. */
export function mongodbTarget(kit: typeof own = own): Target<FilterInput> {
  return backendTarget({
    name: "mongodb",
    promise: "no operator out of a value, mingo finds what is in the slice",
    emit: (filter) => {
      const query = kit.toMongo(filter);
      operatorsIn(query);
      return query;
    },
    engine: async () =>
      await Promise.resolve(mongoEngine("texts", (filter: FilterDefinition) => kit.toMongo(filter))),
  });
}

const known = new Set(
  "$and $or $nor $in $nin $ne $gt $gte $lt $lte $not $type $regex $expr $let $cond $eq $getField $literal $isNumber $regexMatch $alwaysFalse".split(
    " ",
  ),
);

/** Every key that begins with a dollar is an operator that the emitter writes; what is in `$literal` is a value. */
function operatorsIn(query: unknown): void {
  if (typeof query !== "object" || query === null) return;
  for (const [key, inner] of Object.entries(query)) {
    must(!key.startsWith("$") || known.has(key), "no operator but those of the emitter", () => key);
    if (key !== "$literal") operatorsIn(inner);
  }
}
