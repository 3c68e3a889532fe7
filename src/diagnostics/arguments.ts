// The closed set of diagnostic codes, each with the arguments that its message is made from.
import type { ForeignMeaning } from "../vocabulary/lookalikes.ts";
import type { NameTable, Qualifier } from "../vocabulary/qualifiers.ts";

/**
 * Every code that a `Diagnostic` can have. `docs/diagnostics.md` has a section for each.
 *
 * @example
 * ```ts
 * const code: DiagnosticCode = "unterminated-quote";
 * ```
 */
export type DiagnosticCode =
  | "unterminated-quote"
  | "missing-value"
  | "missing-space"
  | "qualifier-case"
  | "not-a-colon"
  | "smart-quote"
  | "invisible-character"
  | "control-character"
  | "malformed-unicode"
  | "too-long"
  | "too-many-terms"
  | "malformed-body"
  | "date-nonexistent"
  | "date-out-of-range"
  | "date-format"
  | "date-comparison"
  | "date-with-time"
  | "date-case"
  | "date-whitespace"
  | "date-non-ascii"
  | "date-in-future"
  | "date-unknown"
  | "offset-unit-missing"
  | "offset-unit-ambiguous"
  | "offset-unit-unknown"
  | "offset-number"
  | "offset-combined"
  | "unresolved-shape"
  | "unresolved-source"
  | "unquoted-name"
  | "comma-in-name"
  | "uuid-not-a-name"
  | "ambiguous-name"
  | "unknown-type"
  | "empty-range"
  | "future-date"
  | "date-plus-sign"
  | "unknown-qualifier"
  | "not-a-negation"
  | "not-an-operator"
  | "quote-in-word"
  | "single-quote"
  | "scope-term"
  | "free-text"
  | "no-membership"
  | "filter-ignored"
  | "duplicate-term"
  | "redundant-date";

/**
 * What the message of each code is made from: the `data` of a `Diagnostic` with that code, with which a client can write the message
 * in another language. Plain data; a member that is `undefined` is missing in JSON.
 *
 * @example
 * ```ts
 * const write = ({ written, qualifier }: DiagnosticData["qualifier-case"]) => `${qualifier}: statt ${written}:`;
 * ```
 */
export interface DiagnosticData {
  // What the text alone can get wrong.
  readonly "unterminated-quote": None;
  readonly "missing-value": { readonly qualifier: Qualifier | undefined; readonly next: string | undefined };
  readonly "missing-space": { readonly before: string; readonly after: string };
  readonly "qualifier-case": { readonly written: string; readonly qualifier: Qualifier };
  readonly "not-a-colon": { readonly character: string; readonly qualifier: Qualifier };
  readonly "smart-quote": { readonly quote: string };
  readonly "invisible-character": Characters;
  readonly "control-character": Characters;
  readonly "malformed-unicode": Characters;
  readonly "too-long": {
    readonly actual: number;
    /** Missing for a copy of the tree of such a text, which was not read under another limit. */
    readonly limit: number | undefined;
  };
  readonly "too-many-terms": Limit;
  readonly "malformed-body": {
    /** Where in the body, as in JavaScript: `filter.type[1]`; empty for the body itself. */
    readonly place: string;
    readonly expected: BodyExpectation;
  };

  // Date expressions.
  readonly "date-nonexistent": {
    readonly written: string;
    /** Missing where the year has no such month. */
    readonly daysInMonth: number | undefined;
  };
  readonly "date-out-of-range": { readonly written: string };
  readonly "date-format": Rewritten & {
    /** The days that it may mean, where there are two. */
    readonly readings?: readonly string[];
  };
  readonly "date-comparison": Rewritten & { readonly mark: string };
  readonly "date-with-time": Rewritten;
  readonly "date-case": { readonly written: string; readonly rewritten: string };
  readonly "date-whitespace": Rewritten;
  readonly "date-non-ascii": Characters & Rewritten;
  readonly "date-in-future": { readonly written: string };
  readonly "date-unknown": Rewritten;
  readonly "offset-unit-missing": Rewritten;
  readonly "offset-unit-ambiguous": Rewritten;
  readonly "offset-unit-unknown": Rewritten & { readonly unit: string; readonly tooSmall: boolean };
  readonly "offset-number": Rewritten;
  readonly "offset-combined": Rewritten;

