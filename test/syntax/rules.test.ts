// Tests the diagnostics about the text itself: where, how severe, in which words, and with which fixes.

import { describe, test } from "vitest";
import { checkAll, isSilent, reports } from "../support/check.ts";

describe("unterminated-quote", () => {
  const message = 'This quote is never closed, so it runs to the end of the query. Close it with `"`.';
  const atEnd = "close the quote at the end";
  const beforeNext = "close the quote before the next term";

  reports("unterminated-quote", {
    "the fix closes it at the end": [
      'shape:‹"Sales CRM›',
      `error: ${message}`,
      `preferred fix: ${atEnd} → shape:"Sales CRM"`,
    ],
    "white space at the end stays outside": [
      'shape:‹"Sales CRM  ›',
      `error: ${message}`,
      `preferred fix: ${atEnd} → shape:"Sales CRM"  `,
    ],
    "it is an error in free text too": [
      '‹"report›',
      `error: ${message}`,
      `preferred fix: ${atEnd} → "report"`,
    ],
    "it is an error in a scope term too": [
      'sort:‹"a›',
      `error: ${message}`,
      `preferred fix: ${atEnd} → sort:"a"`,
    ],
    "a swallowed term makes two readings": [
      'shape:‹"Sales CRM type:Person›',
      `error: ${message}`,
      `fix: ${beforeNext} → shape:"Sales CRM" type:Person`,
      `fix: ${atEnd} → shape:"Sales CRM type:Person"`,
    ],
    "a word with a colon that is no qualifier is not a swallowed term": [
      'shape:‹"Sales CRM: new›',
      `error: ${message}`,
      `preferred fix: ${atEnd} → shape:"Sales CRM: new"`,
    ],
    "a backslash before the new quote is escaped": [
      'type:‹"C:\\temp\\›',
      `error: ${message}`,
      `preferred fix: ${atEnd} → type:"C:\\temp\\\\"`,
    ],
    "two backslashes are one already": [
      'type:‹"a\\\\›',
      `error: ${message}`,
      `preferred fix: ${atEnd} → type:"a\\\\"`,
    ],
    "an escaped quote inside does not close": [
      'type:‹"a\\"b›',
      `error: ${message}`,
      `preferred fix: ${atEnd} → type:"a\\"b"`,
    ],
    "an escaped quote at the end was perhaps meant to close": [
      'type:‹"a\\"›',
      `error: ${message}`,
      `fix: ${atEnd} → type:"a\\""`,
    ],
    "nor is it certain with white space after it": [
      'sort:‹"a\\" ›',
      `error: ${message}`,
      `fix: ${atEnd} → sort:"a\\"" `,
    ],
    "a typographic mark at the end gives way": [
      'shape:‹"Sales CRM”›',
      `error: ${message}`,
      `preferred fix: ${atEnd} → shape:"Sales CRM"`,
    ],
    "and so does one before the next term": [
      'shape:‹"Sales CRM” type:Person›',
      `error: ${message}`,
      `fix: ${beforeNext} → shape:"Sales CRM" type:Person`,
      `fix: ${atEnd} → shape:"Sales CRM” type:Person"`,
    ],
    "a typographic mark inside stays": [
      'shape:‹"Sales ”CRM›',
      `error: ${message}`,
      `preferred fix: ${atEnd} → shape:"Sales ”CRM"`,
    ],
    "a typographic mark around nothing": ['shape:‹"”›', `error: ${message}`, `fix: ${atEnd} → shape:""`],
    "what begins with a qualifier was hardly meant as free text": [
      '‹"type:Person›',
      `error: ${message}`,
      `fix: ${atEnd} → "type:Person"`,
    ],
    "a space after the quote was hardly meant as part of the name": [
      'shape:‹" Sales›',
      `error: ${message}`,
      `fix: ${atEnd} → shape:" Sales"`,
    ],
    "a swallowed term right after the quote leaves nothing to close before it": [
      'shape:‹" type:Person›',
      `error: ${message}`,
      `fix: ${atEnd} → shape:" type:Person"`,
    ],
    "a quote around nothing has no fix": ['type:‹"›', `error: ${message}`],
    "nor has one around white space": ['type:A ‹"  ›', `error: ${message}`],
  });

  isSilent("unterminated-quote", {
    "a quote that is closed": 'shape:"Sales CRM"',
    "a quote inside a word": 'a"b',
    "an escaped backslash before the closing quote": 'type:"a\\\\"',
  });
});

