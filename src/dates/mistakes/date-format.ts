// `2026-1-5`, `05.01.2026`: a day that is not written `YYYY-MM-DD`.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { DateProblem } from "../mistake.ts";
import { ifDate } from "../slips.ts";

/** Documentation of the mistake. */
export const docs: RuleDocs<"date-format"> = {
  code: "date-format",
  why: "A day is written year, month, day, with four, two and two digits. Only forms that begin with the year have a fix: `05/01/2026` is two different days on the two sides of the Atlantic.",
  invalid: [
    { text: "after:2026-1-5", fixed: "after:2026-01-05" },
    { text: "after:2026/01/05", fixed: "after:2026-01-05" },
    { text: "after:+2026-01-05", fixed: "after:2026-01-05" },
    { text: "after:2026-01-05,", fixed: "after:2026-01-05" },
    { text: "after:05/01/2026" },
    { text: "after:2026-01" },
  ],
  valid: ["after:2026-01-05"],
};

/** Recognises groups of digits with marks between them. */
export function dateFormat(written: string): DateProblem | undefined {
  if (!/^[-+]?\d{1,6}[-/.]\w/u.test(written)) return undefined;
  const [, year = "", month = "", day = ""] =
    /^\+?(\d{4})([-/.])(\d{1,2})\2(\d{1,2})[,.;)]?$/u.exec(written)?.filter((_, group) => group !== 2) ?? [];
  const rewritten = ifDate(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
  return { code: "date-format", args: { written, rewritten }, rewritten };
}
