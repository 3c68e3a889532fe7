// Tests two names that look alike in a message, and the sentence that tells them apart.

import { expect, test } from "vitest";
import { unlikeness } from "../../src/text/likeness.ts";

const long = "Quarterly reports of all the subsidiaries of the company in Europe";

test.each([
  {
    why: "a letter is composed",
    written: "Cafe\u0301s",
    name: "Caf\u00e9s",
    sentence: "has `\u00e9` (U+00E9) where you wrote `e\u0301` (U+0065 U+0301)",
  },
  {
    why: "syllables of Hangul are composed",
    written: "\u1112\u1161\u11ab",
    name: "\ud55c",
    sentence: "has `\ud55c` (U+D55C) where you wrote `\u1112\u1161\u11ab` (U+1112 U+1161 U+11AB)",
  },
  {
    why: "a space does not break",
    written: "Sales CRM",
    name: "Sales\u00a0CRM",
    sentence: "has a no-break space (U+00A0) where you wrote a space (U+0020)",
  },
  {
    why: "there are two spaces",
    written: "Sales CRM",
    name: "Sales  CRM",
    sentence: "has U+0020 U+0020 where you wrote a space (U+0020)",
  },
  {
    why: "a letter is Cyrillic",
    written: "\u0421ompany",
    name: "Company",
    sentence: "has `C` (U+0043) where you wrote `\u0421` (U+0421)",
  },
  {
    why: "a hyphen is another",
    written: "Follow-up",
    name: "Follow\u2010up",
    sentence: "has `\u2010` (U+2010) where you wrote `-` (U+002D)",
  },
  {
    why: "an apostrophe is curved",
    written: "O'Brien",
    name: "O\u2019Brien",
    sentence: "has `\u2019` (U+2019) where you wrote `'` (U+0027)",
  },
  {
    why: "a capital I is a small l",
    written: "SaIes",
    name: "Sales",
    sentence: "has `l` (U+006C) where you wrote `I` (U+0049)",
  },
  {
    why: "an emoji has a selector",
    written: "Leads \u2764",
    name: "Leads \u2764\ufe0f",
    sentence: "has `\u2764\ufe0f` (U+2764 U+FE0F) where you wrote `\u2764` (U+2764)",
  },
  {
    why: "a flag has tags",
    written: "\u{1f3f4}",
    name: "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    sentence: "also has U+E0067",
  },
  {
    why: "a flag has none",
    written: "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}!",
    name: "\u{1f3f4}!",
    sentence: "does not have U+E0067",
  },
  {
    why: "a letter has very many marks",
    written: "e\u0301\u0302\u0303\u0304",
    name: "\u00e9\u0302\u0303\u0304",
    sentence:
      "has `\u00e9\u0302\u0303\u0304` (U+00E9 U+0302 U+0303 U+0304) where you wrote `e\u0301\u0302\u0303\u0304` (U+0065 U+0301 U+0302 U+0303 …)",
  },
  {
    why: "they differ where a message has cut them",
    written: `${long} 1`,
    name: `${long} 2`,
    sentence: "has `2` (U+0032) where you wrote `1` (U+0031)",
  },
  { why: "the cut one is longer", written: long, name: `${long}s`, sentence: "also has `s` (U+0073)" },
  { why: "the cut one is shorter", written: `${long}s`, name: long, sentence: "does not have `s` (U+0073)" },
])("the difference between two names is described: $why, $sentence", ({ written, name, sentence }) => {
  expect(unlikeness(written, name)).toBe(` It looks alike, but ${sentence}.`);
});

test.each([
  { written: "Persn", name: "Person", why: "a letter is missing" },
  { written: "person", name: "Person", why: "the case differs" },
  { written: "Muller", name: "M\u00fcller", why: "a letter has dots" },
  { written: "Sales-CRM", name: "Sales CRM", why: "a hyphen is a space" },
  { written: "a\tb", name: "a b", why: "a tab is shown" },
  { written: "Person", name: "Pers\u200bon", why: "what cannot be seen is shown" },
  { written: "Person", name: "Person", why: "they are the same" },
])("no difference is described between $written and $name: $why", ({ written, name }) => {
  expect(unlikeness(written, name)).toBe("");
});
