// `7`: a number without a unit.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { dayUnit } from "../../vocabulary/dates.ts";
import type { DateMistake } from "../mistake.ts";
import { ifDate } from "../mistyped.ts";

/** Documentation of the mistake. */
export const docs: RuleDocs<"offset-unit-missing"> = {
  code: "offset-unit-missing",
  why: "A bare number could count anything. A small one most often means days, which is what the fix writes. `2026` may be a year, whose first day is offered; a Unix time has no fix.",
  invalid: [
    { text: "after:7", fixed: "after:7d" },
    { text: "after:-30", fixed: "after:-30d" },
    { text: "after:2026" },
    { text: "after:1767225600" },
    { text: "after:20260105", fixed: "after:2026-01-05" },
  ],
  valid: ["after:7d"],
};

/** Recognises digits alone. */
export function offsetUnitMissing(written: string): DateMistake | undefined {
  if (!/^[-+]?\d+$/u.test(written)) return undefined;
  const isYear = /^(?:19|20)\d\d$/u.test(written);
  const rewritten = isYear
    ? `${written}-01-01`
    : // `20260105`, as file names have it.
      ifDate(
        written.replace(/^[-+]?\d{1,3}$/u, `$&${dayUnit}`).replace(/^(\d{4})(\d{2})(\d{2})$/u, "$1-$2-$3"),
      );
  return { code: "offset-unit-missing", args: { written, rewritten }, rewritten, uncertain: isYear };
}
