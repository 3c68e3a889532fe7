// From a text to its tree and its errors.
import { requireOptions } from "../data/guards.ts";
import { syntaxEntries } from "../diagnostics/catalogue/syntax.ts";
import { createCollector } from "../diagnostics/collector.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { requireDocsUrl } from "../diagnostics/href.ts";
import { type GivenLimits, limitsWith } from "../vocabulary/limits.ts";
import type { Query } from "./ast.ts";
import { checkSyntax, isClean } from "./check.ts";
import { sourceOf } from "./source.ts";
import { hasStrayWord } from "./stray-word.ts";

/**
 * Options of {@link parse}.
 *
 * @example
 * ```ts
 * const options: ParseOptions = { limits: { maxLength: 1_000 } };
 * ```
 */
export interface ParseOptions {
  /** Bounds to use in place of the defaults. */
  readonly limits?: GivenLimits | undefined;
  /** The address of the page of codes, for the `href` of diagnostics; a reserved name that leads nowhere by default. */
  readonly docsUrl?: string | undefined;
}

/**
 * A tree, and every error of the text alone.
 *
 * @example
 * ```ts
 * const { query, diagnostics }: ParseResult = parse("type:");
 * diagnostics[0]?.code; // "missing-value"
 * ```
 */
export interface ParseResult {
  /** The tree. It is complete even if there are errors, except for a text over `limits.maxLength`, which is not read. */
  readonly query: Query;
  /** Sorted by position. Names and dates are checked by {@link validate} and {@link compile}. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a CQL text into its tree. Never throws on a text; linear in its length.
 *
 * Source: `docs/language.md`, "Text and terms".
 *
 * @param text - The query.
 * @param options - Limits.
 * @returns The tree and the errors of the text, such as a quote that is never closed.
 * @throws TypeError if `text` is not a string, or a limit is not a number from 0.
 * @example
 * ```ts
 * const { query, diagnostics } = parse('type:Person shape:"Sales CRM"');
 * query.terms[1]; // { kind: "qualified", qualifier: "shape", value: { text: "Sales CRM", quoted: true, … }, … }
 * ```
 */
export function parse(text: string, options: ParseOptions = {}): ParseResult {
  if (typeof text !== "string") throw new TypeError("text must be a string");
  requireOptions(options);
  const limits = limitsWith(options.limits);
  requireDocsUrl(options.docsUrl);
  const source = sourceOf(text, limits);
  if (isClean(source, limits)) return { query: source.query, diagnostics: [] };
  const collector = createCollector(limits.maxDiagnostics, syntaxEntries, options.docsUrl, (fixed) =>
    hasStrayWord(source.query, fixed),
  );
  checkSyntax(source, limits, collector);
  return { query: source.query, diagnostics: collector.diagnostics() };
}
