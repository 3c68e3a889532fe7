// The sections of the benchmark, in the order of a run.
import { measureColumns } from "./backends/column-speed.ts";
import { measurePredicates } from "./backends/predicate-speed.ts";
import { measureBundles } from "./bundles.ts";
import { measureGrowth } from "./growth.ts";
import { measureTyping } from "./keystrokes.ts";
import { measureParse } from "./parse.ts";
import type { Row } from "./results.ts";
import { measureAlgebra } from "./slices/algebra.ts";
import { measureMatching } from "./slices/matching.ts";
import { measureUpkeep } from "./slices/upkeep.ts";
import { measureStart } from "./start.ts";

type Measure = () => readonly Row[] | Promise<readonly Row[]>;

/** The word after `npm run bench --`, and what measures the section. */
export const sections: ReadonlyMap<string, Measure> = new Map<string, Measure>([
  ["parse", measureParse],
  ["growth", measureGrowth],
  ["start", measureStart],
  ["bundles", measureBundles],
  ["predicates", measurePredicates],
  ["columns", measureColumns],
  ["matching", measureMatching],
  ["upkeep", measureUpkeep],
  ["algebra", measureAlgebra],
  ["typing", measureTyping],
]);
