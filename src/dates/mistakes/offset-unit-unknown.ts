// `7days`, `30sec`: a number with a unit that CQL does not have, or spells otherwise.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { dateUnits } from "../../vocabulary/dates.ts";
import type { DateMistake } from "../mistake.ts";
import { mistypedOffset } from "../mistyped.ts";

/** Documentation of the mistake. */
export const docs: RuleDocs<"offset-unit-unknown"> = {
  code: "offset-unit-unknown",
  why: "The units are `h`, `d`, `w`, `mo` and `y`, spelled exactly like that. Longer spellings of these have a fix.",
  invalid: [
    { text: "after:7days", fixed: "after:7d" },
    { text: "after:3Months", fixed: "after:3mo" },
    { text: "after:7days-ago", fixed: "after:7d" },
    { text: "after:30sec" },
    { text: "after:1q" },
  ],
  valid: ["after:7d", "after:3mo"],
};

/** Recognises a number and letters after it. */
export function offsetUnitUnknown(written: string): DateMistake | undefined {
  const [, unit] = /^[-+]?\d+-?([a-z]+)(?:-ago)?$/iu.exec(written) ?? [];
  if (unit === undefined || dateUnits.has(unit.toLowerCase())) return undefined;
  const rewritten = mistypedOffset(written);
  const tooSmall = /^(?:m?s|milli|sec|min)/iu.test(unit);
  return { code: "offset-unit-unknown", args: { written, unit, tooSmall, rewritten }, rewritten };
}
