// Messages about date expressions.
import { codePointName } from "../../text/characters.ts";
import { listing, show } from "../../text/show.ts";
import {
  ambiguousUnit,
  dateExamples,
  dateUnits,
  dateWords,
  dayUnit,
  monthNames,
  monthUnit,
} from "../../vocabulary/dates.ts";
import { withBound } from "../../vocabulary/qualifiers.ts";
import type { DiagnosticCode } from "../arguments.ts";
import { didYouMean, type Entries } from "./entry.ts";

/** What makes a date invalid; a plus sign alone does not. */
type InvalidDateCode = Exclude<
  Extract<DiagnosticCode, `date-${string}` | `offset-${string}`>,
  "date-plus-sign"
>;

/** Entries for errors of date expressions. */
export const dateEntries: Entries<InvalidDateCode> = {
  "date-nonexistent": {
    severity: "error",
    message: ({ written, daysInMonth }) =>
      `${show(written)} is not a day: ${reasonOf(written, daysInMonth)}.`,
  },
  "date-out-of-range": {
    severity: "error",
    message: ({ written }) =>
      `${show(written)} is outside the years 0001 to 9999. Write a date in that range.`,
  },
  "date-format": {
    severity: "error",
    message: ({ written, rewritten, readings = [] }) =>
      `${show(written)} is not a date. A day is written \`YYYY-MM-DD\`${write(rewritten, ": write ", readings.length > 0 ? `: write ${listing(code(readings), "or")}.` : `, for example ${show(dateExamples.day)}.`)}`,
  },
  "date-comparison": {
    severity: "error",
    message: ({ mark, rewritten }) =>
      `A date cannot begin with ${show(mark)}: ${starts} means this instant or later, ${ends} earlier${write(rewritten, ". Write ", ".")}`,
  },
  "date-with-time": {
    severity: "error",
    message: ({ written, rewritten }) =>
      `${show(written)} includes a time of day. A date is a whole day, starting at 00:00 UTC${write(rewritten, ": write ", ", written `YYYY-MM-DD`.")}`,
  },
  "date-case": {
    severity: "error",
    message: ({ written, rewritten }) =>
      `Dates must be lowercase: write ${show(rewritten)}, not ${show(written)}.`,
  },
  "date-whitespace": {
    severity: "error",
    message: ({ written, rewritten }) =>
      `${show(written)} contains a space, which is not allowed in dates${write(rewritten, ": write ", `. Write ${forms}.`)}`,
  },
  "date-non-ascii": {
    severity: "error",
    message: ({ character, rewritten }) =>
      `${show(character)} (${codePointName(character)}) is not ASCII, and dates must be${write(rewritten, ": write ", `. Write ${forms}.`)}`,
  },
  "date-in-future": {
    severity: "error",
    message: ({ written }) =>
      `${show(written)} is in the future; relative dates always count back from now. Write for example ${show(dateExamples.offset)} or ${show(dateExamples.word)}.`,
  },
  "date-unknown": {
    severity: "error",
    message: ({ written, rewritten }) =>
      `${show(written)} is not a date.${rewritten === undefined ? ` Write ${forms}.` : didYouMean(rewritten, written)}`,
  },
  "offset-unit-missing": {
    severity: "error",
    message: ({ written, rewritten }) =>
      `${show(written)} has no unit.${
        rewritten === undefined
          ? ` A day is written \`YYYY-MM-DD\`, and an offset ends in ${units}.`
          : ` Write ${show(rewritten)}; an offset ends in ${units}.`
      }`,
  },
  "offset-unit-ambiguous": {
    severity: "error",
    message: ({ rewritten }) =>
      `${show(ambiguousUnit)} is not a unit: months are ${show(monthUnit)}, the smallest unit is ${show(smallestUnit)}${write(rewritten, ". For months write ", ".")}`,
  },
  "offset-unit-unknown": {
    severity: "error",
    message: ({ unit, tooSmall, rewritten }) =>
      `${show(unit)} is not a unit; ${tooSmall ? `the smallest unit is ${show(smallestUnit)}` : `the units are ${units}`}${write(rewritten, ": write ", `. Write for example ${show(tooSmall ? `1${smallestUnit}` : dateExamples.offset)}.`)}`,
  },
  "offset-number": {
    severity: "error",
    message: ({ written, rewritten }) =>
      `${show(written)} is not a whole number and a unit${write(rewritten, ": write ", `. Write for example ${show(`36${smallestUnit}`)} for a day and a half.`)}`,
  },
  "offset-combined": {
    severity: "error",
    message: ({ written, rewritten }) =>
      `${show(written)} combines several offsets; a date can have only one${write(rewritten, ": write ", `. Write one number and one of the units, such as ${show(`37${dayUnit}`)}.`)}`,
  },
};

const starts = show(`${withBound.start}:`);
const ends = show(`${withBound.end}:`);
const code = (words: Iterable<string>): string[] => Array.from(words, (word) => show(word));
const units: string = listing(code(dateUnits.keys()), "or");
const [smallestUnit = ""]: Iterable<string> = dateUnits.keys();
const forms = `a day such as ${show(dateExamples.day)}, an offset such as ${show(dateExamples.offset)} or ${show(dateExamples.months)}, or one of ${listing(code(dateWords.keys()), "or")}`;

/** Why a day in the form `YYYY-MM-DD` does not exist. */
function reasonOf(written: string, daysInMonth: number | undefined): string {
  const [year, month, day] = written.split("-");
  if (daysInMonth === undefined) return "months go from 01 to 12";
  if (day === "00") return "days go from 01";
  const name = monthNames[Number(month) - 1] ?? "";
  return `${name} ${name === "February" ? `${year} ` : ""}has ${daysInMonth} days`;
}

function write(rewritten: string | undefined, before: string, otherwise: string): string {
  return rewritten === undefined ? otherwise : `${before}${show(rewritten)}.`;
}
