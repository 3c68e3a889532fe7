// A query with more terms than the limit is not checked further.
import type { Collector } from "../../diagnostics/collector.ts";
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { Limits } from "../../vocabulary/limits.ts";
import type { SyntaxCode } from "../rule.ts";
import type { Source } from "../source.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"too-many-terms"> = {
  code: "too-many-terms",
  why: "Every name costs a look-up in the catalog, so the number of terms is bounded: 4 096 unless the program sets another limit. This is the only diagnostic such a query gets.",
  invalid: [{ text: /* @__PURE__ */ "type:A ".repeat(4_097) }],
  valid: ["type:A type:B"],
};

/** Whether the query has too many terms, which it then reports. */
export function tooManyTerms({ query }: Source, limits: Limits, collector: Collector<SyntaxCode>): boolean {
  const first = query.terms[limits.maxTerms];
  if (first === undefined) return false;
  const span = { start: first.span.start, end: Math.max(first.span.end, query.span.end) };
  collector.report("too-many-terms", span, () => ({
    args: { actual: query.terms.length, limit: limits.maxTerms },
  }));
  return true;
}
