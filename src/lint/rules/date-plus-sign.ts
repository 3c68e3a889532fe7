// `after:+7d`: a plus sign does not make a date future.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { isValidDate } from "../../semantics/bounds.ts";
import type { DateResolution } from "../../semantics/resolve.ts";
import type { LintContext } from "../context.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"date-plus-sign"> = {
  code: "date-plus-sign",
  why: "Offsets always count back from now, whatever their sign. Someone who writes a plus may expect a future time.",
  invalid: [
    { text: "after:+7d", fixed: "after:7d" },
    { text: 'after:"+7d"', fixed: 'after:"7d"' },
  ],
  valid: ["after:-7d", "after:7d"],
};

/** Reports a valid offset with a plus sign. */
export function datePlusSign(resolution: DateResolution, { report }: LintContext): void {
  const { text, span, quoted } = resolution.term.value;
  if (!text.startsWith("+") || !isValidDate(resolution)) return;
  const at = span.start + (quoted ? 1 : 0);
  // The sign alone: without its quotes the date would run into an adjacent term.
  const edits = [{ span: { start: at, end: at + 1 }, text: "" }];
  report("date-plus-sign", span, () => ({
    args: { written: text, rewritten: text.slice(1) },
    fixes: [{ title: "remove the plus sign", edits, preferred: true }],
  }));
}