describe("missing-value", () => {
  reports("missing-value", {
    "a qualifier with nothing after it": [
      "‹type:›",
      "error: `type:` has no name. Write one after the colon, for example `type:Person`.",
    ],
    "an empty name": [
      '‹type:""› shape:Inbox',
      "error: `type:` has no name. Write one after the colon, for example `type:Person`.",
    ],
    "an empty date": [
      '‹before:""›',
      "error: `before:` has no date. Write one after the colon, for example `before:2026-01-01`.",
    ],
    "another term after it is not its name": [
      "‹source:› type:A",
      "error: `source:` has no name. Write one after the colon, for example `source:gmail`.",
    ],
    "a word after it probably is": [
      "‹type:› Person",
      "error: `type:` has no name. Write the name right after the colon, without a space.",
      "preferred fix: remove the space after the colon → type:Person",
    ],
    "a phrase after it probably is": [
      '‹shape:› "Sales CRM" after:7d',
      "error: `shape:` has no name. Write the name right after the colon, without a space.",
      'preferred fix: remove the space after the colon → shape:"Sales CRM" after:7d',
    ],
    "a date after it probably is": [
      "‹after:›\n7d",
      "error: `after:` has no date. Write the date right after the colon, without a space.",
      "preferred fix: remove the space after the colon → after:7d",
    ],
    "what would be no date is not joined unasked": [
      "‹after:› report",
      "error: `after:` has no date. Write the date right after the colon, without a space.",
      "fix: remove the space after the colon → after:report",
    ],
    "what would be another mistake is not joined unasked": [
      "‹type:› 'a'",
      "error: `type:` has no name. Write the name right after the colon, without a space.",
      "fix: remove the space after the colon → type:'a'",
    ],
    "after quotes no name is missing but a space too far": [
      '‹type:""› Person',
      "error: `type:` has no name. Write one after the colon, for example `type:Person`.",
    ],
    "the first of several words is perhaps not all of it": [
      "‹shape:› Sales CRM",
      "error: `shape:` has no name. Write the name right after the colon, without a space.",
      "fix: remove the space after the colon → shape:Sales CRM",
    ],
    "the word is all of it before a term": [
      "‹type:› Person shape:Inbox",
      "error: `type:` has no name. Write the name right after the colon, without a space.",
      "preferred fix: remove the space after the colon → type:Person shape:Inbox",
    ],
    "and before a phrase": [
      '‹type:› Person "report"',
      "error: `type:` has no name. Write the name right after the colon, without a space.",
      'preferred fix: remove the space after the colon → type:Person "report"',
    ],
    "a phrase is all of it before a word": [
      '‹shape:› "Sales" CRM',
      "error: `shape:` has no name. Write the name right after the colon, without a space.",
      'fix: remove the space after the colon → shape:"Sales" CRM',
    ],
    "a word with a colon is perhaps a term of its own": [
      "‹shape:› tpye:Person",
      "error: `shape:` has no name. Write the name right after the colon, without a space.",
      "fix: remove the space after the colon → shape:tpye:Person",
    ],
    "an operator is hardly a name": [
      "‹type:› OR type:Person",
      "error: `type:` has no name. Write the name right after the colon, without a space.",
      "fix: remove the space after the colon → type:OR type:Person",
    ],
    "an empty phrase after it does not help": [
      '‹type:› ""',
      "error: `type:` has no name. Write the name right after the colon, without a space.",
      'fix: remove the space after the colon → type:""',
    ],
    "a term that does not affect membership gets a warning": [
      "type:A ‹sort:›",
      "warning: `sort:` has no name. Write one after the colon, for example `sort:name`.",
    ],
    "and so does one with a word after it": [
      "type:A ‹sort:› name",
      "warning: `sort:` has no name. Write the name right after the colon, without a space.",
      "preferred fix: remove the space after the colon → type:A sort:name",
    ],
  });

  isSilent("missing-value", {
    "a name of white space": 'type:" "',
    "an empty phrase": 'type:A ""',
    "a word that is a qualifier": "type",
  });

  test("the word after a missing value is free text as well", () => {
    checkAll("type: Person", ["missing-value ‹type:› Person", "free-text type: ‹Person›"]);
  });
});

