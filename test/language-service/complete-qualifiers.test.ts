// Tests what is offered where a term begins: qualifiers, and whole terms with the names that a word could be.

import { describe, expect, test } from "vitest";
import { qualifiers } from "../../src/vocabulary/qualifiers.ts";
import { offers, offersAt } from "./support/offers.ts";

const words: readonly string[] = qualifiers.map(({ word }) => word);
const said = (word: string): string =>
  `${word} (${qualifiers.find((row) => row.word === word)?.summary ?? ""})`;

describe("a qualifier is offered", () => {
  test.each(["|", " | ", "type:A |", "type:A | shape:B", "\n|\n", "type:A\u00a0|"])(
    "among all where nothing is written: %j",
    async (source) => {
      const items = await offersAt(source);
      expect(items.map(({ label }) => label)).toEqual(words);
      expect(items.every(({ kind, continues }) => kind === "qualifier" && continues === true)).toBe(true);
    },
  );

  offers({
    "by its beginning": ["ty|", `${said("type")} → type:`],
    "by its beginning, in any case": ["TY|", `${said("type")} → type:`],
    "exactly first": ["source|", `${said("source")} → source:`, `${said("source-shape")} → source-shape:`],
    "exactly first, by a later word after it": [
      "shape|",
      `${said("shape")} → shape:`,
      `${said("source-shape")} → source-shape:`,
    ],
    "by its letters": ["sosh|", `${said("source-shape")} → source-shape:`],
    "that was perhaps meant": ["tpye|", `${said("type")} → type:`],
    "with what of the word is after the cursor": ["ty|pxyz A", `${said("type")} → type: A`],
    "before the colon that is there, which it keeps": ["ty|:Person", `${said("type")} → type:Person`],
    "in place of another one": [
      "shape|:Inbox",
      `${said("shape")} → shape:Inbox`,
      `${said("source-shape")} → source-shape:Inbox`,
    ],
    "in the middle of one": [
      "sha|pe:Inbox",
      `${said("shape")} → shape:Inbox`,
      `${said("source-shape")} → source-shape:Inbox`,
    ],
    "before a value in quotes": ['ty|:"a b" x', `${said("type")} → type:"a b" x`],
    "before an open quote": ['typ|e:"a source:b', `${said("type")} → type:"a source:b`],
    "in another case, before the colon": ["Typ|e:A", `${said("type")} → type:A`],
    "after a quote that it touches": ['"x"ty|', `${said("type")} → "x"type:`],
    "on its line": ["x\nty|\ny", `${said("type")} → x\ntype:\ny`],
  });

  test("among all before a term, for its word", async () => {
    const items = await offersAt("|type:Person");
    expect(items.map(({ edit }) => [edit.span.start, edit.span.end, edit.text])).toEqual(
      words.map((word) => [0, 5, `${word}:`]),
    );
  });
});

describe("nothing is offered", () => {
  offers({
    "before quotes with more after them, which would be parted from them": ['ty|:"a"b'],
    "before quotes with spaces in them and more after them": ['ty|:"a c"b'],
    "in free text in quotes": ['"ty|pe"'],
    "in free text in open quotes": ['"sal|'],
    "before free text in quotes": ['|"a b"'],
    "after free text in quotes": ['"a b"|'],
    "in an address": ["http://ex|ample.org"],
    "after a colon that follows no qualifier": ["foo:typ|"],
    "for a value that does not affect membership": ["sort:na|"],
    "for one in another case": ["Sort:na|"],
    "for a word that is like nothing": ["zzzz|"],
    "for a parenthesis": ["(|"],
  });
});

describe("a word that could be a name is offered as a term", () => {
  offers({
    "of a source": ["gmai|", "source:gmail → source:gmail", 'source:"Google Mail" → source:"Google Mail"'],
    "of a shape, in quotes where it needs them": ["scrm|", 'shape:"Sales CRM" → shape:"Sales CRM"'],
    "of a type": ["compa|", "type:Company → type:Company"],
    "after the qualifiers that fit": [
      "so|",
      `${said("source")} → source:`,
      `${said("source-shape")} → source-shape:`,
      "…",
    ],
    "that was perhaps meant": ["gmial|", "source:gmail → source:gmail"],
    "but not for one letter": ["x|"],
    "but not before a colon": ["gmail|:x"],
    "but not in an empty catalog": ["zz|"],
  });

  offers({ "but not without a catalog": ["gmail|"] }, null);

  test("for at most five names of each kind, and no shape twice", async () => {
    const labels = (await offersAt("sale|")).map(({ label }) => label);
    expect(labels.filter((label) => label.startsWith("shape:"))).toHaveLength(5);
    expect(labels.filter((label) => label.startsWith("source-shape:"))).toEqual([]);
  });
});

describe("a text over the limits", () => {
  test.each([
    ["too long", `${"a".repeat(70_000)} |`],
    ["too long, at its start", `|${"type:a ".repeat(10_000)}`],
  ])("gets no offers: %s", async (_, source) => {
    expect(await offersAt(source)).toEqual([]);
  });
});
