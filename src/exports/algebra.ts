// The entry `slice-cql/algebra`: how slices lie to each other, and when what was found is out of date.
export { cacheKey, intersect, normalize, union } from "../algebra/combine.ts";
export { coveredBy } from "../algebra/cover.ts";
export { contains, disjoint, equals, isEmpty } from "../algebra/relations.ts";
export { witness } from "../algebra/witness.ts";
export { type Always, containsAlways } from "../relative/contains-always.ts";
export type { RelativeOptions } from "../relative/slice.ts";
export { type Staleness, whenStale } from "../relative/when-stale.ts";
