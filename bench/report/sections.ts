// All sections of the benchmark, in the order of the page.
import { measureColumns, measurePredicates } from "../backends/report.ts";
import { measureTyping } from "../language-service/report.ts";
import type { Section } from "../section.ts";
import { measureMatching, measureQuestions } from "../slices/report.ts";
import { measureUpkeep } from "../slices/upkeep-report.ts";
import { measureBundles } from "./bundles.ts";
import { measureGrowth, measureMemory } from "./growth.ts";
import { measureParse } from "./parse.ts";
import { measureProfiles } from "./profiles.ts";
import { measureStart } from "./start.ts";

/** One of them. */
export interface Measurement {
  /** The word after `--only`. */
  readonly id: string;
  /** `known` are the sections that are there already. */
  readonly measure: (quick: boolean, known: readonly Section[]) => Promise<Section>;
}

/** The last one profiles what the others missed. */
export const measurements: readonly Measurement[] = [
  { id: "parse", measure: measureParse },
  { id: "growth", measure: measureGrowth },
  { id: "memory", measure: measureMemory },
  { id: "start", measure: measureStart },
  { id: "bundles", measure: measureBundles },
  { id: "predicates", measure: measurePredicates },
  { id: "columns", measure: measureColumns },
  { id: "matching", measure: measureMatching },
  { id: "upkeep", measure: measureUpkeep },
  { id: "questions", measure: measureQuestions },
  { id: "typing", measure: measureTyping },
  { id: "profiles", measure: async (_quick, known) => await measureProfiles(known) },
];
