// `"last week"`, `"7 d"`: white space in a date.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { DateMistake } from "../mistake.ts";
import { ifDate, mistypedOffset } from "../mistyped.ts";
import { periodOfNow, readPeriod } from "../periods.ts";

/** Documentation of the mistake. */
export const docs: RuleDocs<"date-whitespace"> = {
  code: "date-whitespace",
  why: "White space ends a term, so `after:last week` is the date `last` and the free text `week`. One diagnostic covers both.",
  invalid: [
    { text: "after:last week", fixed: "after:last-week" },
    { text: 'after:"last week"', fixed: "after:last-week" },
    { text: "after:7 d", fixed: "after:7d" },
    { text: "after:3 months ago", fixed: "after:3mo" },
    { text: 'after:" 7d"', fixed: "after:7d" },
    { text: 'after:"to day"', fixed: "after:today" },
    { text: 'after:"three weeks"' },
    { text: "after:5 January 2026", fixed: "after:2026-01-05" },
    { text: "after:January 2026" },
  ],
  valid: ["after:last-week", "after:7d week"],
};

/** Recognises any white space. */
export function dateWhitespace(written: string, now: number): DateMistake | undefined {
  if (!/\s/u.test(written)) return undefined;
  const words = written.trim().toLowerCase();
  const rewritten =
    ifDate(words.replace(/\s+/gu, "-")) ??
    mistypedOffset(words.replace(/\s+/gu, "-")) ??
    ifDate(words.replace(/\s+/gu, ""));
  if (rewritten !== undefined) return { code: "date-whitespace", args: { written, rewritten }, rewritten };
  const period = readPeriod(words, now);
  const day = period?.day ?? periodOfNow(words, now);
  return {
    code: "date-whitespace",
    args: { written, rewritten: day },
    rewritten: day,
    uncertain: period?.isWhole !== true,
  };
}
