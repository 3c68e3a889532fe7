// Tests the Tree-sitter grammar: its parser is built from it, finds the terms that the toolkit finds, and colours them.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withWords } from "../../scripts/generate/tree-sitter.ts";
import { parse, type Term } from "../../src/index.ts";
import { dateUnits, dateWords } from "../../src/vocabulary/dates.ts";
import { isMembership, qualifiers } from "../../src/vocabulary/qualifiers.ts";
import { casesOf, kinds } from "../conformance/files.ts";
import { source } from "../support/arbitraries.ts";
import { patience, runs } from "../support/runs.ts";
import { sequences } from "../support/sequences.ts";
import { highlight, readWithTreeSitter, treeSitterFolder } from "./support/tree-sitter.ts";

const fileText = (name: string): string => readFileSync(new URL(name, treeSitterFolder), "utf8");

test.each(fileText("built.sha256").trimEnd().split("\n"))(
  "the built parser is current with its source: %s",
  (line) => {
    const [sum, name = ""] = line.split("  ");
    const bytes = readFileSync(new URL(name, treeSitterFolder));
    expect(createHash("sha256").update(bytes).digest("hex"), "run build.sh in its folder").toBe(sum);
  },
);

test("only the words of grammar.js are generated", () => {
  const grammar = fileText("grammar.js");
  expect(withWords(grammar)).toBe(grammar);
  expect(withWords(grammar.replace('["type", ', "[").replace(/^const dateUnits.*\n/m, ""))).toBe(grammar);
  expect(() => withWords("grammar({})")).toThrow("no comments `Words of the vocabulary.`");
});

describe("the built parser knows the vocabulary", () => {
  test.each(qualifiers)("$word", ({ word }) => {
    const name = isMembership(word) ? "keyword" : "attribute";
    expect(highlight(`${word}:x`)[0]).toEqual({ text: word, name });
    expect(highlight(`${word}s:x x${word}:x ${word} :`)).toEqual([]);
  });

  test.each([...dateWords.keys()])("%s", (word) => {
    expect(highlight(`after:${word}`).at(-1)).toEqual({ text: word, name: "constant.builtin" });
    expect(highlight(`after:${word}ish`).at(-1)?.text).toBe(":");
  });

  test.each([...dateUnits.keys()])("%s", (unit) => {
    expect(highlight(`before:3${unit}`).at(-1)).toEqual({ text: `3${unit}`, name: "constant.numeric" });
    expect(highlight(`before:3${unit}x`).at(-1)?.text).toBe(":");
  });
});

