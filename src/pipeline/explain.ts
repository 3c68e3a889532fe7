// A query in plain words: what is in its slice, from when to when, and what does not count and why.
import { dayForm } from "../dates/instant.ts";
import { everyName } from "../semantics/catalog.ts";
import type { Query, Term } from "../syntax/ast.ts";
import { printTerm } from "../syntax/print.ts";
import { isMembershipTerm } from "../syntax/rule.ts";
import { listing, show } from "../text/show.ts";
import { type QualifierRow, qualifiers, rowOf } from "../vocabulary/qualifiers.ts";
import { type Compiled, type CompileResult, compile, type Refused } from "./compile.ts";
import type { ValidateOptions } from "./validate.ts";

/**
 * Explains a query in plain words, several lines of text.
 *
 * @param source - A compiled query, a refused one, or a text.
 * @param options - For a text: the catalog (without it names are not looked up), the present, field names, limits.
 * @returns Lines without a final line break.
 * @throws TypeError if an option is not as {@link ValidateOptions} says.
 * @example
 * ```ts
 * explain("type:Person after:7d sort:name", { now: Date.parse("2026-11-20T12:00:00Z") });
 * // The slice holds the entities that
 * // - are of the type `Person`, and
 * // - have a `created_at` of 2026-11-13 12:00:00.000 UTC (`after:7d`) or later.
 * // …
 * ```
 */
export function explain(source: CompileResult | string, options: ValidateOptions = {}): string {
  if (typeof source !== "string") return explainResult(source, true);
  const { catalog = everyName } = options;
  return explainResult(compile(source, { ...options, catalog }), catalog !== everyName);
}

function explainResult(result: CompileResult, lookedUp: boolean): string {
  return (result.ok ? explainCompiled(result, lookedUp) : explainRefused(result)).join("\n");
}

function explainRefused({ diagnostics, query }: Refused): readonly string[] {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const lines = errors.map(({ message, span }) => `- ${placeOf(span.start, query)}${message}`);
  return ["The query is refused, and nothing is compiled:", ...lines];
}

/** Nothing for a query of one term, the offset otherwise: the text with its lines may not be at hand. */
function placeOf(offset: number, { terms }: Query): string {
  return terms.length < 2 ? "" : `at character ${offset + 1}: `;
}

function explainCompiled(compiled: Compiled, lookedUp: boolean): readonly string[] {
  const { terms } = compiled.query;
  return [
    ...membershipLines(compiled),
    ...(!lookedUp && terms.some(isLookedUp) ? ["Names were not looked up, as there is no catalog."] : []),
    ...scopeLines(compiled),
    ...(terms.some(isRelativeDate) ? [`Relative dates count from ${instant(compiled.now)}.`] : []),
  ];
}

function membershipLines(compiled: Compiled): readonly string[] {
  const conditions = [
    ...qualifiers.flatMap((row) => nameCondition(row, compiled)),
    ...dateCondition(compiled),
  ];
  const empty = emptyReason(compiled);
  if (empty !== undefined) return [`The slice is empty: ${empty}`];
  if (conditions.length === 0) return ["The slice is the whole project: nothing narrows it."];
  const last = conditions.length - 1;
  return [
    "The slice holds the entities that",
    ...conditions.map((condition, index) => `- ${condition}${index === last ? "." : ", and"}`),
  ];
}

function nameCondition(row: QualifierRow, { query, unresolved }: Compiled): readonly string[] {
  const names = namesOf(row, query);
  if (names.length === 0 || row.phrase === undefined) return [];
  const unknown = new Set(row.lookup === undefined ? [] : unresolved[row.lookup]);
  const known = names.filter((name) => !unknown.has(name));
  const missing = names.filter((name) => unknown.has(name));
  const remark = missing.length === 0 ? "" : ` (not known: ${listing(missing.map(show))})`;
  return [`${row.phrase} ${listing(known.map(show), "or")}${remark}`];
}

function namesOf({ word }: QualifierRow, { terms }: Query): readonly string[] {
  const names = terms.flatMap((term) =>
    term.kind === "qualified" && term.qualifier === word ? [term.value.text] : [],
  );
  return [...new Set(names)];
}

function isLookedUp(term: Term): boolean {
  return term.kind === "qualified" && rowOf(term.qualifier).lookup !== undefined;
}

function isRelativeDate(term: Term): boolean {
  return (
    term.kind === "qualified" && rowOf(term.qualifier).means === "date" && !dayForm.test(term.value.text)
  );
}

function dateCondition({ filter_definition: { dateRange }, query }: Compiled): readonly string[] {
  if (dateRange === undefined) return [];
  const { field, start, end } = dateRange;
  const from = start === undefined ? [] : [`of ${instant(start)} (${dateTerms("start", query)}) or later`];
  const to = end === undefined ? [] : [`before ${instant(end)} (${dateTerms("end", query)})`];
  return [`have a ${show(field)} ${[...from, ...to].join(" and ")}`];
}

function dateTerms(bound: "start" | "end", { terms }: Query): string {
  const written = terms.filter((term) => term.kind === "qualified" && rowOf(term.qualifier).bound === bound);
  const shown = [...new Set(written.map((term) => show(printTerm(term))))];
  return shown.length === 1
    ? listing(shown)
    : `the ${bound === "start" ? "earliest" : "latest"} of ${listing(shown)}`;
}

function emptyReason(compiled: Compiled): string | undefined {
  const { query, filter_definition } = compiled;
  const row = qualifiers.find((each) => namesOf(each, query).length > 0 && nothingKnown(each, compiled));
  if (row !== undefined)
    return `no \`${row.word}:\` name is known (${listing(namesOf(row, query).map(show))}).`;
  const { start = "", end = "" } = filter_definition.dateRange ?? {};
  if (start === "" || end === "" || Date.parse(start) < Date.parse(end)) return undefined;
  return `it begins at ${instant(start)} (${dateTerms("start", query)}), which is not before its end at ${instant(end)} (${dateTerms("end", query)}).`;
}

function nothingKnown(row: QualifierRow, { query, unresolved }: Compiled): boolean {
  if (row.lookup === undefined) return false;
  const unknown = new Set(unresolved[row.lookup]);
  return namesOf(row, query).every((name) => unknown.has(name));
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

/** `2026-11-13 12:00:00.000 UTC`. */
function instant(iso: string): string {
  return `${iso.replace("T", " ").replace("Z", "")} UTC`;
}
