// Tests the diagnostics about single characters of a text, and about a text that is over a limit.

import { describe, expect, test } from "vitest";
import { validate } from "../../src/index.ts";
import { checkAll, codesOf, isSilent, linesOf, reports, setting } from "../support/check.ts";
import { mark } from "../support/marked.ts";

describe("smart-quote", () => {
  const message = (quote: string, name: string): string =>
    `\`${quote}\` (${name}) is a typographic quotation mark, which does not quote in CQL. Use the straight \`"\`; inside straight quotes this mark is part of the name.`;
  const opening = message("“", "U+201C");

  reports("smart-quote", {
    "a name of one word": [
      "type:‹“Person”›",
      `error: ${opening}`,
      'preferred fix: use straight quotes → type:"Person"',
    ],
    "a name that fell apart": [
      "shape:‹“Sales CRM”› after:7d",
      `error: ${opening}`,
      'preferred fix: use straight quotes → shape:"Sales CRM" after:7d',
    ],
    "the white space inside is kept": [
      "shape:‹“Sales  CRM”›",
      `error: ${opening}`,
      'preferred fix: use straight quotes → shape:"Sales  CRM"',
    ],
    "marks of other languages": [
      "type:‹«Person»›",
      `error: ${message("«", "U+00AB")}`,
      'preferred fix: use straight quotes → type:"Person"',
    ],
    "marks that open low": [
      "type:‹„Person“›",
      `error: ${message("„", "U+201E")}`,
      'preferred fix: use straight quotes → type:"Person"',
    ],
    "single marks": [
      "type:‹‘Person’›",
      `error: ${message("‘", "U+2018")}`,
      'preferred fix: use straight quotes → type:"Person"',
    ],
    "full-width marks": [
      "type:‹＂Person＂›",
      `error: ${message("＂", "U+FF02")}`,
      'preferred fix: use straight quotes → type:"Person"',
    ],
    "without the second mark there is no fix": ["shape:‹“Sales› type:Person", `error: ${opening}`],
    "one mark alone has no fix": ["type:‹“›", `error: ${opening}`],
    "nor have marks around nothing": ["type:‹“”›", `error: ${opening}`],
    "nor marks around a quote": ['type:‹“a"b”›', `error: ${opening}`],
    "nor marks around a backslash": ["type:‹“a\\b”›", `error: ${opening}`],
    "letters of any script": [
      "type:‹“名前”›",
      `error: ${opening}`,
      'preferred fix: use straight quotes → type:"名前"',
    ],
    "free text gets a warning": [
      "type:Person ‹“quarterly report”›",
      `warning: ${opening}`,
      'preferred fix: use straight quotes → type:Person "quarterly report"',
    ],
    "a scope term gets a warning": [
      "type:Person sort:‹“name”›",
      `warning: ${opening}`,
      'preferred fix: use straight quotes → type:Person sort:"name"',
    ],
    "what begins with a qualifier was hardly meant as free text": [
      "‹“type:Person”›",
      `warning: ${opening}`,
      'fix: use straight quotes → "type:Person"',
    ],
    "but a name may": [
      "shape:‹“type:Person”›",
      `error: ${opening}`,
      'preferred fix: use straight quotes → shape:"type:Person"',
    ],
    "spaces inside were hardly meant as part of the name": [
      "shape:‹“ Inbox ”›",
      `error: ${opening}`,
      'fix: use straight quotes → shape:" Inbox "',
    ],
    "a straight quote may close": [
      'shape:‹“Sales CRM"› type:Person',
      `error: ${opening}`,
      'preferred fix: use straight quotes → shape:"Sales CRM" type:Person',
    ],
    "a mark inside is not reported again": [
      'shape:‹“Sales “CRM”› "x"',
      `error: ${opening}`,
      'preferred fix: use straight quotes → shape:"Sales “CRM" "x"',
    ],
    "a date is not quoted unasked if it would be none": [
      "after:‹“last week”›",
      `error: ${opening}`,
      'fix: use straight quotes → after:"last week"',
    ],
    "a date that is one": [
      "after:‹“7d”›",
      `error: ${opening}`,
      'preferred fix: use straight quotes → after:"7d"',
    ],
  });

  isSilent("smart-quote", {
    "inside straight quotes": 'shape:"“Sales CRM”"',
    "at the end of a word": "shape:Sales”",
    "inside a word": "type:O’Brien",
    "single straight quotes": "shape:'Sales'",
  });

  test("the words inside the quotes get no diagnostic of their own", () => {
    checkAll("shape:“Sales CRM” report", [
      "smart-quote shape:‹“Sales CRM”› report",
      "free-text shape:“Sales CRM” ‹report›",
    ]);
    checkAll("after:“last week”", ["smart-quote after:‹“last week”›"]);
  });

  test("a term of a qualifier ends the search for the second mark", () => {
    checkAll("type:“A type:Person b”", [
      "smart-quote type:‹“A› type:Person b”",
      "free-text type:“A type:Person ‹b”›",
    ]);
  });
});