describe("missing-space", () => {
  const message = (before: string, after: string): string =>
    `error: There is no space between \`${before}\` and \`${after}\`. Add one; a quote inside quotes is written \`\\"\`.`;

  reports("missing-space", {
    "a word after a phrase, which could be part of it": [
      '"a"‹b›',
      message('"a"', "b"),
      'related: ‹"a"›b: the adjacent term',
      'fix: insert a space → "a" b',
    ],
    "a phrase after a phrase": [
      '"a"‹"b"›',
      message('"a"', '"b"'),
      'related: ‹"a"›"b": the adjacent term',
      'preferred fix: insert a space → "a" "b"',
    ],
    "a term after a name": [
      '"x" shape:"Sales CRM"‹type:Person› "y"',
      message('shape:"Sales CRM"', "type:Person"),
      'related: "x" ‹shape:"Sales CRM"›type:Person "y": the adjacent term',
      'preferred fix: insert a space → "x" shape:"Sales CRM" type:Person "y"',
    ],
    "a word that begins with a comma": [
      'type:"Person"‹,source:gmail›',
      message('type:"Person"', ",source:gmail"),
      'related: ‹type:"Person"›,source:gmail: the adjacent term',
      'fix: insert a space → type:"Person" ,source:gmail',
    ],
    "a phrase that is never closed": [
      '"a"‹"b›',
      message('"a"', '"b'),
      'related: ‹"a"›"b: the adjacent term',
      'fix: insert a space → "a" "b',
    ],
    "it is an error in scope terms too": [
      'sort:"a"‹b›',
      message('sort:"a"', "b"),
      'related: ‹sort:"a"›b: the adjacent term',
      'fix: insert a space → sort:"a" b',
    ],
  });

  isSilent("missing-space", {
    "a space between": '"a" b',
    "an escaped quote": '"a\\"b"',
    "a quote inside a word": 'a"b"',
    "any other white space": '"a"\u00a0b',
  });

  test("each of several missing spaces gets its own diagnostic", () => {
    checkAll('"a""b"c type:Person', [
      'free-text ‹"a"›"b"c type:Person',
      'missing-space "a"‹"b"›c type:Person',
      'missing-space "a""b"‹c› type:Person',
    ]);
  });
});

describe("qualifier-case", () => {
  reports("qualifier-case", {
    "a capital letter": [
      "‹Type›:Person",
      "error: Qualifiers must be lowercase: write `type:`, not `Type:`.",
      "preferred fix: write `type:` → type:Person",
    ],
    "all capitals": [
      '"x" ‹SOURCE-SHAPE›:Inbox',
      "error: Qualifiers must be lowercase: write `source-shape:`, not `SOURCE-SHAPE:`.",
      'preferred fix: write `source-shape:` → "x" source-shape:Inbox',
    ],
    "a qualifier that does not affect membership": [
      "‹Sort›:name",
      "warning: Qualifiers must be lowercase: write `sort:`, not `Sort:`.",
      "preferred fix: write `sort:` → sort:name",
    ],
    "what would then lack a value is not changed unasked": [
      "‹Type›:",
      "error: Qualifiers must be lowercase: write `type:`, not `Type:`.",
      "fix: write `type:` → type:",
    ],
    "nor what would then be no date": [
      "‹After›:never",
      "error: Qualifiers must be lowercase: write `after:`, not `After:`.",
      "fix: write `after:` → after:never",
    ],
    "a name in quotes": [
      '"x" ‹Type›:"A"',
      "error: Qualifiers must be lowercase: write `type:`, not `Type:`.",
      'preferred fix: write `type:` → "x" type:"A"',
    ],
    "a name that fell apart": [
      '‹Shape›:"Sales CRM" "x"',
      "error: Qualifiers must be lowercase: write `shape:`, not `Shape:`.",
      'preferred fix: write `shape:` → shape:"Sales CRM" "x"',
    ],
    "quotes with a quote inside may end in two places": [
      '‹Type›:"A"b c"',
      "error: Qualifiers must be lowercase: write `type:`, not `Type:`.",
      'fix: write `type:` → type:"A"b c"',
    ],
    "quotes that nothing closes would not be closed then either": [
      '‹Type›:"A x',
      "error: Qualifiers must be lowercase: write `type:`, not `Type:`.",
      'fix: write `type:` → type:"A x',
    ],
    "an opening quote alone does not close itself": [
      '‹Type›:" A"',
      "error: Qualifiers must be lowercase: write `type:`, not `Type:`.",
      'preferred fix: write `type:` → type:" A"',
    ],
    "a date that is one": [
      "‹AFTER›:3mo",
      "error: Qualifiers must be lowercase: write `after:`, not `AFTER:`.",
      "preferred fix: write `after:` → after:3mo",
    ],
    "a day that is one": [
      "‹Before›:2026-02-28",
      "error: Qualifiers must be lowercase: write `before:`, not `Before:`.",
      "preferred fix: write `before:` → before:2026-02-28",
    ],
  });

  test("the words of the name get no diagnostic of their own", () => {
    checkAll('Shape:"Sales CRM" report', [
      'qualifier-case ‹Shape›:"Sales CRM" report',
      'free-text Shape:"Sales CRM" ‹report›',
    ]);
  });

  isSilent("qualifier-case", {
    "lower case": "type:Person",
    "inside quotes": '"Type:Person"',
    "another word": "Types:Person",
    "no colon": "Type",
    "a colon alone": ":Type",
    "a letter that only folds to one": "ſort:name",
  });
});
