// `２０２６-０１-０１`: digits or hyphens that only look like those of a date.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { DateMistake } from "../mistake.ts";
import { ifDate } from "../mistyped.ts";

/** Documentation of the mistake. */
export const docs: RuleDocs<"date-non-ascii"> = {
  code: "date-non-ascii",
  why: "Digits of other scripts, full-width digits and long hyphens look like those of a date, and programs disagree on whether to accept them. Dates are plain ASCII.",
  invalid: [
    { text: "after:２０２６-０１-０５", fixed: "after:2026-01-05" },
    { text: "after:2026–01–05", fixed: "after:2026-01-05" },
    { text: "after:٧d", fixed: "after:7d" },
    { text: "after:gestern…" },
  ],
  valid: ["after:2026-01-05"],
};

/** Recognises any character that is not ASCII and not white space. */
export function dateNonAscii(written: string): DateMistake | undefined {
  const [character] = /[^\0-\x7f\s]/u.exec(written) ?? [];
  if (character === undefined) return undefined;
  const rewritten = ifDate(
    written
      .replace(/[\uff01-\uff5e]/gu, (wide) => String.fromCharCode(wide.charCodeAt(0) - fullWidth))
      .replace(/\p{Nd}/gu, asciiDigit)
      .replace(/[\p{Pd}\u2212]/gu, "-"),
  );
  return { code: "date-non-ascii", args: { character, count: 1, written, rewritten }, rewritten };
}

/** How far the full-width forms lie from the ASCII characters that they are wide forms of. */
const fullWidth = 0xfee0;

/** Unicode's decimal digits stand in runs of ten, each beginning with its zero. Adjacent runs are one here. */
function asciiDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  let first = codePoint;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return String((codePoint - first) % 10);
}
