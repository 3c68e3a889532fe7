// Tests the diagnostics about marks and words of other languages, and about duplicate terms.

import { describe, expect, test } from "vitest";
import { createCatalog, validate } from "../../src/index.ts";
import { checkAll, isSilent, reports, setting } from "../support/check.ts";

describe("not-an-operator", () => {
  const advice = {
    or: "Terms of one qualifier already unite; different qualifiers can only intersect.",
    and: "Different qualifiers already intersect; terms of one qualifier can only unite.",
    not: "It excludes nothing. Name what belongs in the slice instead.",
    openText:
      "As written it makes the text next to it free text. Remove it: terms of one qualifier unite, different qualifiers intersect.",
    inName:
      "As written it is part of the name. Remove it: terms of one qualifier unite, different qualifiers intersect.",
  } as const;
  const message = (written: string, kind: keyof typeof advice): string =>
    `warning: CQL has no \`${written}\`, so it is plain text. ${advice[kind]}`;

  reports("not-an-operator", {
    "OR between terms that unite anyway": [
      "type:Person ‹OR› type:Company",
      message("OR", "or"),
      "preferred fix: remove it → type:Person type:Company",
    ],
    "OR between terms that intersect": ["type:Person ‹OR› source:gmail", message("OR", "or")],
    "AND between terms that intersect anyway": [
      "type:Person ‹AND› source:gmail",
      message("AND", "and"),
      "preferred fix: remove it → type:Person source:gmail",
    ],
    "AND between terms that unite": ["type:Person ‹AND› type:Company", message("AND", "and")],
    NOT: ["‹NOT› type:Person", message("NOT", "not")],
    "NOT between terms": ["type:Person ‹NOT› source:gmail", message("NOT", "not")],
    "lower case next to a term": [
      "type:Person ‹or› type:Company",
      message("or", "or"),
      "preferred fix: remove it → type:Person type:Company",
    ],
    "mixed case before a term": ["‹Not› type:Person", message("Not", "not")],
    "marks that stand for a word": [
      "type:Person ‹||› type:Company",
      message("||", "or"),
      "preferred fix: remove it → type:Person type:Company",
    ],
    "an ampersand": [
      "type:Person ‹&› source:gmail",
      message("&", "and"),
      "preferred fix: remove it → type:Person source:gmail",
    ],
    "a minus alone": ["type:Person ‹-› source:gmail", message("-", "not")],
    "at the end of the query": ["type:Person ‹OR›", message("OR", "or")],
    "next to free text": ["type:Person ‹OR› report", message("OR", "or")],
    "next to a term that does not affect membership": ["type:Person ‹AND› sort:name", message("AND", "and")],
    "an opening parenthesis": [
      "‹(type:Person›",
      message("(", "openText"),
      "fix: remove the parentheses → type:Person",
    ],
    "a closing parenthesis": [
      "type:‹Person)›",
      message(")", "inName"),
      "fix: remove the parentheses → type:Person",
    ],
    "several parentheses": [
      "type:‹Person))›",
      message(")", "inName"),
      "fix: remove the parentheses → type:Person",
    ],
  });

  reports("not-an-operator", {
    "parentheses at both ends": [
      "‹((type:Person))›",
      message("(", "openText"),
      "fix: remove the parentheses → type:Person",
    ],
    "a parenthesis that opens a name": [
      "type:‹(Person›",
      message("(", "inName"),
      "fix: remove the parentheses → type:Person",
    ],
    "several that open a name": [
      "shape:‹((Inbox› type:Person",
      message("(", "inName"),
      "fix: remove the parentheses → shape:Inbox type:Person",
    ],
    "a closing parenthesis after free text": [
      "type:Person ‹report)›",
      message(")", "openText"),
      "fix: remove the parentheses → type:Person report",
    ],
    "a parenthesis alone": [
      "type:Person ‹(›",
      message("(", "openText"),
      "fix: remove the parentheses → type:Person ",
    ],
    "only as many as stand at the ends": [
      "type:Person ‹(a)b)›",
      message("(", "openText"),
      "fix: remove the parentheses → type:Person a)b",
    ],
  });

  isSilent("not-an-operator", {
    "a phrase": 'type:Person "OR"',
    "a small word between words": "salt or pepper",
    "parentheses inside a name": "type:Person(old)",
    "parentheses inside a word": "note-(1)",
    "a parenthesis in quotes": 'type:"Person)" "(a"',
    "parentheses around a name that is not known": "type:(Persona)",
    "parentheses that open a name": "type:(old)Person",
    "a parenthesis in quotes that opens a name": 'type:"(Person"',
    "a word that begins with one": "ORDER type:Person",
  });

  test("a fix is not preferred if the query has other operators", () => {
    const preferred = (text: string): number =>
      validate(text).flatMap(({ fixes = [] }) => fixes.filter((fix) => fix.preferred === true)).length;
    expect(preferred("type:A OR type:B OR type:C")).toBe(2);
    expect(preferred("type:A OR type:B AND source:gmail")).toBe(0);
    expect(preferred("(type:A OR source:b)")).toBe(0);
    expect(preferred("(type:A OR type:B) OR source:c")).toBe(0);
    expect(preferred("type:A OR type:B source:c)")).toBe(0);
    expect(preferred('type:A OR type:B "AND" "(x)" shape:"c)"')).toBe(1);
    expect(preferred("source:a type:A OR type:B -type:C")).toBe(0);
  });

  test("each operator has its own diagnostic", () => {
    checkAll("type:Person OR type:Company AND source:gmail", [
      "not-an-operator type:Person ‹OR› type:Company AND source:gmail",
      "not-an-operator type:Person OR type:Company ‹AND› source:gmail",
    ]);
  });
});

