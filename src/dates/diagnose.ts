// Diagnoses a date expression: the first mistake in the list that recognises it.
import type { DateMistake, FindMistake } from "./mistake.ts";
import { dateCase } from "./mistakes/date-case.ts";
import { dateComparison } from "./mistakes/date-comparison.ts";
import { dateFormat } from "./mistakes/date-format.ts";
import { dateInFuture } from "./mistakes/date-in-future.ts";
import { dateNonAscii } from "./mistakes/date-non-ascii.ts";
import { dateNonexistent } from "./mistakes/date-nonexistent.ts";
import { dateOutOfRange } from "./mistakes/date-out-of-range.ts";
import { dateUnknown } from "./mistakes/date-unknown.ts";
import { dateWhitespace } from "./mistakes/date-whitespace.ts";
import { dateWithTime } from "./mistakes/date-with-time.ts";
import { offsetCombined } from "./mistakes/offset-combined.ts";
import { offsetNumber } from "./mistakes/offset-number.ts";
import { offsetUnitAmbiguous } from "./mistakes/offset-unit-ambiguous.ts";
import { offsetUnitMissing } from "./mistakes/offset-unit-missing.ts";
import { offsetUnitUnknown } from "./mistakes/offset-unit-unknown.ts";

/** What is wrong with an expression whose instant at `now` is `NaN` (out of range) or `undefined` (not a date). */
export function diagnoseDate(expression: string, instant: number | undefined, now: number): DateMistake {
  if (instant !== undefined) return dateOutOfRange(expression);
  // A longer expression than this is not a mistyped date, and some mistakes read it many times.
  if (expression.length > maxMistakeLength) return dateUnknown(expression, now);
  const read = (date: string): DateMistake => mistakeIn(date, now);
  return dateComparison(expression, read) ?? read(expression);
}

function mistakeIn(expression: string, now: number): DateMistake {
  for (const mistake of mistakes) {
    const problem = mistake(expression, now);
    if (problem !== undefined) return problem;
  }
  return dateUnknown(expression, now);
}

const maxMistakeLength = 64;

/** The narrow ones first. */
const mistakes: readonly FindMistake[] = [
  dateNonexistent,
  dateWithTime,
  dateNonAscii,
  dateWhitespace,
  dateInFuture,
  offsetUnitMissing,
  offsetUnitAmbiguous,
  dateCase,
  offsetUnitUnknown,
  offsetCombined,
  offsetNumber,
  dateFormat,
];
