// Tests the diagnostics about terms that do not affect membership, and about queries without any that do.

import { describe, expect, test } from "vitest";
import { applyFix, fixAll, validate } from "../../src/index.ts";
import { checkAll, codesOf, isSilent, reports, setting } from "../support/check.ts";
import { listed, MEMBERSHIP, QUALIFIERS } from "../support/qualifiers.ts";

describe("scope-term", () => {
  const message = (qualifier: string): string =>
    `information: \`${qualifier}:\` does not affect which entities are in the slice; it is reported as a scope warning.`;

  reports("scope-term", {
    "an order": ["type:Person ‹sort:name›", message("sort")],
    "a relationship": ["‹edge:knows› type:Person", message("edge")],
    "an agent": ['type:Person ‹agent:"night shift"›', message("agent")],
  });

  isSilent("scope-term", {
    "terms that decide": "type:Person after:7d",
    "free text": "report",
    "a term with something more exact to say": "sort: edge:“a” agent:a\u200b",
    "a term with a quote in it": 'sort:a"b',
  });

  test("each term gets its own diagnostic, even if it is repeated", () => {
    checkAll("type:Person sort:a sort:a", [
      "scope-term type:Person ‹sort:a› sort:a",
      "scope-term type:Person sort:a ‹sort:a›",
    ]);
  });
});

describe("free-text", () => {
  const message = (written: string): string =>
    `information: \`${written}\` is free text: it does not affect which entities are in the slice, and is reported as a scope warning.`;

  reports("free-text", {
    "a word": ["type:Person ‹report›", message("report")],
    "a phrase": ['‹"quarterly report"› type:Person', message("quarterly report")],
    "an address": ["type:Person ‹https://example.org›", message("https://example.org")],
    "a time": ["type:Person ‹12:30›", message("12:30")],
    "a time that is not after a date": ["after:7d type:Person ‹12:30›", message("12:30")],
    "a word after a date": ["after:7d ‹report›", message("report")],
    "a date after another term": ["type:Person ‹2026-01-01›", message("2026-01-01")],
    "an empty phrase": ['type:Person ‹""›', message("")],
    "a quoted qualifier": ['type:Person ‹"Type:A"›', message("Type:A")],
  });

  const warning = (written: string): string => message(written).replace("information", "warning");
  reports("free-text", {
    "a time after a date": ["after:2026-01-01 ‹12:00›", warning("12:00")],
    "another offset after a date": ["before:1y ‹6mo›", warning("6mo")],
    "a day after a date": ["after:2026-01-01 ‹2026-02-01›", warning("2026-02-01")],
  });

  isSilent("free-text", {
    "a term of a qualifier": "type:Person sort:name",
    "what has something more exact to say": "Type:A tpye:B -type:C OR 'd' e\"f g\u200b",
  });
});

describe("no-membership", () => {
  const message = `information: Nothing here narrows the slice, so it is the whole project. Narrow it with ${listed(MEMBERSHIP, "or")}.`;

  reports("no-membership", {
    "an empty query": ["‹›", message],
    "white space": ["‹  \n›", message],
    "free text": ["‹report›", message],
    "scope terms": ["‹ sort:name edge:knows ›", message],
  });

  isSilent("no-membership", {
    "one term that decides": "report after:7d",
    "a name that is not known": "shape:Nowhere",
    "a query with errors": '"report',
    "a term that has an error": "report Type:A",
  });
});