describe("single-quote", () => {
  const message = (written: string): string =>
    `warning: Single quotes do not quote in CQL, so they are part of \`${written}\`. Use \`"\`.`;

  reports("single-quote", {
    "a name that fell apart": [
      "shape:‹'Sales CRM'› after:7d",
      message("'Sales"),
      'preferred fix: use `"` → shape:"Sales CRM" after:7d',
    ],
    "a name of one word": ["type:‹'Person'›", message("'Person'"), 'preferred fix: use `"` → type:"Person"'],
    "a phrase": [
      "type:Person ‹'quarterly report'›",
      message("'quarterly"),
      'preferred fix: use `"` → type:Person "quarterly report"',
    ],
    "a scope term": [
      "type:Person sort:‹'name'›",
      message("'name'"),
      'preferred fix: use `"` → type:Person sort:"name"',
    ],
    "what begins with a qualifier was hardly meant as free text": [
      "type:Person ‹'source:gmail'›",
      message("'source:gmail'"),
      'fix: use `"` → type:Person "source:gmail"',
    ],
    "but a name may": ["shape:‹'type:A'›", message("'type:A'"), 'preferred fix: use `"` → shape:"type:A"'],
    "spaces inside were hardly meant as part of the name": [
      "shape:‹' Inbox '›",
      message("'"),
      'fix: use `"` → shape:" Inbox "',
    ],
    "nothing in quotes": ["type:‹''›", message("''"), 'fix: use `"` → type:""'],
    "letters of any script": ["type:‹'名前'›", message("'名前'"), 'preferred fix: use `"` → type:"名前"'],
  });

  isSilent("single-quote", {
    "double quotes": 'shape:"Sales CRM"',
    "an apostrophe inside a name": "type:O'Brien",
    "single quotes in double quotes": "type:\"'Person'\"",
    "an apostrophe that nothing answers": "type:'tHooft",
    "an apostrophe alone": "type:Person '",
    "another term before the second one": "shape:'Sales type:Person CRM'",
    "a phrase before the second one": "shape:'Sales \"a\" CRM'",
    "a second one far away": `'a ${"b ".repeat(20)}c'`,
    "a date": "after:'7d'",
  });

  isSilent(
    "single-quote",
    { "names that have them": "type:'Person' shape:'A' source:'b'" },
    {
      ...setting,
      catalog: createCatalog({
        shapes: [{ id: "1", name: "'A'" }],
        sources: [{ id: "2", name: "'b'" }],
        types: ["'Person'"],
      }),
    },
  );

  test("the words inside the quotes get no diagnostic of their own", () => {
    checkAll("type:Person 'quarterly big report'", ["single-quote type:Person ‹'quarterly big report'›"]);
  });
});

