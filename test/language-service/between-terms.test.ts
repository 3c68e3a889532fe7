// Tests where a typed space begins a new term, and where it is part of a value.

import { expect, test } from "vitest";
import { isBetweenTerms } from "../../src/language-service/complete.ts";
import { cursorIn } from "./support/offers.ts";

test.each([
  ["|", true],
  ["type:A |", true],
  ["type:A\n|", true],
  ["type:A | type:B", true],
  ["shape: |", true],
  ['shape:"Sales" |', true],
  ['"free text |', true],
  ["sort:x |", true],
  ["shape:|", false],
  ["shap|", false],
  ['shape:"Sales |', false],
  ['shape:"Sales |"', false],
  ['shape:"Sales | type:B', false],
  [`shape:"${"x".repeat(70_000)} |`, false],
])("the cursor in %j is between terms: %s", (source, expected) => {
  const { text, offset } = cursorIn(source);
  expect(isBetweenTerms(text, offset)).toBe(expected);
});
