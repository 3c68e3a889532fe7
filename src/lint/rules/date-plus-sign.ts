// `after:+7d`: a plus sign does not make a date future.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { DateResolution } from "../../semantics/resolve.ts";
import type { LintContext } from "../rule.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"date-plus-sign"> = {
  code: "date-plus-sign",
  why: "Offsets always count back from now, whatever their sign. Someone who writes a plus may expect a time to come.",
  invalid: [{ text: "after:+7d", fixed: "after:7d" }],
  valid: ["after:-7d", "after:7d"],
};

/** Reports a valid offset with a plus sign. */
export function datePlusSign({ term, instant }: DateResolution, { report }: LintContext): void {
  const { text, span } = term.value;
  if (!text.startsWith("+") || instant === undefined || Number.isNaN(instant)) return;
  const rewritten = text.slice(1);
  report("date-plus-sign", span, () => ({
    args: { written: text, rewritten },
    fixes: [{ title: "remove the plus sign", edits: [{ span, text: rewritten }], preferred: true }],
  }));
}
