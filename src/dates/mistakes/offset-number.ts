// `1.5d`: an offset that is not a whole number.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { DateMistake } from "../mistake.ts";
import { ifDate } from "../mistyped.ts";

/** Documentation of the mistake. */
export const docs: RuleDocs<"offset-number"> = {
  code: "offset-number",
  why: "An offset is a whole number of units, written in digits only: half a month has no fixed length, and separators mean different things in different countries.",
  invalid: [
    { text: "after:1.5d" },
    { text: "after:1,000d" },
    { text: "after:1e3d" },
    { text: "after:7_d", fixed: "after:7d" },
  ],
  valid: ["after:36h", "after:1000d"],
};

/** Recognises a number with other marks in it before a unit. */
export function offsetNumber(written: string): DateMistake | undefined {
  if (!/^[-+]?[.,_]*\d(?:[ex]*[\d.,_+-])*[a-z]+$/iu.test(written) || /^\d{4}-/u.test(written))
    return undefined;
  const rewritten = ifDate(written.replace(/_/gu, ""));
  return { code: "offset-number", args: { written, rewritten }, rewritten };
}