  // What compiles, but probably not to what was meant.
  readonly "unresolved-shape": Unresolved;
  readonly "unresolved-source": Unresolved;
  readonly "unquoted-name": {
    readonly qualifier: Qualifier;
    /** The value and the words after it that seem to belong to the name. */
    readonly written: string;
    /** The names that may be meant, the best first. */
    readonly names: readonly string[];
  };
  readonly "comma-in-name": { readonly qualifier: Qualifier; readonly parts: readonly string[] };
  readonly "uuid-not-a-name": {
    readonly id: string;
    readonly table: NameTable;
    readonly name: string | undefined;
  };
  readonly "ambiguous-name": { readonly name: string; readonly table: NameTable; readonly ids: number };
  readonly "unknown-type": Suggested;
  readonly "empty-range": { readonly start: string; readonly end: string };
  readonly "future-date": {
    readonly written: string;
    readonly bound: "start" | "end";
  };
  readonly "date-plus-sign": { readonly written: string; readonly rewritten: string };
  readonly "unknown-qualifier": { readonly written: string; readonly suggestion: Qualifier | undefined };
  readonly "not-a-negation": { readonly written: string };
  readonly "not-an-operator": {
    readonly written: string;
    /** What it would do in other languages. */
    readonly meaning: ForeignMeaning;
    /** Whether it is part of a name; otherwise the whole term is free text. */
    readonly inName: boolean;
    /** The term to write in its place, for a `comparison`. */
    readonly rewritten?: string | undefined;
  };
  readonly "quote-in-word": { readonly written: string };
  readonly "single-quote": { readonly written: string };
  readonly "scope-term": { readonly qualifier: Qualifier };
  readonly "free-text": {
    readonly written: string;
    /** The term that the text may be the rest of, in quotes, or all of, if it is a name that is known; missing where that is unlikely. */
    readonly quoted?: string | undefined;
  };
  readonly "no-membership": None;
  readonly "filter-ignored": None;
  readonly "duplicate-term": { readonly written: string };
  readonly "redundant-date": {
    readonly written: string;
    readonly wider: string;
    readonly bound: "start" | "end";
    /** Whether both are the same instant. */
    readonly same: boolean;
  };
}

/**
 * What a place of a slice body should be: an object with a name and `cql` or `filter`; with `cql` or `filter`, as neither is there;
 * one of the members of a body; a string; an object whose keys are qualifiers; one of these qualifiers; an array of strings; an
 * array with a member.
 *
 * @example
 * ```ts
 * const expected: BodyExpectation = "string";
 * ```
 */
export type BodyExpectation =
  | "body"
  | "query"
  | "member"
  | "string"
  | "filter"
  | "qualifier"
  | "strings"
  | "not-empty";

/** No arguments. @inline */
type None = Readonly<Record<string, never>>;

/** Characters that a term cannot have. @inline */
interface Characters {
  /** The first offending character. */
  readonly character: string;
  /** How many there are in the term. */
  readonly count: number;
}

/** How much there is, and may be. @inline */
interface Limit {
  readonly actual: number;
  readonly limit: number;
}

/** A date, and perhaps what it was meant to be. @inline */
interface Rewritten {
  readonly written: string;
  /** What to write in its place, where there is one certain reading. */
  readonly rewritten: string | undefined;
}

/** Names that may be meant by one that the catalog does not know. @inline */
interface Suggested {
  readonly name: string;
  /** The known name that was most likely meant. */
  readonly suggestion: string | undefined;
  /** Further known names that begin with what is written. */
  readonly others: readonly string[];
}

/** A name that the catalog does not know. @inline */
interface Unresolved extends Suggested {
  readonly qualifier: Qualifier;
  /** Whether no name of this qualifier resolves, so that the slice is empty. */
  readonly matchesNothing: boolean;
}
