// The word lists: each says what it is, is sorted, and has no word twice.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { linkNames } from "../src/findings.ts";
import { kinds } from "../src/types.ts";
import { anyOf, entriesOf, groupsOf, setOf, tableOf } from "../src/words.ts";

const folder = new URL("../words/", import.meta.url);
const lists = readdirSync(folder).map((file) => file.replace(/\.txt$/u, ""));

describe("each list", () => {
  test.each(lists)("%s says what it is, and is sorted", (list) => {
    const lines = readFileSync(new URL(`${list}.txt`, folder), "utf8").split("\n");
    expect(lines[0]).toMatch(/^# \p{Lu}.*\.$/u);
    expect(lines.at(-1)).toBe("");
    expect(lines.slice(1, -1)).toEqual([...new Set(lines.slice(1, -1))].toSorted());
    expect(entriesOf(list)).toEqual(lines.slice(1, -1));
  });

  test.each(lists)("%s has only words, which mean themselves in a regular expression", (list) => {
    const odd = entriesOf(list).filter((entry) => !/^(?:[a-z-]+(?: [a-z]+)?: )?[\p{L} -]+$/u.test(entry));
    expect(odd).toEqual(list === "abbreviations" ? ["e.g", "i.e"] : []);
  });
});

test.each([
  ["kinds", kinds],
  ["links", linkNames],
])("the groups of %s are those that the rules know", (list, names) => {
  expect([...groupsOf(list).keys()]).toEqual(names);
});

test.each(["kinds", "properties", "sections"])("a word of %s is in one group", (list) => {
  const words = [...groupsOf(list).values()].flat();
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});

test("a list is a set, alternatives, or a table by its words", () => {
  expect(setOf("reply-prefixes").has("fwd")).toBe(true);
  expect(anyOf("mail-providers")).toBe("gmail|gmx|hotmail|list|lists|mail|outlook|yahoo");
  expect(tableOf("kinds", ["issue", "place"]).get("bug")).toBe("issue");
  expect(tableOf("kinds", ["place"]).get("bug")).toBeUndefined();
});
