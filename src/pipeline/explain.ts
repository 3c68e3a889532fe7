// A query in plain words: what is in its slice, from when to when, and what does not count and why.
import { isRecord, requireOptions } from "../data/guards.ts";
import type { Diagnostic, Severity } from "../diagnostics/diagnostic.ts";
import { type Catalog, everyName, requireCatalog } from "../semantics/catalog.ts";
import type { Query, Term } from "../syntax/ast.ts";
import { isMembershipTerm } from "../syntax/rule.ts";
import { listing, show } from "../text/show.ts";
import { type QualifierRow, qualifiers, rowOf } from "../vocabulary/qualifiers.ts";
import { type Compiled, type CompileResult, compile, type Refused } from "./compile.ts";
import { emptyReasons } from "./explain-empty.ts";
import { redundancyLines } from "./explain-redundant.ts";
import { dateTerms, isRelativeDate, showMilliseconds, writtenNames } from "./explain-text.ts";
import type { ValidateOptions } from "./validate.ts";

/**
 * Explains a query in plain words, several lines of text: what is in the slice, or every reason why nothing can be; the
 * terms that add nothing, which can all go at once, and those that cover them; and what does not count.
 *
 * @param source - A compiled query, a refused one, or a text.
 * @param options - For a text: the catalog (without it names are not looked up), the evaluation time, field names, limits. For a
 * compiled query only its catalog: without it, names that stand for the same IDs are not reported as covering each other.
 * @returns Lines without a final line break.
 * @throws TypeError if the source is neither, or an option does not match {@link ValidateOptions}.
 * @example
 * ```ts
 * explain("type:Person after:7d after:today", { now: Date.parse("2026-11-20T12:00:00Z") });
 * // The slice contains the entities that
 * // - are of the type `Person`, and
 * // - have a `created_at` of 2026-11-13 12:00:00.000 UTC (the earliest of `after:7d` and `after:today`) or later.
 * // `after:today` adds nothing: `after:7d` already covers it.
 * // Relative dates count from 2026-11-20 12:00:00.000 UTC.
 * ```
 */
export function explain(source: CompileResult | string, options: ValidateOptions = {}): string {
  requireOptions(options);
  const { catalog = everyName } = options;
  requireCatalog({ catalog });
  requireSource(source);
  const result = typeof source === "string" ? compile(source, { ...options, catalog }) : source;
  if (!result.ok) return explainRefused(result).join("\n");
  const lookedUp = typeof source !== "string" || catalog !== everyName;
  return explainCompiled(result, catalog, lookedUp).join("\n");
}

function requireSource(source: unknown): void {
  if (typeof source === "string" || (isRecord(source) && typeof source["ok"] === "boolean")) return;
  throw new TypeError("source must be a string or the result of compile");
}

function explainRefused({ diagnostics, query }: Refused): readonly string[] {
  const of = (wanted: Severity): readonly Diagnostic[] =>
    diagnostics.filter(({ severity }) => severity === wanted);
  const errors = of("error");
  // Without an error it was refused for its warnings.
  const lines = (errors.length > 0 ? errors : of("warning")).map(
    ({ message, span }) => `- ${placeOf(span.start, query)}${message}`,
  );
  return ["The query is refused, and nothing is compiled:", ...lines];
}

/** Nothing for a query of one term, the offset otherwise: the text with its lines may not be at hand. */
function placeOf(offset: number, { terms }: Query): string {
  return terms.length < 2 ? "" : `at character ${offset + 1}: `;
}

function explainCompiled(compiled: Compiled, catalog: Catalog, lookedUp: boolean): readonly string[] {
  const { terms } = compiled.query;
  return [
    ...membershipLines(compiled, catalog),
    ...(!lookedUp && terms.some(isLookedUp) ? ["Names were not looked up, as there is no catalog."] : []),
    ...scopeLines(compiled),
    ...(terms.some(isRelativeDate) ? [`Relative dates count from ${showMilliseconds(compiled.now)}.`] : []),
  ];
}

function membershipLines(compiled: Compiled, catalog: Catalog): readonly string[] {
  const reasons = emptyReasons(compiled);
  if (reasons.length === 1) return [`The slice is empty: ${listing(reasons)}.`];
  if (reasons.length > 1) return ["The slice is empty:", ...bullets(reasons)];
  const conditions = [
    ...qualifiers.flatMap((row) => nameCondition(row, compiled)),
    ...dateCondition(compiled),
  ];
  if (conditions.length === 0) return ["The slice is the whole project: nothing narrows it."];
  return [
    "The slice contains the entities that",
    ...bullets(conditions),
    ...redundancyLines(compiled, catalog),
  ];
}

/** One sentence, a part a line. */
function bullets(parts: readonly string[]): readonly string[] {
  return parts.map((part, index) => `- ${part}${index === parts.length - 1 ? "." : ", and"}`);
}

function nameCondition(row: QualifierRow, { query, unresolved }: Compiled): readonly string[] {
  const names = writtenNames(row, query);
  if (names.length === 0 || row.phrase === undefined) return [];
  const unknown = new Set(row.lookup === undefined ? [] : unresolved[row.lookup]);
  const known = names.filter((name) => !unknown.has(name));
  const missing = names.filter((name) => unknown.has(name));
  const remark = missing.length === 0 ? "" : ` (not known: ${listing(missing.map(show))})`;
  return [`${row.phrase} ${listing(known.map(show), "or")}${remark}`];
}

function isLookedUp(term: Term): boolean {
  return term.kind === "qualified" && rowOf(term.qualifier).lookup !== undefined;
}

function dateCondition({ filter_definition: { dateRange }, query }: Compiled): readonly string[] {
  if (dateRange === undefined) return [];
  const { field, start, end } = dateRange;
  const from =
    start === undefined ? [] : [`of ${showMilliseconds(start)} (${dateTerms("start", query)}) or later`];
  const to = end === undefined ? [] : [`before ${showMilliseconds(end)} (${dateTerms("end", query)})`];
  return [`have a ${show(field)} ${[...from, ...to].join(" and ")}`];
}

function scopeLines({ query, scope_warnings, diagnostics }: Compiled): readonly string[] {
  if (scope_warnings.length === 0) return [];
  const scope = query.terms.filter((term) => !isMembershipTerm(term));
  const reasons = new Map(diagnostics.toReversed().map(({ span, message }) => [span.start, message]));
  const unsaid = "it does not affect which entities are in the slice.";
  return [
    "Not part of the scope:",
    ...scope_warnings.map(
      (source, index) => `- ${show(source)}: ${reasons.get(scope[index]?.span.start ?? -1) ?? unsaid}`,
    ),
  ];
}
