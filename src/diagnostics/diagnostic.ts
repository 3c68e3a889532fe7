// What the toolkit says about a query: plain data, the same for compilers, terminals and editors.
import type { TextEdit } from "../text/edits.ts";
import type { Span } from "../text/span.ts";
import type { DiagnosticCode } from "./arguments.ts";

/**
 * How much a diagnostic matters. An `error` is refused: nothing is compiled. A `warning` compiles, but probably
 * not to what was meant. An `information` tells what was done. A `hint` marks what can go.
 *
 * @example
 * ```ts
 * const refused = diagnostics.some(({ severity }) => severity === "error");
 * ```
 */
export type Severity = "error" | "warning" | "information" | "hint";

/**
 * A change that mends what a diagnostic is about.
 *
 * @example
 * ```ts
 * const [fix] = validate("Type:Person")[0]?.fixes ?? [];
 * if (fix) applyFix("Type:Person", fix); // "type:Person"
 * ```
 */
export interface Fix {
  /** What it does, in the imperative, for a menu. */
  readonly title: string;
  /** Edits to the text that the diagnostic was made from; they do not overlap. */
  readonly edits: readonly TextEdit[];
  /** True where there is one certain reading: `fixAll` applies it, and editors may do so by one key. */
  readonly preferred?: boolean;
}

/**
 * Another place that a diagnostic refers to.
 *
 * @example
 * ```ts
 * const related: RelatedSpan = { span: { start: 0, end: 6 }, message: "first written here" };
 * ```
 */
export interface RelatedSpan {
  /** The place. */
  readonly span: Span;
  /** What it has to do with the diagnostic. */
  readonly message: string;
}

/**
 * One finding about a query.
 *
 * @example
 * ```ts
 * const [diagnostic] = validate("after:2026-02-29");
 * diagnostic?.code; // "date-nonexistent"
 * ```
 */
export interface Diagnostic {
  /** Which of the closed set of findings this is. */
  readonly code: DiagnosticCode;
  /** How much it matters. */
  readonly severity: Severity;
  /** What is wrong, why, and what to write, in one or two sentences. */
  readonly message: string;
  /** What it is about, in UTF-16 code units of the query text. */
  readonly span: Span;
  /** Other places it refers to. */
  readonly related?: readonly RelatedSpan[];
  /** `unnecessary`: the text can go without changing the slice; editors fade it. */
  readonly tags?: readonly "unnecessary"[];
  /** Changes that mend it, the best first. */
  readonly fixes?: readonly Fix[];
  /** Its page in the documentation, relative to the root of the package. */
  readonly href: string;
}
