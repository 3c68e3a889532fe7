// Conformance of which entities a filter definition matches.

import { describe, expect, test } from "vitest";
import { compilePredicate } from "../../src/exports/predicate.ts";
import type { FilterDefinition } from "../../src/index.ts";
import { type Case, casesOf } from "./files.ts";

type MatchCase = Case<{ readonly filter: FilterDefinition; readonly entity: object }, boolean | "malformed">;

describe("match.json", () => {
  test.each<MatchCase>(casesOf("match"))("$name", checkMatch);
});

function checkMatch({ input: { filter, entity }, expected }: MatchCase): void {
  if (expected === "malformed") expect(() => compilePredicate(filter)).toThrow(TypeError);
  else expect(compilePredicate(filter)(entity)).toBe(expected);
}