test("the mode for Emacs knows the qualifiers", () => {
  const page = readFileSync(new URL("../../docs/editors/emacs.md", import.meta.url), "utf8");
  const [, words = ""] = /\(defvar slice-cql-words\s+'\(([^)]*)\)/u.exec(page) ?? [];
  expect(words.split(" ")).toEqual(qualifiers.map(({ word }) => JSON.stringify(word)));
});

describe("the Tree-sitter parser finds the terms of every conformance case", () => {
  test.each(kinds)("%s", (kind) => {
    const inputs = casesOf(kind).flatMap(({ input }): readonly unknown[] => [input]);
    const texts = inputs.filter((input): input is string => typeof input === "string" && isOneQuery(input));
    const wrong = texts.filter((text) => JSON.stringify(treeOf(text)) !== JSON.stringify(parsed(text)));
    expect(wrong).toEqual([]);
  });
});

for (const symbols of [
  ["type", "after", ":", '"', "\\", " ", "\n"],
  ["source", "-shape", "today", "3mo", ":", '"', " "],
  ["\u00a0", "\ufeff", "\u2028", "\u0085", "\u200b", "a", '"', ":"],
]) {
  test(`the Tree-sitter parser finds the terms of every text of up to 5 of ${JSON.stringify(symbols)}`, {
    timeout: patience,
  }, () => {
    const wrong: string[] = [];
    for (const text of sequences(symbols, 5)) {
      if (isOneQuery(text) && JSON.stringify(treeOf(text)) !== JSON.stringify(parsed(text))) wrong.push(text);
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });
}

test("the Tree-sitter parser finds the terms of every text", { timeout: patience }, () => {
  fc.assert(
    fc.property(source.filter(isOneQuery), (text) => {
      expect(treeOf(text)).toEqual(parsed(text));
    }),
    runs(1_500),
  );
});

/** A file, its queries, each as its terms, and its comments. */
const files: readonly (readonly [
  file: string,
  queries: readonly (readonly string[])[],
  comments: readonly string[],
])[] = [
  ["", [], []],
  [" \n\n ", [], []],
  ["type:a\ntype:b\n\ntype:c\n", [["type:a", "type:b"], ["type:c"]], []],
  ["type:a\r\ntype:b\r\n \t\r\ntype:c\r\n", [["type:a", "type:b"], ["type:c"]], []],
  ["a\rb\r\rc", [["a", "b"], ["c"]], []],
  ["a\r \nb", [["a"], ["b"]], []],
  [
    "# one\n\n  # two\ntype:a\n# three\ntype:b\n# four",
    [["type:a", "type:b"]],
    ["# one", "# two", "# three", "# four"],
  ],
  ["type:a # b\n#c", [["type:a", "#", "b"]], ["#c"]],
  ["#a\n\n\n#b\n", [], ["#a", "#b"]],
  ['shape:"a\n\nb"', [['shape:"a'], ['b"']], []],
  ['shape:"a\n b" c', [['shape:"a\n b"', "c"]], []],
  ['x shape:"a\n # b"\nc', [["x", 'shape:"a', "c"]], ['# b"']],
  ['"a\n#b\n#c\n"d\n\ne', [['"a', '"d'], ["e"]], ["#b", "#c"]],
  ['"a#b"\n"#c"', [['"a#b"', '"#c"']], []],
];

describe("the Tree-sitter parser finds the queries and comments of a file", () => {
  test.each(files)("%j", (file, queries, comments) => {
    const read = readWithTreeSitter(file);
    const texts = read.paragraphs.map((terms) => terms.map(({ span }) => file.slice(span.start, span.end)));
    expect(texts).toEqual(queries);
    expect(read.comments).toEqual(comments);
  });
});

test("the Tree-sitter parser reads a long file", () => {
  const { paragraphs } = readWithTreeSitter(`${"type:a ".repeat(20_000)}\n\n${"# b\nc\n\n".repeat(20_000)}`);
  expect(paragraphs.map((terms) => terms.length)).toEqual([
    20_000,
    ...Array.from({ length: 20_000 }, () => 1),
  ]);
});

/** A query, and its parts that have a colour. */
const colours: readonly (readonly [query: string, parts: string])[] = [
  ["type:Person", "type = keyword | : = punctuation.delimiter | Person = string"],
  ["sort:name", "sort = attribute | : = punctuation.delimiter | name = string"],
  [
    'shape:"a\\"b"',
    'shape = keyword | : = punctuation.delimiter | "a\\"b" = string | \\" = constant.character.escape',
  ],
  ["after:-12mo", "after = keyword | : = punctuation.delimiter | -12mo = constant.numeric"],
  ["after:2026-01-31", "after = keyword | : = punctuation.delimiter | 2026-01-31 = constant.numeric"],
  ["before:last-week", "before = keyword | : = punctuation.delimiter | last-week = constant.builtin"],
  ["after:7D", "after = keyword | : = punctuation.delimiter"],
  ["Type:Person tpye:Person report", ""],
  ['"a report', '"a report = string'],
  ["# type:Person", "# type:Person = comment"],
];

describe("the Tree-sitter queries colour", () => {
  test.each(colours)("%j", (query, parts) => {
    expect(
      highlight(query)
        .map(({ text, name }) => `${text} = ${name}`)
        .join(" | "),
    ).toBe(parts);
  });
});

/** Whether a file would hold this text as one query, without comments, as UTF-8, and without the one character that Tree-sitter cannot have. */
function isOneQuery(text: string): boolean {
  const lines = text.trimStart().split(/\r\n|\r|\n/);
  const isCut = lines.some((line, at) => /^\s*#/.test(line) || (line.trim() === "" && at < lines.length - 1));
  return text.isWellFormed() && !text.includes("\0") && !isCut;
}

function treeOf(text: string): readonly Term[] {
  return readWithTreeSitter(text).paragraphs.flat();
}

function parsed(text: string): readonly Term[] {
  const limits = { maxLength: 10_000_000, maxTerms: 10_000_000, maxDiagnostics: 0 };
  return parse(text, { limits }).query.terms;
}
