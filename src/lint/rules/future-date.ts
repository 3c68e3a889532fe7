// `after:2099-01-01`: a day still to come.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { DateResolution } from "../../semantics/resolve.ts";
import type { LintContext } from "../rule.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"future-date"> = {
  code: "future-date",
  why: "Entities are created in the past, so a future start matches nothing yet, and a future end excludes nothing yet. It may be intended; more often the year is a typo.",
  invalid: [{ text: "after:2999-01-01" }, { text: "before:2999-01-01" }],
  valid: ["after:2020-01-01", "before:now"],
};

/** Reports an instant after now. */
export function futureDate({ term, bound, instant }: DateResolution, { now, report }: LintContext): void {
  if (instant === undefined || !(instant > now)) return;
  report("future-date", term.value.span, () => ({
    args: { written: term.value.text, bound },
  }));
}
