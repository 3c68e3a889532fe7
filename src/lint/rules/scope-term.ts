// `sort:name`: a qualifier that does not affect membership.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { ScopeResolution } from "../../semantics/resolve.ts";
import type { LintContext } from "../context.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"scope-term"> = {
  code: "scope-term",
  why: "`edge:`, `agent:` and `sort:` mean something elsewhere in the service, but they do not decide which entities are in a slice. They are returned in `scope_warnings`, never silently dropped.",
  invalid: [{ text: "type:Person sort:name" }, { text: "edge:knows" }, { text: 'agent:"night shift"' }],
  valid: ["type:Person"],
};

/** Reports such a term, unless a more specific rule has. */
export function scopeTerm({ term }: ScopeResolution, { report, hasAt }: LintContext): void {
  if (term.kind === "text" || hasAt(term.span.start) || hasAt(term.value.span.start)) return;
  report("scope-term", term.span, () => ({ args: { qualifier: term.qualifier } }));
}
