// Tests the service of a file of queries, on files of all kinds.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createCatalog, validate } from "../../src/index.ts";
import { forQueryFiles } from "../../src/language-service/query-files.ts";
import { createLanguageService } from "../../src/language-service/service.ts";
import { splitQueries } from "../../src/syntax/query-file.ts";
import { applyEdits, type TextEdit } from "../../src/text/edits.ts";
import { source } from "../support/arbitraries.ts";
import { patience, runs } from "../support/runs.ts";
import { NAMES } from "../support/words.ts";

const catalog = createCatalog({
  shapes: NAMES.map((name) => ({ id: name, name })),
  sources: [{ id: "g1", name: "gmail" }],
  types: ["Person"],
});
const options = { catalog, now: Date.UTC(2026, 10, 20, 12) };
const service = forQueryFiles(createLanguageService(options));

const paragraph = fc.oneof(
  source,
  fc.constantFrom(
    "Type:Person\n# a\nType:Company",
    "type:A\ntype:A\n# b\ntype:A\nsource:gmail",
    "after:7d #x\nafter:30d\n",
    'shape:"\n# c\ntype:A"',
    "# d",
    "  # e\n",
    'type:"A"  x\n# f\n  type:"B"',
  ),
);
const file = fc
  .array(fc.tuple(paragraph, fc.constantFrom("\n", "\n\n", "\r\n\r\n", "\n# g\n")), { maxLength: 5 })
  .map((parts) => parts.flat().join(""));

const commentsOf = (text: string): readonly string[] =>
  splitQueries(text).comments.map(({ start, end }) => text.slice(start, end));

/** That some edits keep the number of queries and all comments. */
function expectKept(text: string, edits: readonly TextEdit[]): void {
  const after = applyEdits(text, edits);
  expect(splitQueries(after).queries).toHaveLength(splitQueries(text).queries.length);
  expect(commentsOf(after)).toEqual(commentsOf(text));
}

test("the service reports for each query of a file what it reports for the query alone", {
  timeout: patience,
}, async () => {
  await fc.assert(
    fc.asyncProperty(file, async (text) => {
      const found = await service.diagnostics(text);
      const { queries } = splitQueries(text);
      const alone = queries.flatMap((query) =>
        validate(query.text, options).map(({ code, span }) => [code, span.start + query.span.start]),
      );
      expect(found.map(({ code, span }) => [code, span.start])).toEqual(alone);
    }),
    runs(300),
  );
});

test("no offered change joins queries, splits them or drops a comment", {
  timeout: patience,
}, async () => {
  await fc.assert(
    fc.asyncProperty(file, async (text) => {
      expectKept(text, service.format(text));
      for (const { edits } of await service.codeActions(text)) expectKept(text, edits);
      for (const { fixes = [] } of await service.diagnostics(text))
        for (const { edits } of fixes) expectKept(text, edits);
      for (const { edits } of await service.codeActions(text, { start: 0, end: 0 })) expectKept(text, edits);
    }),
    runs(300),
  );
});

test("all results with positions are in order, and inside the file", { timeout: patience }, async () => {
  await fc.assert(
    fc.asyncProperty(file, fc.nat(), async (text, place) => {
      const tokens = service.semanticTokens(text).map(({ span }) => span);
      const symbols = service.documentSymbols(text).map(({ span }) => span);
      for (const spans of [tokens, symbols])
        spans.forEach(({ start, end }, index) => {
          expect(start).toBeGreaterThanOrEqual(spans[index - 1]?.end ?? 0);
          expect(end).toBeLessThanOrEqual(text.length);
        });
      const offset = place % (text.length + 1);
      const ranges = service.selectionRanges(text, offset);
      expect(ranges.at(-1)).toEqual({ start: 0, end: text.length });
      for (const { edit } of (await service.complete(text, offset)).slice(0, 3)) {
        expect(edit.span.start).toBeLessThanOrEqual(offset);
        expect(edit.span.end).toBeGreaterThanOrEqual(offset);
      }
    }),
    runs(300),
  );
});

test.each<readonly [what: string, text: string, after: string]>([
  ["every query by itself", "Type:A\n\nType:A\n", "type:A\n\ntype:A\n"],
  ["nothing is redundant because of another query", "type:A\n\ntype:A\n", "type:A\n\ntype:A\n"],
  ["around a comment", "Type:A\n# c\nType:B\n", "type:A\n# c\ntype:B\n"],
  ["not what would drop a comment", "type:A\n# c\ntype:A\n", "type:A\n# c\ntype:A\n"],
  ["not what would make a comment of a term", "after:7d #x\nafter:30d", "after:7d #x\nafter:30d"],
  ["not what would join two queries", 'shape:"a\n# c\nType:B"', 'shape:"a\n# c\ntype:B"'],
])("all certain fixes are applied in a file: %s", async (_what, text, after) => {
  const actions = await service.codeActions(text);
  const edits = actions.find(({ kind }) => kind === "source.fixAll")?.edits ?? [];
  expect(applyEdits(text, edits)).toBe(after);
});

test("an offset outside the file counts as the nearest end", async () => {
  const [item] = await service.complete("type:A\n\n", 99);
  expect(item?.edit.span).toEqual({ start: 8, end: 8 });
  const [first] = await service.complete("\n\ntype:A", -5);
  expect(first?.edit.span).toEqual({ start: 0, end: 0 });
  expect(service.selectionRanges("type:A", 99)).toEqual(service.selectionRanges("type:A", 6));
  expect(service.prepareRename("type:A", 99)?.placeholder).toBe("A");
});
