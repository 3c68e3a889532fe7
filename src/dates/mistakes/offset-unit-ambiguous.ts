// `1m`: months or minutes?
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { ambiguousUnit, monthUnit } from "../../vocabulary/dates.ts";
import type { DateMistake } from "../mistake.ts";
import { ifDate } from "../mistyped.ts";

/** Documentation of the mistake. */
export const docs: RuleDocs<"offset-unit-ambiguous"> = {
  code: "offset-unit-ambiguous",
  why: "In other programs `m` means minutes as often as months. CQL has no minutes, and spells months `mo` to avoid the ambiguity.",
  invalid: [
    { text: "after:1m", fixed: "after:1mo" },
    { text: "after:3M", fixed: "after:3mo" },
  ],
  valid: ["after:1mo"],
};

/** Recognises a number and an `m`; minutes come in fives. */
export function offsetUnitAmbiguous(written: string): DateMistake | undefined {
  const [, number = "", unit = ""] = /^([-+]?\d+)([a-z])$/iu.exec(written) ?? [];
  if (unit.toLowerCase() !== ambiguousUnit) return undefined;
  const rewritten = ifDate(number + monthUnit);
  return {
    code: "offset-unit-ambiguous",
    args: { written, rewritten },
    rewritten,
    uncertain: Number(number) % 5 === 0,
  };
}
