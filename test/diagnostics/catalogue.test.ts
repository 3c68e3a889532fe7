// Every code but those of dates: its severity, and the exact message that its arguments make.

import { describe, expect, test } from "vitest";
import { diagnosticCodes } from "../../src/diagnostics/catalogue/catalogue.ts";
import { dateEntries } from "../../src/diagnostics/catalogue/dates.ts";
import { listed, MEMBERSHIP, QUALIFIERS } from "../support/qualifiers.ts";
import { entryChecks } from "./check-entry.ts";

const { check, checked } = entryChecks();

describe("what the text alone can get wrong", () => {
  check("unterminated-quote", "error", [
    {},
    'This quote is never closed, so it takes in the rest of the query. Close it with `"`.',
  ]);
  check(
    "missing-value",
    "error",
    [
      { qualifier: "type", next: undefined },
      "`type:` has no name. Write one after the colon, for example `type:Person`.",
    ],
    [
      { qualifier: "shape", next: undefined },
      '`shape:` has no name. Write one after the colon, for example `shape:"Sales CRM"`.',
    ],
    [
      { qualifier: "type", next: "Person" },
      "`type:` has no name. Write the name right after the colon, without a space.",
    ],
    [
      { qualifier: "after", next: undefined },
      "`after:` has no date. Write one after the colon, for example `after:3mo`.",
    ],
    [
      { qualifier: "before", next: "7d" },
      "`before:` has no date. Write the date right after the colon, without a space.",
    ],
    [{ qualifier: undefined, next: undefined }, "The date is empty. Write for example `7d` or `2026-01-05`."],
  );
  check("missing-space", "error", [
    { before: '"a"', after: "b" },
    '`"a"` and `b` touch. Put a space between two terms; a quote inside quotes is written `\\"`.',
  ]);
  check("qualifier-case", "error", [
    { written: "TYPE", qualifier: "type" },
    "Qualifiers are in lower case: write `type:`, not `TYPE:`.",
  ]);
  check("smart-quote", "error", [
    { quote: "“" },
    '`“` (U+201C) is a typographic quotation mark, which does not quote in CQL. Use the straight `"`; inside it such a mark is part of the name.',
  ]);
  check(
    "invisible-character",
    "error",
    [
      { character: "\u200b", count: 1 },
      "The invisible character U+200B is part of this term, which is not the word that it looks like. Remove it.",
    ],
    [
      { character: "\u202e", count: 2 },
      "2 invisible characters such as U+202E are part of this term, which is not the word that it looks like. Remove them.",
    ],
  );
  check(
    "control-character",
    "error",
    [
      { character: "\0", count: 1 },
      "The control character U+0000 is part of this term; of these only tab and line breaks are allowed, inside quotes. Remove it.",
    ],
    [
      { character: "\u0007", count: 3 },
      "3 control characters such as U+0007 are part of this term; of these only tab and line breaks are allowed, inside quotes. Remove them.",
    ],
  );
  check(
    "malformed-unicode",
    "error",
    [
      { character: "\ud83d", count: 1 },
      "The half character U+D83D (a lone surrogate) is part of this term: the text was cut or damaged. Write the whole character.",
    ],
    [
      { character: "\udc00", count: 2 },
      "2 half characters such as U+DC00 (a lone surrogate) are part of this term: the text was cut or damaged. Write the whole character.",
    ],
  );
  check("too-long", "error", [
    { actual: 70_000, limit: 65_536 },
    "The query is 70000 characters long; at most 65536 are allowed. Shorten it.",
  ]);
  check(
    "too-many-terms",
    "error",
    [{ actual: 5_000, limit: 4_096 }, "The query has 5000 terms; at most 4096 are allowed. Use fewer."],
    [{ actual: 1, limit: 0 }, "The query has 1 term; at most 0 are allowed. Use fewer."],
  );
  check(
    "malformed-body",
    "error",
    [{ path: "", expected: "must be an object" }, "The slice body must be an object."],
    [{ path: "filter.type[0]", expected: "must be a string" }, "`filter.type[0]` must be a string."],
  );
});

const uuid = "c0ffee00-0000-4000-8000-000000000001";

describe("names", () => {
  check(
    "unresolved-shape",
    "warning",
    [
      { qualifier: "shape", name: "Sales CMR", suggestion: "Sales CRM", matchesNothing: true },
      "No shape is named `Sales CMR`, and as no `shape:` name is known, the slice is empty. Did you mean `Sales CRM`?",
    ],
    [
      { qualifier: "source-shape", name: "x", suggestion: undefined, matchesNothing: false },
      "No shape is named `x`, so it adds nothing to the slice. Check its spelling, capitals included.",
    ],
  );
  check("unresolved-source", "warning", [
    { qualifier: "source", name: "gmial", suggestion: "gmail", matchesNothing: false },
    "No source is named `gmial`, so it adds nothing to the slice. Did you mean `gmail`?",
  ]);
  check("comma-in-name", "warning", [
    { qualifier: "source", parts: ["gmail", "slack"] },
    "A comma does not separate names, so this is one name, which matches nothing. Write a term for each: `source:gmail` and `source:slack`.",
  ]);
  check(
    "uuid-not-a-name",
    "warning",
    [
      { id: uuid, table: "sources", name: "gmail" },
      `\`${uuid}\` is an id, and slices are defined by names; as a name it matches nothing. Write the name \`gmail\`.`,
    ],
    [
      { id: uuid, table: "shapes", name: undefined },
      `\`${uuid}\` is an id, and slices are defined by names; as a name it matches nothing. Write the name of the shape.`,
    ],
  );
  check("ambiguous-name", "information", [
    { name: "drive", table: "sources", ids: 2 },
    "`drive` is the name of 2 sources; entities of all of them are in the slice.",
  ]);
  check(
    "unknown-type",
    "information",
    [
      { name: "Persn", suggestion: "Person" },
      "`Persn` is not among the types that the catalog lists, so it may match nothing. Did you mean `Person`?",
    ],
    [
      { name: "a", suggestion: "a\u202e\nb" },
      "`a` is not among the types that the catalog lists, so it may match nothing. Did you mean `a<U+202E><U+000A>b`?",
    ],
    [
      { name: "Invoice", suggestion: undefined },
      "`Invoice` is not among the types that the catalog lists, so it may match nothing. Check its spelling, capitals included.",
    ],
  );
});

