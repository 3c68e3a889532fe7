// `>=2026-01-01`: a date with the comparison that its qualifier makes already.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { DateMistake } from "../mistake.ts";
import { ifDate } from "../mistyped.ts";

/** Documentation of the mistake. */
export const docs: RuleDocs<"date-comparison"> = {
  code: "date-comparison",
  why: "`after:` means this instant or later and `before:` means earlier, so a date needs no operator. Where the operator contradicts the qualifier there is no fix, because there is no telling which of the two was meant.",
  invalid: [
    { text: "after:>=2026-01-01", fixed: "after:2026-01-01" },
    { text: "before:<7d", fixed: "before:7d" },
    { text: "after:=today", fixed: "after:today" },
    { text: "after:<=2026-01-01" },
  ],
  valid: ["after:2026-01-01"],
};

/** Recognises marks that compare before what `read` recognises as a date, or as a mistyped one. */
export function dateComparison(
  written: string,
  read: (date: string) => DateMistake | undefined,
): DateMistake | undefined {
  const [, mark = "", date = ""] = /^([<>]=?|==?)\s*([^\s<>=].*)$/u.exec(written) ?? [];
  if (mark === "") return undefined;
  const mistake = ifDate(date) === undefined ? read(date) : undefined;
  const rewritten = mistake === undefined ? ifDate(date) : mistake.rewritten;
  if (rewritten === undefined) return undefined;
  // `after:` includes its instant and `before:` does not, so of `>` and `<=` something would be left over.
  const uncertain = mark === ">" || mark === "<=" || mistake?.uncertain === true;
  return { code: "date-comparison", args: { written, mark, rewritten }, rewritten, uncertain };
}
