// `2026-02-29`: a day that the calendar does not have.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { dayForm, pointOf } from "../instant.ts";
import type { DateMistake } from "../mistake.ts";

/** Documentation of the mistake. */
export const docs: RuleDocs<"date-nonexistent"> = {
  code: "date-nonexistent",
  why: "Many programs silently turn 29 February of a common year into 1 March. That moves the edge of the slice, so CQL refuses it; only the writer knows which day was meant, so the last day of the month is offered but not applied automatically.",
  invalid: [{ text: "after:2026-02-29" }, { text: "before:2026-04-31" }, { text: "after:2026-13-01" }],
  valid: ["after:2024-02-29", "before:2026-04-30"],
};

/** Recognises what has the form of a day, as every such expression that exists is valid. */
export function dateNonexistent(written: string): DateMistake | undefined {
  if (!dayForm.test(written)) return undefined;
  const month = written.slice(0, 8);
  const last = ["31", "30", "29", "28"].find((day) => pointOf(month + day) !== undefined);
  const daysInMonth = last === undefined ? undefined : Number(last);
  return {
    code: "date-nonexistent",
    args: { written, daysInMonth },
    // The last day of the month, which the next one may be as well.
    readings: last === undefined || written.endsWith("00") ? [] : [month + last],
  };
}
