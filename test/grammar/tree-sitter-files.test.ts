// Tests the Tree-sitter grammar against the toolkit on whole files: the same queries, terms and comments.

import fc from "fast-check";
import { expect, test } from "vitest";
import { parse, type Term } from "../../src/index.ts";
import { splitQueries } from "../../src/syntax/query-file.ts";
import { source } from "../support/arbitraries.ts";
import { patience, runs } from "../support/runs.ts";
import { sequences } from "../support/sequences.ts";
import { readWithTreeSitter } from "./support/tree-sitter.ts";

for (const symbols of [
  ["a", "type:", '"', " ", "\n", "#"],
  ["a", '"', "\r", "\n", " ", "#", "\\"],
]) {
  test(`the Tree-sitter parser finds the terms of every file of up to 5 of ${JSON.stringify(symbols)}`, {
    timeout: patience,
  }, () => {
    const wrong: string[] = [];
    for (const file of sequences(symbols, 5)) if (inTree(file) !== inToolkit(file)) wrong.push(file);
    expect(wrong.slice(0, 5)).toEqual([]);
  });
}

const separator = fc.constantFrom("\n", "\n\n", "\n# c\n", "\r\n", "\r", "#");
const anyFile = fc.array(fc.oneof(source, separator), { maxLength: 6 }).map((pieces) => pieces.join(""));

test("the Tree-sitter parser finds the terms of every file", { timeout: patience }, () => {
  fc.assert(
    fc.property(
      // Tree-sitter gives no name to U+0000, and takes the long s and the Kelvin sign out of every class that leaves something out.
      anyFile.filter((file) => file.isWellFormed() && !/[\0\u017f\u212a]/u.test(file)),
      (file) => {
        expect(inTree(file)).toBe(inToolkit(file));
      },
    ),
    runs(1_500),
  );
});

function inTree(file: string): string {
  const { paragraphs, comments } = readWithTreeSitter(file);
  return said(file, paragraphs.flat(), comments);
}

function inToolkit(file: string): string {
  const { queries, comments } = splitQueries(file);
  const terms = queries.flatMap(({ span: { start }, text }) =>
    parse(text, { limits: { maxDiagnostics: 0 } }).query.terms.map(({ kind, span }) => ({
      kind,
      span: { start: start + span.start, end: start + span.end },
    })),
  );
  const texts = comments.map(({ start, end }) => file.slice(start, end).trim());
  return said(file, terms, texts);
}

/** Whose the white space is at the end of a query with an open quote does not count. */
function said(
  file: string,
  terms: readonly Pick<Term, "kind" | "span">[],
  comments: readonly string[],
): string {
  const lines = terms.map(
    ({ kind, span: { start, end } }) => `${kind} ${String(start)} ${file.slice(start, end).trimEnd()}`,
  );
  return [...lines, ...comments].join("\n");
}
