// `2026-1-5`, `05.01.2026`, `Q1`: a day or a period that is not written `YYYY-MM-DD`.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { DateMistake } from "../mistake.ts";
import { dayOf } from "../mistyped.ts";
import { readPeriod } from "../periods.ts";

/** Documentation of the mistake. */
export const docs: RuleDocs<"date-format"> = {
  code: "date-format",
  why: "A day is written as year, month and day, with four, two and two digits. `05/01/2026` is a different day on either side of the Atlantic, so both are offered; for a month or a quarter, its first day is.",
  invalid: [
    { text: "after:2026-1-5", fixed: "after:2026-01-05" },
    { text: "after:2026/01/05", fixed: "after:2026-01-05" },
    { text: "after:+2026-01-05", fixed: "after:2026-01-05" },
    { text: "after:2026-01-05,", fixed: "after:2026-01-05" },
    { text: "after:15.03.2026", fixed: "after:2026-03-15" },
    { text: "after:3/15/2026", fixed: "after:2026-03-15" },
    { text: "after:05/01/2026" },
    { text: "after:2026-01" },
    { text: "after:Q1" },
  ],
  valid: ["after:2026-01-05"],
};

/** Recognises groups of digits with marks between them, and names of months and quarters. */
export function dateFormat(written: string, now: number): DateMistake | undefined {
  const day = yearFirst(written);
  if (day !== undefined) return problem(written, day);
  const days = yearLast(written);
  if (days.length > 0) return problem(written, days.length === 1 ? days[0] : undefined, { readings: days });
  const period = readPeriod(written, now);
  if (period !== undefined) return problem(written, period.day, { uncertain: !period.isWhole });
  return /^[-+]?\d{1,6}[-/.]\w/u.test(written) ? problem(written) : undefined;
}

function problem(
  written: string,
  rewritten?: string,
  { readings = [], uncertain = false }: Pick<DateMistake, "readings" | "uncertain"> = {},
): DateMistake {
  const args = { written, rewritten, ...(readings.length > 1 ? { readings } : {}) };
  return { code: "date-format", args, rewritten, readings, uncertain };
}

function yearFirst(written: string): string | undefined {
  const [, year = "", , month = "", day = ""] =
    /^\+?(\d{4})([-/.])(\d{1,2})\2(\d{1,2})[,.;)]?$/u.exec(written) ?? [];
  return dayOf(year, month, day);
}

/** With points the day comes first; with other marks either may, unless only one of the two is a month. */
function yearLast(written: string): readonly string[] {
  const [, one = "", mark, other = "", year = ""] =
    /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/u.exec(written) ?? [];
  const days = [dayOf(year, other, one), mark === "." ? undefined : dayOf(year, one, other)];
  return [...new Set(days.filter((day) => day !== undefined))];
}
