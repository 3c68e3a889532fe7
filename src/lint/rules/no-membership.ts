// An empty query, or one of scope terms alone: the whole project.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { isMembershipTerm } from "../../syntax/rule.ts";
import type { LintContext } from "../context.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"no-membership"> = {
  code: "no-membership",
  why: "Without a membership term nothing is excluded, so the slice is the whole project. That is allowed, but reported.",
  invalid: [{ text: "" }, { text: "report" }, { text: "sort:name" }],
  valid: ["type:Person"],
};

/** Reports a query without any membership term; a refused one is not a slice yet. */
export function noMembership({ query, report, hasErrors }: LintContext): void {
  if (!hasErrors() && !query.terms.some(isMembershipTerm))
    report("no-membership", query.span, () => ({ args: {} }));
}
