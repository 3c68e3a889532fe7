// The TextMate grammar: which part of a file of queries is what, so that editors can colour it.

import type { TextMateGrammar, TextMateRule } from "../../src/grammar/types.ts";
import { alwaysInvisible, controlCharacters } from "../../src/text/characters.ts";
import { dateUnits, dateWords } from "../../src/vocabulary/dates.ts";
import { isMembership, qualifiers } from "../../src/vocabulary/qualifiers.ts";

/** White space as ECMAScript's `\s` has it; Oniguruma's own differs. */
const space = classOf(/\s/u);
export const visible: string = `[^${space}]`;
/** Where a term or a value ends. */
const over = `(?!${visible})`;
/** How a value begins that is not quoted. */
export const unquoted: string = `[^${space}"]`;
const bare = `${unquoted}${visible}*`;
/** What ends a quote in a file, though not in a query alone: an empty line, or a comment. */
export const endInFile: string = `|^(?=[${space}]*(?:#|$))`;

const dates = wordsThat((row) => row.means === "date");
const units = alternation([...dateUnits.keys()]);
const names = wordsThat((row) => isMembership(row.word) && row.means !== "date");
export const others: string = wordsThat((row) => !isMembership(row.word));
export const membership: string = wordsThat((row) => isMembership(row.word));
const all = wordsThat(() => true);

/** The rules are tried in this order at the next character that is not white space: each takes one term. */
export const textMateGrammar: TextMateGrammar = {
  name: "CQL (slices)",
  scopeName: "source.cql-slice",
  fileTypes: ["slice-cql"],
  patterns: [
    "comment",
    "missing-value",
    "date-word",
    "date-offset",
    "date-day",
    "date-invalid",
    "date-quoted",
    "name",
    "name-quoted",
    "other",
    "other-quoted",
    "qualifier-case",
    "unknown-qualifier",
    "phrase",
    "word",
  ].map((rule) => ({ include: `#${rule}` })),
  repository: {
    comment: {
      comment: "A line that begins with #",
      match: `^[${space}]*((#).*)$`,
      captures: numbered(scope("comment.line.number-sign"), scope("punctuation.definition.comment")),
    },
    "missing-value": {
      comment: 'type: and type:"" without a name',
      match: `(${membership})(:)(""(?!${visible})|${over})`,
      name: "meta.term.qualified.cql-slice",
      captures: numbered(
        scope("keyword.other.qualifier.membership"),
        scope("invalid.illegal.missing-value"),
        scope("invalid.illegal.missing-value"),
      ),
    },
    "date-word": dateRule(
      "after:last-week",
      `(${alternation([...dateWords.keys()])})`,
      "constant.language.date",
    ),
    "date-offset": dateRule(
      "after:3mo",
      `([+-]?[0-9]+)(${units})`,
      "constant.numeric.offset",
      "keyword.other.unit",
    ),
    "date-day": dateRule("after:2026-01-01", "([0-9]{4}-[0-9]{2}-[0-9]{2})", "constant.numeric.date"),
    "date-invalid": dateRule("Anything else is not a date", `(${bare})`, "invalid.illegal.date"),
    "date-quoted": quotedAfter(dates, "membership", "string.quoted.double.date"),
    name: {
      comment: "type:Person",
      match: `(${names})(:)(${bare})`,
      name: "meta.term.qualified.cql-slice",
      captures: numbered(...qualifierScopes("membership"), value("string.unquoted.name")),
    },
    "name-quoted": quotedAfter(names, "membership", "string.quoted.double.name"),
    other: {
      comment: "sort:name, which does not decide what is in the slice",
      match: `(${others})(:)(${bare}|${over})`,
      name: "meta.term.qualified.cql-slice",
      captures: numbered(...qualifierScopes("scope"), value("string.unquoted.scope")),
    },
    "other-quoted": quotedAfter(others, "scope", "string.quoted.double.scope"),
    "qualifier-case": {
      comment: "Type:Person",
      match: `((?i:${all}))(:)(${visible}*)`,
      name: "meta.term.text.cql-slice",
      captures: numbered(
        scope("invalid.illegal.qualifier-case"),
        scope("punctuation.separator.qualifier"),
        value("string.unquoted.free-text"),
      ),
    },
    "unknown-qualifier": {
      comment: "tpye:Person, but not an address",
      match: `([A-Za-z][A-Za-z0-9_-]*)(:)(?!//)(${visible}*)`,
      name: "meta.term.text.cql-slice",
      captures: numbered(
        scope("invalid.deprecated.unknown-qualifier"),
        scope("punctuation.separator.qualifier"),
        value("string.unquoted.free-text"),
      ),
    },
    phrase: {
      comment: 'Free text: "quarterly report"',
      begin: '(")',
      name: "meta.term.text.cql-slice",
      beginCaptures: numbered(scope("punctuation.definition.string.begin")),
      ...inside("string.quoted.double.free-text"),
    },
    word: {
      comment: "Free text: report",
      match: `(${visible}+)`,
      name: "meta.term.text.cql-slice",
      captures: numbered(value("string.unquoted.free-text")),
    },
    escape: { match: '\\\\["\\\\]', ...scope("constant.character.escape") },
    character: {
      comment: "What cannot be seen, and would make a name another",
      match: `[${classOf(controlCharacters)}${classOf(alwaysInvisible)}]`,
      ...scope("invalid.illegal.character"),
    },
  },
};

