// `tomorrow`: relative dates only look back.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { futureWords } from "../../vocabulary/dates.ts";
import type { DateMistake } from "../mistake.ts";

/** Documentation of the mistake. */
export const docs: RuleDocs<"date-in-future"> = {
  code: "date-in-future",
  why: "Relative dates say how far back to look, and entities are created in the past. A slice up to now needs no `before:` at all.",
  invalid: [{ text: "before:tomorrow" }, { text: "before:next-week" }],
  valid: ["before:now", "after:yesterday"],
};

/** Recognises words for times to come. */
export function dateInFuture(written: string): DateMistake | undefined {
  return futureWords.test(written) ? { code: "date-in-future", args: { written } } : undefined;
}
