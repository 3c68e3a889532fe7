// `after:2099-01-01`: a day still to come.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { DateResolution } from "../../semantics/resolve.ts";
import type { LintContext } from "../context.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"future-date"> = {
  code: "future-date",
  why: "Entities are created in the past, so a future start matches nothing yet, and a future end excludes nothing yet. It may be intended; more often the year is a typo. The end of a month within a year is reported as information.",
  invalid: [{ text: "after:2999-01-01" }, { text: "before:2999-01-01" }],
  valid: ["after:2020-01-01", "before:now"],
};

/** Reports an instant after now. */
export function futureDate({ term, bound, instant }: DateResolution, { now, report }: LintContext): void {
  if (instant === undefined || !(instant > now)) return;
  // What is left of this month or year: `after:2026-01-01 before:2027-01-01`.
  const isNextPeriod = bound === "end" && instant < now + year && term.value.text.endsWith("-01");
  const severity = isNextPeriod ? "information" : "warning";
  report("future-date", term.value.span, () => ({ args: { written: term.value.text, bound } }), { severity });
}

/** In milliseconds. */
const year = 366 * 86_400_000;
