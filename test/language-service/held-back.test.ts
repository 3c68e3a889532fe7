// Tests that while a list is open, the term being written is not reported, and everything else is.

import { expect, test } from "vitest";
import { createLanguageService } from "../../src/exports/language-service.ts";
import { validate } from "../../src/index.ts";
import { withoutHintAt, withoutTermAt } from "../../src/language-service/diagnostics-while-typing.ts";
import { exampleOptions } from "../support/example-catalog.ts";
import { cursorIn } from "./support/offers.ts";

test.each([
  ["shape:|", []],
  ["shape:Sa|", []],
  ["Shape:Sa|", []],
  ['shape:"Sales |', []],
  ["before:2026-02-3| type:", ["missing-value"]],
  ["type: shape:N| shape:M", ["missing-value", "unresolved-shape"]],
  ["type:Person type:Person|", []],
  ["type:| type:", ["missing-value"]],
  ["type: | shape:N", ["missing-value", "unresolved-shape"]],
  ["|", ["no-membership"]],
])("only the diagnostics elsewhere are shown while %j is written", (source, codes) => {
  const { text, offset } = cursorIn(source);
  const diagnostics = validate(text, exampleOptions);
  expect(withoutTermAt(text, offset, diagnostics).map(({ code }) => code)).toEqual(codes);
});

test.each([
  ["shape:N| shape:M after:7d", ["unresolved", "date"]],
  ["shape:N shape:M after:7d|", ["unresolved", "unresolved", "date"]],
  ["| shape:N", ["unresolved"]],
])("only the hints elsewhere are shown while %j is written", async (source, kinds) => {
  const { text, offset } = cursorIn(source);
  const hints = await createLanguageService(exampleOptions).inlayHints(text);
  expect(withoutHintAt(text, offset, hints).map(({ kind }) => kind)).toEqual(kinds);
});
