// Tests the part of Chevrotain that is published: which functions are left out, and that it reads as all of Chevrotain does.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as chevrotain from "chevrotain";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { makeEngine } from "../../scripts/check/engine.ts";
import * as sources from "../../src/index.ts";
import { conformanceTexts, documentedTexts, hostileTexts } from "../language-service/support/texts.ts";
import { source } from "../support/arbitraries.ts";
import { isThorough, patience, runs } from "../support/runs.ts";
import { root } from "../tidy/sources.ts";

type Engine = Pick<typeof chevrotain, "createToken" | "Lexer">;
type Library = Pick<typeof sources, "createCatalog" | "parse" | "validate">;

const now = Date.parse("2026-11-20T12:00:00.000Z");
const entries = {
  shapes: [{ id: "1", name: "Sales CRM" }],
  sources: [{ id: "2", name: "gmail" }],
  types: ["A"],
};
const limits = { maxLength: Number.POSITIVE_INFINITY, maxTerms: Number.POSITIVE_INFINITY };
let published: readonly Library[] = [];

beforeAll(async () => {
  const files = ["dist/index.js", "dist/node/index.js"].map((file) => pathToFileURL(join(root, file)).href);
  published = await Promise.all(files.map(async (file): Promise<Library> => await import(file)));
});

/** What a library makes of a text, as text. */
function readingOf({ createCatalog, parse, validate }: Library, text: string): string {
  const { query, diagnostics } = parse(text, { limits });
  return JSON.stringify([
    query,
    diagnostics,
    validate(text, { catalog: createCatalog(entries), now, limits }),
  ]);
}

function expectSameReading(text: string): void {
  const expected = readingOf(sources, text);
  for (const library of published) expect(readingOf(library, text)).toBe(expected);
}

test("the functions that are left out of Chevrotain are those of the list", async () => {
  const { leftOut } = await makeEngine();
  await expect(`${leftOut.join("\n")}\n`).toMatchFileSnapshot("engine.txt");
});

test("a reference to a function that is left out throws", async () => {
  const engine: Engine = await import(pathToFileURL(join(root, "dist/syntax/engine.js")).href);
  const { createToken, Lexer } = engine;
  // Unlike ours, this lexer asks for Chevrotain's checks.
  expect(() => new Lexer([createToken({ name: "A", pattern: "a" })])).toThrow("left out of slice-cql");
});

test("every conformance case and every hostile text is read as with all of Chevrotain", () => {
  const texts = [...conformanceTexts(), ...hostileTexts(), ...documentedTexts()];
  expect(texts.length).toBeGreaterThan(800);
  for (const text of texts) expectSameReading(text);
});

// 100 000 texts in `npm run test:slow`.
test("any text is read as with all of Chevrotain", { timeout: 5 * patience }, () => {
  fc.assert(fc.property(source, expectSameReading), runs(isThorough ? 50_000 : 500));
});