describe("quote-in-word", () => {
  const message = (written: string): string =>
    `warning: The quote inside \`${written}\` is an ordinary character here. To quote, put \`"\` before the first character and after the last.`;

  reports("quote-in-word", {
    "in a name": ['type:‹Per"son"›', message('Per"son"'), 'fix: quote the whole value → type:"Per\\"son\\""'],
    "in free text": [
      'type:Person ‹foo="bar"›',
      message('foo="bar"'),
      'fix: quote the whole value → type:Person "foo=\\"bar\\""',
    ],
    "in a scope term": [
      'type:Person sort:‹a"›',
      message('a"'),
      'fix: quote the whole value → type:Person sort:"a\\""',
    ],
  });

  isSilent("quote-in-word", {
    "an escaped quote in quotes": 'type:"Per\\"son\\""',
    "an unknown qualifier with quotes": 'foo:"bar"',
    "no quote": "type:Person",
    "a name with a mistake of its own": 'type:“a"b”',
  });
});

describe("duplicate-term", () => {
  const message = (written: string): string =>
    `hint: \`${written}\` is a duplicate and has no effect. Remove one.`;
  const title = "remove the duplicate";

  reports("duplicate-term", {
    "next to the first": [
      "type:Person ‹type:Person›",
      message("type:Person"),
      "unnecessary",
      "related: ‹type:Person› type:Person: first written here",
      `preferred fix: ${title} → type:Person`,
    ],
    "in other quotes, terms between": [
      'type:Person shape:Inbox ‹type:"Person"› x',
      message('type:"Person"'),
      "unnecessary",
      'related: ‹type:Person› shape:Inbox type:"Person" x: first written here',
      `fix: ${title} → type:Person shape:Inbox x`,
    ],
    "a date": [
      "after:7d ‹after:7d›",
      message("after:7d"),
      "unnecessary",
      "related: ‹after:7d› after:7d: first written here",
      `preferred fix: ${title} → after:7d`,
    ],
  });

  isSilent("duplicate-term", {
    "names that differ in case": "type:Person type:person",
    "one name of two qualifiers": "shape:Inbox source-shape:Inbox",
    "scope terms": "type:Person sort:name sort:name",
    "free text": "type:Person a a",
    "dates that mean the same": "after:7d after:1w",
    "terms without a name": "type: type:",
  });

  test("every equal term but the first is a duplicate", () => {
    checkAll("type:Person type:Person type:Person", [
      "duplicate-term type:Person ‹type:Person› type:Person",
      "duplicate-term type:Person type:Person ‹type:Person›",
    ]);
  });

  test.each([
    { text: "type:a after:last type:a week", why: "it would be `last week`" },
    { text: "type:a shape:last type:a week", why: "it could be a name" },
    { text: "type:a type:a b", why: "`a b` could be a name" },
    { text: "after:7d AND after:30d", why: "AND would be left" },
    { text: "type:a or type:a", why: "or would be left" },
  ])("the removal of a duplicate next to a bare word is not preferred: $text, $why", ({ text }) => {
    const removals = validate(text, setting).flatMap(({ tags, fixes }) => (tags === undefined ? [] : fixes));
    expect(removals.map((fix) => fix?.preferred === true)).toEqual([false]);
  });

  test("a duplicate may have other diagnostics as well", () => {
    checkAll("type:Persn type:Persn", [
      "unknown-type type:‹Persn› type:Persn",
      "duplicate-term type:Persn ‹type:Persn›",
      "unknown-type type:Persn type:‹Persn›",
    ]);
  });
});
