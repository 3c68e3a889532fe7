// `1y6mo`: several offsets in one.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { ambiguousUnit, dateUnits, monthUnit } from "../../vocabulary/dates.ts";
import type { DateMistake } from "../mistake.ts";
import { ifDate } from "../mistyped.ts";

/** Documentation of the mistake. */
export const docs: RuleDocs<"offset-combined"> = {
  code: "offset-combined",
  why: "A date is one offset. Years and months add up to months, and weeks, days and hours to the smallest of them; months and days do not add up, because it would matter which is counted first.",
  invalid: [
    { text: "after:1y6mo", fixed: "after:18mo" },
    { text: "after:1w3d", fixed: "after:10d" },
    { text: "after:1d12h", fixed: "after:36h" },
    { text: "after:1mo3d" },
  ],
  valid: ["after:18mo"],
};

/** Recognises offsets in a row. */
export function offsetCombined(written: string): DateMistake | undefined {
  if (!/^[-+]?(?:\d+[a-z]+){2,}$/iu.test(written)) return undefined;
  const parts = [
    ...written
      .toLowerCase()
      .replace(/^[-+]/u, "")
      .matchAll(/(\d+)([a-z]+)/guy),
  ];
  if (!parts.every(([, , unit = ""]) => unit === ambiguousUnit || dateUnits.has(unit))) return undefined;
  const rewritten = sum(parts);
  return { code: "offset-combined", args: { written, rewritten }, rewritten };
}

/** All parts in the smallest unit among them, if they are all of hours or all of months. */
function sum(parts: readonly RegExpExecArray[]): string | undefined {
  const areAllAmbiguous = parts.every(([, , name]) => name === ambiguousUnit);
  const kinds = new Set<string>();
  let total = 0;
  let smallest = { name: "", size: Number.POSITIVE_INFINITY };
  for (const [, number, name = ""] of parts) {
    // Next to months or years an `m` can only be months.
    const unit = dateUnits.get(name === ambiguousUnit && !areAllAmbiguous ? monthUnit : name);
    if (unit === undefined) return undefined;
    const size = "hours" in unit ? unit.hours : unit.months;
    kinds.add(Object.keys(unit).join());
    total += Number(number) * size;
    if (size < smallest.size) smallest = { name: name === ambiguousUnit ? monthUnit : name, size };
  }
  return kinds.size === 1 ? ifDate(`${total / smallest.size}${smallest.name}`) : undefined;
}