describe("what compiles, but probably not to what was meant", () => {
  const [start, end] = ["2026-11-20T00:00:00.000Z", "2026-11-19T00:00:00.000Z"];
  check(
    "empty-range",
    "warning",
    [
      { start, end },
      `No entity can match: the slice begins at ${start}, which is not before its end at ${end}. Swap the dates, or change one.`,
    ],
    [
      { start: end, end },
      `No entity can match: the slice begins at ${end}, which is not before its end at ${end}. Move one of the dates.`,
    ],
  );
  check(
    "future-date",
    "warning",
    [
      { written: "2999-01-01", bound: "start" },
      "`2999-01-01` is still to come, so nothing created until then can match. Check the year.",
    ],
    [
      { written: "2999-01-01", bound: "end" },
      "`2999-01-01` is still to come, so it leaves nothing out yet. Check the year.",
    ],
  );
  check("date-plus-sign", "warning", [
    { written: "+7d", rewritten: "7d" },
    "The plus sign does nothing: `+7d` is always in the past, like `7d`. Leave it out.",
  ]);
  check(
    "unknown-qualifier",
    "warning",
    [
      { written: "tpye:", suggestion: "type" },
      "`tpye:` is not a qualifier, so this is free text, which does not affect membership. Did you mean `type:`?",
    ],
    [
      { written: "owner:", suggestion: undefined },
      `\`owner:\` is not a qualifier, so this is free text, which does not affect membership. The qualifiers are ${listed(QUALIFIERS, "and")}.`,
    ],
  );
  check("not-a-negation", "warning", [
    { written: "-type:Person" },
    "CQL cannot leave things out: `-type:Person` is free text, which does not affect membership. Name what belongs to the slice instead.",
  ]);
  check("not-an-operator", "warning", [
    { written: "OR", advice: "Terms unite." },
    "CQL has no `OR`, and reads it as text. Terms unite.",
  ]);
  check("quote-in-word", "warning", [
    { written: 'a"b' },
    'The quote inside `a"b` is an ordinary character here. To quote, put `"` before the first character and after the last.',
  ]);
  check("single-quote", "warning", [
    { written: "'Sales" },
    "Single quotes do not quote in CQL, so they are part of `'Sales`. Use `\"`.",
  ]);
});

describe("information and hints", () => {
  check("scope-term", "information", [
    { qualifier: "sort" },
    "`sort:` does not affect which entities are in the slice; it is reported as a scope warning.",
  ]);
  check("free-text", "information", [
    { written: "report" },
    "`report` is free text: it does not affect which entities are in the slice, and is reported as a scope warning.",
  ]);
  check("no-membership", "information", [
    {},
    `Nothing here narrows the slice, so it is the whole project. Narrow it with ${listed(MEMBERSHIP, "or")}.`,
  ]);
  check("filter-ignored", "information", [
    {},
    "The body has both `cql` and `filter`; `cql` decides, and `filter` is ignored. Send one of them.",
  ]);
  check("duplicate-term", "hint", [
    { written: "type:Person" },
    "`type:Person` is there already; writing it twice changes nothing. Remove one.",
  ]);
  check(
    "redundant-date",
    "hint",
    [
      { written: "after:7d", wider: "after:30d", bound: "start", same: false },
      "`after:7d` adds nothing: `after:30d` begins earlier, and terms of one qualifier unite. Remove one of the two.",
    ],
    [
      { written: "before:30d", wider: "before:7d", bound: "end", same: false },
      "`before:30d` adds nothing: `before:7d` ends later, and terms of one qualifier unite. Remove one of the two.",
    ],
    [
      { written: "after:7d", wider: "after:1w", bound: "start", same: true },
      "`after:7d` adds nothing: `after:1w` is the same instant, and terms of one qualifier unite. Remove one of the two.",
    ],
    [
      { written: "before:7d", wider: "before:1w", bound: "end", same: true },
      "`before:7d` adds nothing: `before:1w` is the same instant, and terms of one qualifier unite. Remove one of the two.",
    ],
  );
});

test("no code is left out", () => {
  const dates = Object.keys(dateEntries);
  expect(diagnosticCodes.filter((code) => !checked.has(code) && !dates.includes(code))).toEqual([]);
});
