// What the toolkit reports about a query: plain data, the same for compilers, terminals and editors.
import type { TextEdit } from "../text/edits.ts";
import type { Span } from "../text/span.ts";
import type { DiagnosticCode, DiagnosticData } from "./arguments.ts";

/**
 * How much a diagnostic matters. An `error` is refused: nothing is compiled. A `warning` compiles, but probably
 * not to what was meant. An `information` explains what was done. A `hint` marks what can be removed.
 *
 * @example
 * ```ts
 * const refused = diagnostics.some(({ severity }) => severity === "error");
 * ```
 */
export type Severity = "error" | "warning" | "information" | "hint";

/**
 * A change that fixes the problem of a diagnostic.
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
 * One finding about a query. Its `code` determines its `data`.
 *
 * @example
 * ```ts
 * const [diagnostic] = validate("Type:Person");
 * if (diagnostic?.code === "qualifier-case") diagnostic.data.qualifier; // "type"
 * ```
 */
export type Diagnostic = { readonly [C in DiagnosticCode]: DiagnosticOf<C> }[DiagnosticCode];

/**
 * A finding with one code.
 *
 * @example
 * ```ts
 * const write = ({ data }: DiagnosticOf<"qualifier-case">) => `${data.qualifier}: statt ${data.written}:`;
 * ```
 */
export interface DiagnosticOf<C extends DiagnosticCode> {
  /** Which of the closed set of findings this is. */
  readonly code: C;
  /** How much it matters. */
  readonly severity: Severity;
  /** What is wrong, why, and what to write, in one or two sentences. */
  readonly message: string;
  /** What the message is made from. */
  readonly data: DiagnosticData[C];
  /** What it is about, in UTF-16 code units of the query text. */
  readonly span: Span;
  /**
   * In a slice body: the member that it is about, as a JSON Pointer (RFC 6901) such as `/cql` or `/filter/shape/0`; empty for the body
   * itself.
   */
  readonly path?: string;
  /** Other places it refers to. */
  readonly related?: readonly RelatedSpan[];
  /** `unnecessary`: the text can go without changing the slice; editors fade it. */
  readonly tags?: readonly "unnecessary"[];
  /** Changes that fix it, the best first. */
  readonly fixes?: readonly Fix[];
  /** Its documentation as an absolute URL: the option `docsUrl`, `#` and the code. */
  readonly href: string;
}
