// The inputs of the properties: values, texts, queries, catalogs, clocks and valid membership texts.

import fc from "fast-check";
import { type Query, query, term, text } from "../../src/index.ts";
import { casesOf } from "../conformance/files.ts";
import { type MembershipRow, nameRows, QUALIFIERS } from "./qualifiers.ts";
import { CURIOUS, DATES, IDS, NAMES, NEAR_MISSES } from "./words.ts";

/** The data of a catalog, as `createCatalog` takes it. */
export interface CatalogData {
  readonly shapes: readonly { readonly id: string; readonly name: string }[];
  readonly sources: readonly { readonly id: string; readonly name: string }[];
  readonly types?: readonly string[];
}

/** A text, the names it is compiled with, and the clock. */
export interface World {
  readonly source: string;
  readonly data: CatalogData;
  readonly now: number;
}

/** One term that defines membership and has no mistake in it. */
export interface MembershipTerm {
  readonly qualifier: MembershipRow["word"];
  readonly value: string;
}

/** Any single UTF-16 code unit, lone surrogates included. */
const unit: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0xffff })
  .map((code) => String.fromCharCode(code));

/** Any well-formed string: quotes, backslashes, colons, line ends, astral characters, keywords, nothing at all. */
export const value: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(...CURIOUS), maxLength: 8 }),
  fc.constantFrom(...NAMES, ...QUALIFIERS, ...DATES, ...CURIOUS),
);

/** Any string at all, lone surrogates included. */
export const anyString: fc.Arbitrary<string> = fc.oneof(value, fc.string({ unit, maxLength: 8 }));

const qualifier = fc.constantFrom(...QUALIFIERS);

const wellMade: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(qualifier, fc.constantFrom(...NAMES)).map(([word, name]) => `${word}:${spelled(name)}`),
  fc
    .tuple(fc.constantFrom("after", "before"), fc.constantFrom(...DATES))
    .map(([word, date]) => `${word}:${date}`),
  fc.tuple(qualifier, value).map(([word, name]) => `${word}:${quote(name)}`),
  value.map(quote),
);

const piece: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: wellMade, weight: 6 },
  { arbitrary: fc.constantFrom(...NEAR_MISSES), weight: 5 },
  { arbitrary: fc.tuple(qualifier, anyString).map(([word, name]) => `${word}:${name}`), weight: 2 },
  { arbitrary: anyString, weight: 2 },
);

const gap: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constant(" "), weight: 8 },
  {
    arbitrary: fc.constantFrom("", "  ", "\n", "\r\n", "\t", "\u00a0", "\u3000", "\ufeff", "\u2028", "\v\f"),
    weight: 2,
  },
);

const pieces: fc.Arbitrary<string> = fc
  .array(fc.tuple(piece, gap), { maxLength: 6 })
  .map((pairs) => pairs.flat().join(""));

/** The queries of the conformance cases, but for those that are long. */
const cases: readonly string[] = (["lex", "compile", "diagnostics", "format"] as const)
  .flatMap((kind) => casesOf(kind).map(({ input }): unknown => input))
  .filter((input) => typeof input === "string")
  .filter((text) => text.length <= 200);

/** What becomes of a part of a text; the other text is a piece of its own. */
const edits: readonly ((part: string, other: string) => string)[] = [
  () => "",
  (_, other) => other,
  (part, other) => part + other,
  (part, other) => `${part} ${other} `,
  (part) => part + part,
  (part) => part.repeat(17),
  (part) => `"${part}"`,
  (part) => part.toUpperCase(),
  (part) => part.normalize("NFD"),
  (part) => part.normalize("NFKC"),
  (part) => Array.from(part).toReversed().join(""),
  (part) => part.replaceAll(/["\\:\s]/gu, ""),
  (part) => part.replaceAll(/\d/gu, (digit) => String((Number(digit) + 7) % 10)),
  (part) => part.replaceAll(/[\s\S]/g, (each) => String.fromCharCode(each.charCodeAt(0) ^ 1)),
];

const edit = fc.record({
  at: fc.nat(200),
  length: fc.nat(12),
  how: fc.constantFrom(...edits),
  other: fc.oneof(piece, fc.constantFrom(...CURIOUS, ...DATES)),
});

/** Texts after a few edits, from the conformance cases and from texts that are drawn. */
const edited: fc.Arbitrary<string> = fc
  .tuple(fc.oneof(fc.constantFrom(...cases), pieces), fc.array(edit, { minLength: 1, maxLength: 4 }))
  .map(([text, all]) =>
    all.reduce((before, { at, length, how, other }) => {
      const start = at % (before.length + 1);
      const end = start + length;
      return (before.slice(0, start) + how(before.slice(start, end), other) + before.slice(end)).slice(
        0,
        300,
      );
    }, text),
  );

/** Any text that a person, a program or an attacker could send. */
export const source: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: pieces, weight: 8 },
  { arbitrary: edited, weight: 2 },
  { arbitrary: fc.string({ unit: fc.constantFrom(...CURIOUS), maxLength: 16 }), weight: 2 },
  { arbitrary: fc.string({ unit, maxLength: 16 }), weight: 1 },
);

