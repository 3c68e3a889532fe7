// Tests which names are found by what is typed, and in which order.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rankedNames } from "../../src/text/rank.ts";
import { anyString } from "../support/arbitraries.ts";
import { staysWithin } from "../support/growth.ts";
import { patience, runs } from "../support/runs.ts";
import { NAMES } from "../support/words.ts";

/** What is written, the names, and those that are found, in order. */
type Row = readonly [written: string, names: readonly string[], found: readonly string[]];

function check(rows: Readonly<Record<string, Row>>): void {
  test.each(Object.entries(rows))("%s", (_, [written, names, found]) => {
    expect(rankedNames(names)(written, 100)).toEqual(found);
  });
}

describe("names are found", () => {
  check({
    "all of them where nothing is written, in their order": ["", ["b", "a"], ["b", "a"]],
    "exact, prefix, word, anywhere, letters": [
      "ab",
      ["xaxb", "a-x-b", "cab", "x ab", "abc", "ab"],
      ["ab", "abc", "x ab", "cab", "a-x-b"],
    ],
    "among equals in their order": ["a", ["ac", "ab", "aa"], ["ac", "ab", "aa"]],
    "by letters, short ones first": ["abc", ["a-------b-c", "a-b-c"], ["a-b-c", "a-------b-c"]],
    "by letters from the beginning of a word on": ["bc", ["ab-c", "a b-c"], ["a b-c"]],
    "but not by one letter inside a word": ["ba", ["a b"], []],
    "whatever the case": ["GMAIL", ["gmail"], ["gmail"]],
    "exactly as written before others that differ in case": [
      "gmail",
      ["GMAIL", "Gmail", "gmail"],
      ["gmail", "GMAIL", "Gmail"],
    ],
    "without accents": ["cafe", ["Café", "cafe\u0301"], ["Café", "cafe\u0301"]],
    "with accents that the name does not have": ["café", ["cafe"], ["cafe"]],
    "with ligatures and wide letters": ["fi", ["ﬁne", "ｆｉｎｅ"], ["ﬁne", "ｆｉｎｅ"]],
    "in Greek, by a capital beginning": ["ΟΔΟΣ", ["οδοσα", "οδος"], ["οδος", "οδοσα"]],
    "in Turkish capitals": ["istanbul", ["İstanbul"], ["İstanbul"]],
    "beyond the first plane": ["🦊", ["a🦊", "🦊"], ["🦊", "a🦊"]],
    "with white space of another kind": ["a b", ["a\u00a0b", "a\nb", "a\tb"], ["a\u00a0b", "a\nb", "a\tb"]],
    "after punctuation as after a space": [
      "crm",
      ["sales-crm", "sales_crm", "salesCrm", "sales/crm"],
      ["sales-crm", "sales_crm", "sales/crm", "salesCrm"],
    ],
    "at their best place": ["ab", ["xab ab"], ["xab ab"]],
    "once, however often it is there": ["a", ["aaaa"], ["aaaa"]],
    "by a word that begins with a sign": ["-", ["a-b", "-"], ["-", "a-b"]],
    "by an accent alone": ["\u0301", ["e\u0301", "\u0301", "e"], ["\u0301"]],
    "by a variation selector alone": ["\ufe0f", ["❤\ufe0f", "a"], []],
    "by half a surrogate pair": ["\ud83e", ["🦊", "a"], ["🦊"]],
    "in a name with line breaks, not across names": ["b", ["a\nb", "ab"], ["a\nb", "ab"]],
    "but not across the end of a name": ["ab", ["a", "b"], []],
    "but none among no names": ["a", [], []],
    "but not for more than is in the name": ["abcd", ["abc"], []],
    "as names like any other": ["__proto__", ["constructor", "__proto__"], ["__proto__"]],
  });

  test("at most the requested number", () => {
    const names = Array.from({ length: 500 }, (_, at) => `name ${String(at)}`);
    const find = rankedNames(names);
    expect(find("", 7)).toEqual(names.slice(0, 7));
    expect(find("name", 7)).toEqual(names.slice(0, 7));
    expect(find("nm", 7)).toHaveLength(7);
    expect(find("name 499", 3)).toEqual(["name 499"]);
  });
});

/** A second way to say in which class a name is: 0 exact, 1 prefix, 2 word, 3 anywhere, 4 letters, 5 not at all. */
function classOf(written: string, name: string): number {
  const [text, letters] = [name, written].map((each) => each.toLowerCase());
  if (text === undefined || letters === undefined || text === letters) return 0;
  if (text.startsWith(letters)) return 1;
  const words = [...text.matchAll(/(?<![\p{L}\p{N}])./gsu)].map(({ index }) => text.slice(index));
  if (words.some((word) => word.startsWith(letters))) return 2;
  if (text.includes(letters)) return 3;
  const inOrder = (word: string): boolean => {
    let at = 0;
    for (const letter of letters) {
      at = word.indexOf(letter, at) + 1;
      if (at === 0) return false;
    }
    return true;
  };
  const isBegun = words.some((word) => word.charAt(0) === letters.charAt(0) && inOrder(word));
  return letters.length > 1 && isBegun ? 4 : 5;
}

test("names are found in the order of their classes, each once, and none is missing", {
  timeout: patience,
}, () => {
  const plain = fc.string({ unit: fc.constantFrom("a", "b", "c", "A", "B", " ", "-", "1"), maxLength: 7 });
  fc.assert(
    fc.property(fc.uniqueArray(plain, { maxLength: 12 }), plain, (names, written) => {
      const found = rankedNames(names)(written, 100);
      if (written === "") expect(found).toEqual(names);
      if (written === "") return;
      const classes = found.map((name) => classOf(written, name));
      expect(classes).toEqual(classes.toSorted((a, b) => a - b));
      expect(found.toSorted()).toEqual(names.filter((name) => classOf(written, name) < 5).toSorted());
      if (names.includes(written)) expect(found[0]).toBe(written);
    }),
    runs(3000),
  );
});

test("the search ends for any text and names, and the name written in full comes first", {
  timeout: patience,
}, () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.oneof(anyString, fc.constantFrom(...NAMES))),
      anyString,
      fc.integer({ min: 1, max: 6 }),
      (names, written, most) => {
        const find = rankedNames(names);
        const found = find(written, most);
        expect(found.length).toBeLessThanOrEqual(most);
        expect(new Set(found).size).toBe(found.length);
        for (const name of found) expect(names).toContain(name);
        for (const name of names) if (name !== "") expect(find(name, most)[0]).toBe(name);
      },
    ),
    runs(1500),
  );
});

test.each([
  [
    "many short names",
    (size: number) => Array.from({ length: size * 50 }, (_, at) => `name ${String(at)}`),
    "na 9",
  ],
  ["one long name", (size: number) => ["ab ".repeat(size * 300)], "ab ax"],
  [
    "names of one letter",
    (size: number) => Array.from({ length: 20 }, () => "a".repeat(size * 50)),
    `${"a".repeat(40)}b`,
  ],
  [
    "many names without a fit",
    (size: number) => Array.from({ length: size * 50 }, (_, at) => `x${String(at)}`),
    "zzz",
  ],
])("four times as many names cost about four times as much: %s", (_, names, written) => {
  const made = (size: number): (() => unknown) => {
    const find = rankedNames(names(size));
    find(written, 100);
    return () => find(written, 100);
  };
  expect(staysWithin(made(250), made(1000))).toBe(true);
});
