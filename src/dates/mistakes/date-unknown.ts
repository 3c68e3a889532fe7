// `lastweek`, `foo`: anything else.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { closestName } from "../../text/closest.ts";
import { dateWords } from "../../vocabulary/dates.ts";
import type { DateMistake } from "../mistake.ts";
import { mistypedOffset } from "../mistyped.ts";
import { periodOfNow } from "../periods.ts";

/** Documentation of the mistake. */
export const docs: RuleDocs<"date-unknown"> = {
  code: "date-unknown",
  why: "An expression that is not a date is refused: ignoring it would widen the slice.",
  invalid: [
    { text: "after:lastweek", fixed: "after:last-week" },
    { text: "after:yesteday" },
    { text: "after:monday" },
    { text: "after:7d-ago", fixed: "after:7d" },
    { text: "after:'7d'", fixed: "after:7d" },
  ],
  valid: ["after:last-week"],
};

/** The problem of every expression that no other mistake recognises. */
export function dateUnknown(written: string, now: number): DateMistake {
  if (written === "") return { code: "missing-value", args: { qualifier: undefined, next: undefined } };
  const offset = mistypedOffset(written);
  const rewritten = offset ?? periodOfNow(written, now) ?? closest(written);
  const uncertain = offset === undefined && letters(written) !== letters(rewritten ?? "");
  return { code: "date-unknown", args: { written, rewritten }, rewritten, uncertain };
}

const closest = closestName(dateWords.keys());

/** `lastweek`, `last_week` and `'last-week'` can only be `last-week`; with other letters it is a guess. */
function letters(word: string): string {
  return word.toLowerCase().replace(/[-_']/gu, "");
}
