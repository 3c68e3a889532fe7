// `3000y`: an instant outside the years 0001 to 9999.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { DateMistake } from "../mistake.ts";

/** Documentation of the mistake. */
export const docs: RuleDocs<"date-out-of-range"> = {
  code: "date-out-of-range",
  why: "Timestamps have four-digit years. An instant beyond them is refused rather than moved to the nearest one that fits, because that would be a different slice.",
  invalid: [{ text: "after:9999y" }, { text: "after:0000-01-01" }, { text: "before:999999999999d" }],
  valid: ["after:0001-01-01", "before:9999-12-31"],
};

/** The problem of every expression whose instant is out of range. */
export function dateOutOfRange(written: string): DateMistake {
  return { code: "date-out-of-range", args: { written } };
}