describe("invisible-character", () => {
  const one = (name: string): string =>
    `This term contains the invisible character ${name}, so it is not the word it looks like. Remove it.`;
  const title = "remove the invisible characters";

  reports("invisible-character", {
    "in a bare name": [
      "type:‹Per\u200bson›",
      `error: ${one("U+200B")}`,
      `preferred fix: ${title} → type:Person`,
    ],
    "in a quoted name": [
      'shape:‹"Sales\u200e CRM"›',
      `error: ${one("U+200E")}`,
      `preferred fix: ${title} → shape:"Sales CRM"`,
    ],
    "several at once": [
      "type:‹\u202ePer\u200bson\u202c›",
      "error: This term contains 3 invisible characters such as U+202E, so it is not the word it looks like. Remove them.",
      `preferred fix: ${title} → type:Person`,
    ],
    "what would be empty then is not changed unasked": [
      "type:‹\u200b›",
      `error: ${one("U+200B")}`,
      `fix: ${title} → type:""`,
    ],
    "a byte order mark in quotes": [
      'type:‹"\ufeffA"›',
      `error: ${one("U+FEFF")}`,
      `preferred fix: ${title} → type:"A"`,
    ],
    "in free text": [
      "type:Person ‹caf\u200be›",
      `warning: ${one("U+200B")}`,
      `fix: ${title} → type:Person cafe`,
    ],
    "in a scope term": [
      "type:Person sort:‹na\u200dme›",
      `warning: ${one("U+200D")}`,
      `preferred fix: ${title} → type:Person sort:name`,
    ],
    ...Object.fromEntries(
      ["\u1160", "\u3164", "\u{1d173}", "\u{1bca0}", "\ufe0f", "\u{e0061}"].map((character) => {
        const name = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`;
        const lines = [`error: ${one(name)}`, `preferred fix: ${title} → type:Person`] as const;
        return [`${name}, which is seldom thought of`, [`type:‹Per${character}son›`, ...lines] as const];
      }),
    ),
    "in a date": ["after:‹7d\u200b›", `error: ${one("U+200B")}`, `preferred fix: ${title} → after:7d`],
    "what begins with a quote then is not changed unasked": [
      'type:‹\u200b"A"›',
      `error: ${one("U+200B")}`,
      `fix: ${title} → type:"A"`,
    ],
  });

  isSilent("invisible-character", {
    "letters of other scripts": "type:Персона",
    "an emoji with its variation selector": "type:❤️",
    "the flag of England": "type:\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "a space that does not break": 'type:"A\u00a0B"',
    "a byte order mark between terms": "\ufefftype:Person",
  });

  test("a date with an invisible character gets no other diagnostic", () => {
    expect(codesOf("after:7\u200bd")).toEqual(["invisible-character"]);
  });
});

describe("control-character", () => {
  const one = (name: string): string =>
    `This term contains the control character ${name}; only tabs and line breaks are allowed, and only inside quotes. Remove it.`;
  const title = "remove the invisible characters";

  reports("control-character", {
    "in a bare name": [
      "type:‹Per\u0007son›",
      `error: ${one("U+0007")}`,
      `preferred fix: ${title} → type:Person`,
    ],
    "in a quoted name": [
      'type:‹"a\u0000b"›',
      `error: ${one("U+0000")}`,
      `preferred fix: ${title} → type:"ab"`,
    ],
    "a form feed in quotes": [
      'type:‹"a\fb"›',
      `error: ${one("U+000C")}`,
      `preferred fix: ${title} → type:"ab"`,
    ],
    "one of C1": ["type:‹a\u0085›", `error: ${one("U+0085")}`, `preferred fix: ${title} → type:a`],
    "in a scope term": [
      "type:Person sort:‹\u0000›",
      `warning: ${one("U+0000")}`,
      `fix: ${title} → type:Person sort:""`,
    ],
    "in free text": [
      "type:Person ‹\u001b[31m›",
      `warning: ${one("U+001B")}`,
      `fix: ${title} → type:Person [31m`,
    ],
  });

  isSilent("control-character", {
    "a tab in quotes": 'shape:"Sales\tCRM"',
    "line breaks in quotes": 'shape:"Sales\r\nCRM"',
    "a tab between terms": "type:Person\ttype:Company",
    "a form feed between terms": "type:Person\ftype:Company",
  });
});

describe("malformed-unicode", () => {
  const one = (name: string): string =>
    `This term contains the lone surrogate ${name}: the text was cut or damaged. Write the whole character.`;
  const title = "remove the invisible characters";

  reports("malformed-unicode", {
    "the first half": ["type:‹a\ud83d›", `error: ${one("U+D83D")}`, `fix: ${title} → type:a`],
    "the second half": ['type:‹"\ude00 a"›', `error: ${one("U+DE00")}`, `fix: ${title} → type:" a"`],
    "in a scope term": [
      "type:Person sort:‹\udc00›",
      `warning: ${one("U+DC00")}`,
      `fix: ${title} → type:Person sort:""`,
    ],
    "in free text": ["type:Person ‹a\ud800›", `warning: ${one("U+D800")}`, `fix: ${title} → type:Person a`],
  });

  isSilent("malformed-unicode", { "a whole character": "type:😀", "in quotes": 'type:"😀"' });
});

test("a term with several kinds of bad characters gets one diagnostic of each kind", () => {
  expect(codesOf("type:a\u0000\u200b\ud800").toSorted()).toEqual([
    "control-character",
    "invisible-character",
    "malformed-unicode",
  ]);
});

describe("the limits on a text", () => {
  const lines = (text: string, limits: Parameters<typeof validate>[1]): readonly (readonly string[])[] =>
    validate(text, { ...setting, ...limits }).map((diagnostic) => linesOf(text, diagnostic));

  test("give too-long, which covers the excess and is the only diagnostic", () => {
    expect(lines("type: Type:A", { limits: { maxLength: 5 } })).toEqual([
      ["type:‹ Type:A›", "error: The query is 12 characters long; at most 5 are allowed. Shorten it."],
    ]);
    expect(lines('"', { limits: { maxLength: 0 } })).toHaveLength(1);
  });

  test("give too-many-terms, which covers the excess and is the only diagnostic", () => {
    expect(lines("type:A type: Type:A", { limits: { maxTerms: 1 } })).toEqual([
      ["type:A ‹type: Type:A›", "error: The query has 3 terms; at most 1 are allowed. Use fewer."],
    ]);
    expect(lines("type:A", { limits: { maxTerms: 0 } })).toEqual([
      ["‹type:A›", "error: The query has 1 term; at most 0 are allowed. Use fewer."],
    ]);
  });

  test("accept a query at the limit", () => {
    expect(codesOf("type:Person", { ...setting, limits: { maxLength: 11, maxTerms: 1 } })).toEqual([]);
  });

  test("allow 65 536 characters and 4 096 terms by default", () => {
    expect(codesOf(`type:${"x".repeat(65_531)}`)).toEqual(["unknown-type"]);
    expect(codesOf(`type:${"x".repeat(65_532)}`)).toEqual(["too-long"]);
    expect(codesOf("sort:a ".repeat(4_096))).not.toContain("too-many-terms");
    expect(codesOf("sort:a ".repeat(4_097))).toEqual(["too-many-terms"]);
  });

  test("report the excess from the first term over the limit on", () => {
    const [diagnostic] = validate("a b  c ", { limits: { maxTerms: 2 } });
    expect(diagnostic && mark("a b  c ", diagnostic.span)).toBe("a b  ‹c ›");
  });
});
