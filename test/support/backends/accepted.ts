// Tells which definitions are refused, and that they are refused properly.

import { compilePredicate } from "../../../src/exports/predicate.ts";
import type { FilterDefinition } from "../../../src/index.ts";

/** The definition, if the predicate takes it; undefined if it refuses with a `TypeError` of its own. Throws anything else. */
export function acceptedBy(filter: unknown): FilterDefinition | undefined {
  const given: FilterDefinition = Object(filter);
  return unlessRefused(() => {
    compilePredicate(given);
    return given;
  });
}

/** The result, or undefined if the call refuses with a `TypeError`; an error of JavaScript itself is thrown on. */
export function unlessRefused<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof TypeError && !engineErrors.test(error.message)) return undefined;
    throw error;
  }
}

/** What JavaScript itself says when a value is not what the code took it for. */
const engineErrors =
  /is not a function|is not iterable|Cannot (?:read|set|convert|destructure)|Reduce of empty/u;
