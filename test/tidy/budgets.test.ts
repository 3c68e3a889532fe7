// Holds the sizes: short files, short functions, and at least two lines of test for every line of code.

import { basename } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { extractorTests, library, nodesOf, placeOf, type Source, service, sourcesIn } from "./sources.ts";

const longestFile = 300;
/** Tables of rows are read by looking a row up, not from top to bottom. */
const longestTest = 400;
const medianFile = 90;
const longestFunction = 50;
const testLinesPerLine = 2;

const tests: readonly Source[] = sourcesIn("test");
const scripts: readonly Source[] = sourcesIn("scripts");
const serviceTests: readonly Source[] = [...sourcesIn("service/test"), ...extractorTests];

test(`no file is longer than ${String(longestFile)} lines, no test than ${String(longestTest)}`, () => {
  const long = [
    ...[...library, ...service, ...scripts].filter(({ text }) => linesOf(text) > longestFile),
    ...[...tests, ...serviceTests].filter(({ text }) => linesOf(text) > longestTest),
  ];
  expect(long.map(({ path, text }) => `${path}: ${String(linesOf(text))} lines`)).toEqual([]);
});

test(`half of the files of src have at most ${String(medianFile)} lines`, () => {
  const lengths = library.map(({ text }) => linesOf(text)).toSorted((a, b) => a - b);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(medianFile);
});

test(`no function is longer than ${String(longestFunction)} lines`, () => {
  const long = [...library, ...service, ...scripts].flatMap((source) =>
    [...nodesOf(source.tree)]
      .filter((node) => ts.isFunctionLike(node) && heightOf(source, node) > longestFunction)
      .map((node) => `${placeOf(source, node)}: ${String(heightOf(source, node))} lines`),
  );
  expect(long).toEqual([]);
});

test(`there are at least ${String(testLinesPerLine)} lines of test for every line of code`, () => {
  const code = library.reduce((sum, source) => sum + codeLinesOf(source), 0);
  const tested = tests.reduce((sum, source) => sum + codeLinesOf(source), 0);
  expect(tested / code).toBeGreaterThanOrEqual(testLinesPerLine);
});

test("every test file is named after what it tests", () => {
  const odd = [...tests, ...serviceTests].filter(
    ({ path }) => !/^[a-z0-9]+(?:[.-][a-z0-9]+)*\.ts$/.test(basename(path)),
  );
  expect(odd.map(({ path }) => path)).toEqual([]);
});

function linesOf(text: string): number {
  return text.trimEnd().split("\n").length;
}

function heightOf(source: Source, node: ts.Node): number {
  const line = (offset: number): number => source.tree.getLineAndCharacterOfPosition(offset).line;
  return line(node.getEnd()) - line(node.getStart(source.tree)) + 1;
}

/** Lines that hold a token: no blank lines, no comments. */
function codeLinesOf({ tree }: Source): number {
  const lines = new Set<number>();
  for (const node of nodesOf(tree)) {
    if (node.kind === ts.SyntaxKind.EndOfFileToken || ts.isSourceFile(node)) continue;
    lines.add(tree.getLineAndCharacterOfPosition(node.getStart(tree)).line);
    lines.add(tree.getLineAndCharacterOfPosition(node.getEnd()).line);
  }
  return lines.size;
}