describe("unknown-qualifier", () => {
  const known = `The qualifiers are ${listed(QUALIFIERS, "and")}.`;
  const message = (written: string, advice: string): string =>
    `warning: \`${written}:\` is not a qualifier, so this is free text, which does not affect membership. ${advice}`;

  reports("unknown-qualifier", {
    "two letters changed places": [
      "‹tpye:Person›",
      message("tpye", "Did you mean `type:`?"),
      "preferred fix: write `type:` → type:Person",
    ],
    "an underscore": [
      '"x" ‹source_shape:Inbox›',
      message("source_shape", "Did you mean `source-shape:`?"),
      'preferred fix: write `source-shape:` → "x" source-shape:Inbox',
    ],
    "the plural": [
      "‹Types:Person›",
      message("Types", "Did you mean `type:`?"),
      "preferred fix: write `type:` → type:Person",
    ],
    "a word like no qualifier": ["type:Person ‹owner:me›", message("owner", known)],
    "what would be no date then is not changed unasked": [
      "‹aftr:never›",
      message("aftr", "Did you mean `after:`?"),
      "fix: write `after:` → after:never",
    ],
    "a phrase that fell apart": [
      '‹shpae:"Sales CRM"›',
      message("shpae", "Did you mean `shape:`?"),
      'preferred fix: write `shape:` → shape:"Sales CRM"',
    ],
    "what would be quoted otherwise is not changed unasked": [
      '‹shpae:"a"b›',
      message("shpae", "Did you mean `shape:`?"),
      'fix: write `shape:` → shape:"a"b',
    ],
    "what would lack a value is not changed unasked": [
      "‹tpye:›",
      message("tpye", "Did you mean `type:`?"),
      "fix: write `type:` → type:",
    ],
    "one letter too few": [
      "‹sorce:gmail›",
      message("sorce", "Did you mean `source:`?"),
      "preferred fix: write `source:` → source:gmail",
    ],
    "another letter might be another word": [
      "‹typo:Person›",
      message("typo", "Did you mean `type:`?"),
      "fix: write `type:` → type:Person",
    ],
    "a value of anything": ["type:Person ‹foo::(x)›", message("foo", known)],
  });

  const written = (mark: string, advice: string): string => message(mark, advice).replace(`${mark}:`, mark);
  reports("unknown-qualifier", {
    "an equals sign": [
      "‹type=Person›",
      written("type=", "Did you mean `type:`?"),
      "preferred fix: write `type:` → type:Person",
    ],
    "a space before the colon": [
      "‹type :›Person",
      written("type :", "Did you mean `type:`?"),
      "preferred fix: write `type:` → type:Person",
    ],
    "a phrase after an equals sign": [
      '‹shape="Sales CRM"› "x"',
      written("shape=", "Did you mean `shape:`?"),
      'preferred fix: write `shape:` → shape:"Sales CRM" "x"',
    ],
    "a phrase after a space and a colon": [
      '"x" ‹shape :"Sales CRM"›',
      written("shape :", "Did you mean `shape:`?"),
      'preferred fix: write `shape:` → "x" shape:"Sales CRM"',
    ],
    "a phrase after a bracket": [
      '"x" ‹[shape:"Sales CRM"›',
      message("[shape", "Did you mean `shape:`?"),
      'fix: write `shape:` → "x" shape:"Sales CRM"',
    ],
  });

  test.each([
    { text: "type=Person", fixed: "type:Person" },
    { text: "TYPE=Person", fixed: "type:Person" },
    { text: 'after=7d "x"', fixed: 'after:7d "x"' },
    { text: "type :Person", fixed: "type:Person" },
    { text: "Type :Person", fixed: "type:Person" },
  ])("another mark instead of the colon is reported: $text", ({ text, fixed }) => {
    expect(codesOf(text)).toContain("unknown-qualifier");
    expect(fixAll(text, setting)).toBe(fixed);
  });

  test.each([
    { text: "[type:Person", fixed: "type:Person" },
    { text: "{type:Person", fixed: "type:Person" },
    { text: "<source:gmail", fixed: "source:gmail" },
    { text: "\u0442ype:Person", fixed: "type:Person" },
    { text: "t\u00fdpe:Person", fixed: "type:Person" },
    { text: "typo=Person", fixed: "type:Person" },
    { text: "after=never", fixed: "after:never" },
    { text: "type=", fixed: "type:" },
    { text: "type :", fixed: "type:" },
  ])("what is nearly a qualifier is not changed unasked: $text", ({ text, fixed }) => {
    const found = validate(text, setting).filter(({ code }) => code === "unknown-qualifier");
    const fixes = found.flatMap((each) => each.fixes ?? []);
    expect(fixes.map((fix) => applyFix(text, fix))).toEqual([fixed]);
    expect(fixAll(text, setting)).toBe(text);
  });

  test("a standalone colon is covered", () => {
    checkAll("x type :Person", [
      "free-text ‹x› type :Person",
      "no-membership ‹x type :Person›",
      "unknown-qualifier x ‹type :›Person",
    ]);
  });

  isSilent("unknown-qualifier", {
    "an equals sign after any other word": "a=b",
    "a colon of full width after any other word": "a\uff1ab",
    "an equals sign in front of a term": "x=type:Person",
    "any other word before a colon": "owner :me",
    "a phrase before a colon": '"type" :Person',
    "a qualifier before a word that is not a name": "type persons",
    "a qualifier": "type:Person",
    "a qualifier in another case": "Type:Person",
    "an address": "https://example.org",
    "a time": "12:30",
    "a phrase": '"tpye:Person"',
    "a colon in front": ":Person",
    "a word without a colon": "tpye",
    "a word of another script": "тип:Person",
  });
});

describe("not-a-negation", () => {
  const message = (written: string): string =>
    `warning: CQL cannot exclude anything: \`${written}\` is free text, which does not affect membership. Name what belongs in the slice instead.`;

  reports("not-a-negation", {
    "a minus": ["type:Person ‹-source:gmail›", message("-source:gmail")],
    "an exclamation mark": ["type:Person ‹!source:gmail›", message("!source:gmail")],
    several: ["type:Person ‹--type:A›", message("--type:A")],
    "a term that does not affect membership": ["type:Person ‹-sort:name›", message("-sort:name")],
    "a qualifier in another case": ["type:Person ‹-Type:A›", message("-Type:A")],
    "an unknown qualifier": ["type:Person ‹-label:spam›", message("-label:spam")],
  });

  isSilent("not-a-negation", {
    "a minus inside the value": "type:-Person",
    "an offset with a sign": "after:-7d",
    "a negative number": "-7",
    "an address": "-https://example.org",
    "a flag of a program": "--flag:x",
    "a colon at the end": "-notes:",
    "a phrase": '"-type:Person"',
  });

  test("nothing else is reported for the term", () => {
    checkAll("type:Person -type:A", ["not-a-negation type:Person ‹-type:A›"]);
  });
});

test("one term that does not affect membership gets one diagnostic", () => {
  const texts = [
    "report",
    "sort:name",
    "sort:",
    "tpye:A",
    "-type:A",
    "OR",
    "(a",
    "a)",
    "'a'",
    "“a”",
    'a"b',
    "a\u200bb",
    "a\u0000",
    "sort:'a'",
    "sort:“a”",
    'sort:a"b',
    "sort:a)",
    "Sort:",
    'foo:"a',
    "foo:'a'",
    "-(",
    "((a))",
    "a\ud800",
  ];
  const several = texts.filter((text) => codesOf(`type:Person ${text}`).length !== 1);
  expect(several).toEqual([]);
});
