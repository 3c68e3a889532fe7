// `2026-02-29`: a day that the calendar does not have.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { dayForm } from "../instant.ts";
import type { DateProblem } from "../mistake.ts";

/** Documentation of the mistake. */
export const docs: RuleDocs<"date-nonexistent"> = {
  code: "date-nonexistent",
  why: "Many programs turn 29 February of a common year into 1 March without a word. That moves the edge of the slice, so CQL refuses it; which day was meant only the writer knows.",
  invalid: [{ text: "after:2026-02-29" }, { text: "before:2026-04-31" }, { text: "after:2026-13-01" }],
  valid: ["after:2024-02-29", "before:2026-04-30"],
};

/** Recognises what has the form of a day, as every such expression that exists is valid. */
export function dateNonexistent(written: string): DateProblem | undefined {
  return dayForm.test(written)
    ? { code: "date-nonexistent", args: { written, reason: reasonOf(written) } }
    : undefined;
}

function reasonOf(written: string): string {
  const month = Number(written.slice(5, 7));
  const name = months[month - 1];
  if (name === undefined) return "months go from 01 to 12";
  if (written.endsWith("-00")) return "days go from 01";
  const year = written.slice(0, 4);
  const days = month === 2 ? (isLeap(Number(year)) ? 29 : 28) : thirtyDays.includes(month) ? 30 : 31;
  return `${name} ${month === 2 ? `${year} ` : ""}has ${days} days`;
}

const thirtyDays: readonly number[] = [4, 6, 9, 11];

const months: readonly string[] =
  "January February March April May June July August September October November December".split(" ");

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
