// The closed set of diagnostic codes, each with the arguments that its message is made from.
import type { NameTable, Qualifier } from "../vocabulary/qualifiers.ts";

/**
 * Every code that a `Diagnostic` can have. `docs/diagnostics.md` has a section for each.
 *
 * @example
 * ```ts
 * const code: DiagnosticCode = "unterminated-quote";
 * ```
 */
export type DiagnosticCode = keyof DiagnosticArguments;

/** The arguments of each code. Adding a member here is how a code is added: everything else then asks for it. */
export interface DiagnosticArguments {
  // What the text alone can get wrong.
  readonly "unterminated-quote": None;
  readonly "missing-value": { readonly qualifier: Qualifier | undefined; readonly next: string | undefined };
  readonly "missing-space": { readonly before: string; readonly after: string };
  readonly "qualifier-case": { readonly written: string; readonly qualifier: Qualifier };
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
  readonly "malformed-body": { readonly path: string; readonly expected: string };

  // Date expressions.
  readonly "date-nonexistent": { readonly written: string; readonly reason: string };
  readonly "date-out-of-range": { readonly written: string };
  readonly "date-format": Rewritten;
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
  readonly "comma-in-name": { readonly qualifier: Qualifier; readonly parts: readonly string[] };
  readonly "uuid-not-a-name": {
    readonly id: string;
    readonly table: NameTable;
    readonly name: string | undefined;
  };
  readonly "ambiguous-name": { readonly name: string; readonly table: NameTable; readonly ids: number };
  readonly "unknown-type": { readonly name: string; readonly suggestion: string | undefined };
  readonly "empty-range": { readonly start: string; readonly end: string };
  readonly "future-date": {
    readonly written: string;
    readonly bound: "start" | "end";
  };
  readonly "date-plus-sign": { readonly written: string; readonly rewritten: string };
  readonly "unknown-qualifier": { readonly written: string; readonly suggestion: Qualifier | undefined };
  readonly "not-a-negation": { readonly written: string };
  readonly "not-an-operator": { readonly written: string; readonly advice: string };
  readonly "quote-in-word": { readonly written: string };
  readonly "single-quote": { readonly written: string };
  readonly "scope-term": { readonly qualifier: Qualifier };
  readonly "free-text": { readonly written: string };
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

/** No arguments. */
type None = Readonly<Record<string, never>>;

interface Characters {
  /** The first offending character. */
  readonly character: string;
  /** How many there are in the term. */
  readonly count: number;
}

interface Limit {
  readonly actual: number;
  readonly limit: number;
}

interface Rewritten {
  readonly written: string;
  /** What to write in its place, where there is one certain reading. */
  readonly rewritten: string | undefined;
}

interface Unresolved {
  readonly qualifier: Qualifier;
  readonly name: string;
  readonly suggestion: string | undefined;
  /** Whether no name of this qualifier resolves, so that the slice is empty. */
  readonly matchesNothing: boolean;
}
