// The canonical spelling of a query.
import type { Term } from "../syntax/ast.ts";
import { printValueText } from "../syntax/print.ts";
import { isMembershipTerm } from "../syntax/rule.ts";
import { lastInstant } from "../vocabulary/dates.ts";
import { analyse } from "./analyse.ts";

/**
 * Writes a query as one would by hand: one space between terms, quotes only where they are needed. The terms that do
 * not affect membership stay as they are written, as `scope_warnings` quotes them. Never changes what
 * {@link compile} makes of the text; formatting twice is the same as once.
 *
 * @param text - The query.
 * @returns The text in canonical spelling, or the text itself if it has errors.
 * @throws TypeError if `text` is not a string.
 * @example
 * ```ts
 * format('  type:"Person"   shape:"Sales CRM" '); // type:Person shape:"Sales CRM"
 * ```
 */
export function format(text: string): string {
  if (typeof text !== "string") throw new TypeError("text must be a string");
  // At the last instant there is, only those dates are out of range that always are.
  const { query, findings } = analyse(text, { now: lastInstant, limits: { maxDiagnostics: 0 } });
  if (findings.hasErrors()) return text;
  return query.terms.map((term) => formatTerm(term, text)).join(" ");
}

function formatTerm(term: Term, text: string): string {
  const isFree = term.kind === "text" || !isMembershipTerm(term);
  // A bare value stays bare: quoting `'Sales` would hide the warning that it gets.
  if (isFree || !term.value.quoted) return text.slice(term.span.start, term.span.end);
  return `${term.qualifier}:${printValueText(term.value.text)}`;
}
