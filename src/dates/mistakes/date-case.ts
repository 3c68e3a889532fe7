// `Last-Week`, `7D`: a date in another case.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { DateMistake } from "../mistake.ts";
import { ifDate } from "../mistyped.ts";

/** Documentation of the mistake. */
export const docs: RuleDocs<"date-case"> = {
  code: "date-case",
  why: "Everything in CQL is compared exactly, including dates.",
  invalid: [
    { text: "after:Last-Week", fixed: "after:last-week" },
    { text: "after:7D", fixed: "after:7d" },
    { text: "after:TODAY", fixed: "after:today" },
  ],
  valid: ["after:last-week"],
};

/** Recognises what is a date in lower case. */
export function dateCase(written: string): DateMistake | undefined {
  const rewritten = ifDate(written.toLowerCase());
  return rewritten === undefined ? undefined : { code: "date-case", args: { written, rewritten }, rewritten };
}
