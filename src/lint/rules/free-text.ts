// `quarterly report`: text that is not a term of a qualifier.
import { instantOf } from "../../dates/instant.ts";
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { ScopeResolution } from "../../semantics/resolve.ts";
import { rowOf } from "../../vocabulary/qualifiers.ts";
import type { LintContext } from "../rule.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"free-text"> = {
  code: "free-text",
  why: "A slice is not a search: free text does not decide which entities are in it. It comes back in `scope_warnings`, never silently dropped. Behind a date, a time or another date gets a warning, as it was hardly meant as text.",
  invalid: [
    { text: "type:Person report" },
    { text: '"quarterly report"' },
    { text: "https://example.org" },
    { text: "after:2026-01-01 12:00" },
  ],
  valid: ["type:Person"],
};

/** Reports such a term, if nothing more exact was said of it. What belongs to a date, it seems, gets a warning. */
export function freeText({ term, index }: ScopeResolution, { query, now, report, hasAt }: LintContext): void {
  if (term.kind !== "text" || hasAt(term.span.start)) return;
  const before = query.terms[index - 1];
  const isBehindDate = before?.kind === "qualified" && rowOf(before.qualifier).means === "date";
  const severity = isBehindDate && isPartOfDate(term.value.text, now) ? "warning" : "information";
  report("free-text", term.span, () => ({ args: { written: term.value.text } }), { severity });
}

/** A time, or a date: `after:2026-01-01 12:00` begins at midnight, and `after:1y 6mo` a year ago. */
function isPartOfDate(text: string, now: number): boolean {
  return /^\d{1,2}:\d{2}/u.test(text) || instantOf(text, now) !== undefined;
}