export function scope(name: string): TextMateRule & { readonly name: string } {
  return { name: `${name}.cql-slice` };
}

function value(name: string): TextMateRule {
  return { ...scope(name), patterns: [{ include: "#character" }] };
}

export function numbered(...rules: readonly TextMateRule[]): Readonly<Record<string, TextMateRule>> {
  return Object.fromEntries(rules.map((rule, index) => [String(index + 1), rule]));
}

export function qualifierScopes(kind: "membership" | "scope"): readonly TextMateRule[] {
  return [scope(`keyword.other.qualifier.${kind}`), scope("punctuation.separator.qualifier")];
}

function dateRule(comment: string, pattern: string, ...scopes: readonly string[]): TextMateRule {
  return {
    comment,
    match: `(${dates})(:)${pattern}${over}`,
    name: "meta.term.qualified.cql-slice",
    captures: numbered(...qualifierScopes("membership"), ...scopes.map(scope)),
  };
}

function quotedAfter(words: string, kind: "membership" | "scope", name: string): TextMateRule {
  return {
    begin: `(${words})(:)(")`,
    name: "meta.term.qualified.cql-slice",
    beginCaptures: numbered(...qualifierScopes(kind), scope("punctuation.definition.string.begin")),
    ...inside(name),
  };
}

/** From after the opening quote to the closing one, over lines; to the end of the query if there is none. */
function inside(name: string): TextMateRule {
  return {
    contentName: `${name}.cql-slice`,
    end: `(")${over}|(")${endInFile}`,
    endCaptures: numbered(
      scope("punctuation.definition.string.end"),
      // Something adjoins the quote.
      scope("invalid.illegal.missing-space"),
    ),
    patterns: [{ include: "#escape" }, { include: "#character" }],
  };
}

function wordsThat(matches: (row: (typeof qualifiers)[number]) => boolean): string {
  return alternation(qualifiers.filter(matches).map(({ word }) => word));
}

function alternation(words: readonly string[]): string {
  return words.join("|");
}

/** The inside of a bracket that holds the characters that match, as Oniguruma writes it. */
function classOf(characters: RegExp): string {
  const single = new RegExp(characters.source, "u");
  const ranges: { first: number; last: number }[] = [];
  for (let point = 0; point < 0xd800; point += 1) add(point);
  for (let point = 0xe000; point <= 0x10_ffff; point += 1) add(point);
  return ranges
    .map(({ first, last }) => (first === last ? hex(first) : `${hex(first)}-${hex(last)}`))
    .join("");

  function add(point: number): void {
    if (!single.test(String.fromCodePoint(point))) return;
    const range = ranges.at(-1);
    if (range?.last === point - 1) range.last = point;
    else ranges.push({ first: point, last: point });
  }
}

function hex(unit: number): string {
  return `\\x{${unit.toString(16).padStart(4, "0")}}`;
}
