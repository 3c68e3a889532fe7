// An empty query, or one of scope terms alone: the whole project.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { isMembershipTerm } from "../../syntax/rule.ts";
import type { LintContext } from "../rule.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"no-membership"> = {
  code: "no-membership",
  why: "Without a membership term nothing is left out, so the slice is the whole project. That is allowed, and said.",
  invalid: [{ text: "" }, { text: "report" }, { text: "sort:name" }],
  valid: ["type:Person"],
};

/** Reports a query without any membership term. */
export function noMembership({ query, report }: LintContext): void {
  if (!query.terms.some(isMembershipTerm)) report("no-membership", query.span, () => ({ args: {} }));
}