/** Texts that people write: mostly right, with a slip here and there, words apart. */
export const plausible: fc.Arbitrary<string> = fc
  .array(
    fc.oneof({ arbitrary: wellMade, weight: 3 }, { arbitrary: fc.constantFrom(...NEAR_MISSES), weight: 2 }),
    {
      maxLength: 5,
    },
  )
  .map((pieces) => pieces.join(" "));

/** Any query that the builders can make from well-formed strings. */
export const builtQuery: fc.Arbitrary<Query> = queryOfValues(value);

/** Any query that the builders can make, ill-formed strings included. */
export const anyQuery: fc.Arbitrary<Query> = queryOfValues(anyString);

function queryOfValues(values: fc.Arbitrary<string>): fc.Arbitrary<Query> {
  const anyTerm = fc.oneof(
    fc.tuple(qualifier, values).map(([word, name]) => term(word, name)),
    values.map((words) => text(words)),
  );
  return fc.array(anyTerm, { maxLength: 6 }).map((terms) => query(terms));
}

const row = fc.record({ id: fc.constantFrom(...IDS), name: fc.constantFrom(...NAMES) });

/** Catalogs in which names are missing, ambiguous, repeated, or called like a member of Object.prototype. */
export const catalogData: fc.Arbitrary<CatalogData> = fc.record(
  {
    shapes: fc.array(row, { maxLength: 8 }),
    sources: fc.array(row, { maxLength: 8 }),
    types: fc.array(fc.constantFrom(...NAMES), { maxLength: 6 }),
  },
  { requiredKeys: ["shapes", "sources"] },
);

const DAY = 86_400_000;

/** Instants from 1970 to 2100, month ends and day bounds more often than chance would have it. */
export const clock: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: 0, max: 47_481 * DAY }),
  fc.integer({ min: 0, max: 47_481 }).map((day) => day * DAY),
  fc
    .constantFrom("2024-02-29T12:00:00Z", "2026-03-31T23:59:59.999Z", "2026-11-20T10:10:41.123Z")
    .map(Date.parse),
);

/** Every instant that a query can be compiled at. */
export const anyClock: fc.Arbitrary<number> = fc.oneof(
  clock,
  fc.integer({ min: Date.parse("0001-01-01T00:00:00.000Z"), max: Date.parse("9999-12-31T23:59:59.999Z") }),
  fc.constantFrom(Date.parse("0001-01-01T00:00:00.000Z"), Date.parse("9999-12-31T23:59:59.999Z")),
);

/** Any text with any catalog at any time. */
export const world: fc.Arbitrary<World> = fc.record({
  source: fc.oneof(source, plausible),
  data: catalogData,
  now: fc.oneof({ arbitrary: clock, weight: 4 }, { arbitrary: anyClock, weight: 1 }),
});

/** Terms that define membership and are right; names may be unknown to the catalog. */
export const membershipTerm: fc.Arbitrary<MembershipTerm> = fc.oneof(
  fc.record({
    qualifier: fc.constantFrom("type" as const, ...nameRows.map(({ word }) => word)),
    value: fc.constantFrom(...NAMES),
  }),
  fc.record({
    qualifier: fc.constantFrom("after" as const, "before" as const),
    value: fc.constantFrom(...DATES),
  }),
);

/** The text of membership terms, spelled by hand and not by `print`. */
export function membershipText(terms: readonly MembershipTerm[]): string {
  return terms.map((one) => `${one.qualifier}:${spelled(one.value)}`).join(" ");
}

/** The value in quotes, escaped as the language says. */
export function quote(words: string): string {
  return `"${words.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function spelled(name: string): string {
  return /^[\w:+-]+$/u.test(name) ? name : quote(name);
}
