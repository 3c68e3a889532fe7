// `quarterly report`: text that is not a term of a qualifier.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { ScopeResolution } from "../../semantics/resolve.ts";
import type { LintContext } from "../rule.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"free-text"> = {
  code: "free-text",
  why: "A slice is not a search: free text does not decide which entities are in it. It comes back in `scope_warnings`, never silently dropped.",
  invalid: [{ text: "type:Person report" }, { text: '"quarterly report"' }, { text: "https://example.org" }],
  valid: ["type:Person"],
};

/** Reports such a term, if nothing more exact was said of it. */
export function freeText({ term }: ScopeResolution, { report, hasAt }: LintContext): void {
  if (term.kind !== "text" || hasAt(term.span.start)) return;
  report("free-text", term.span, () => ({ args: { written: term.value.text } }));
}
