// Messages about date expressions.
import { codePointName } from "../../text/characters.ts";
import { listing, show } from "../../text/show.ts";
import {
  ambiguousUnit,
  dateExamples,
  dateUnits,
  dateWords,
  dayUnit,
  monthUnit,
} from "../../vocabulary/dates.ts";
import { didYouMean, type Entries } from "./entry.ts";

/** Entries for errors of date expressions. */
export const dateEntries: Entries<
  | "date-nonexistent"
  | "date-out-of-range"
  | "date-format"
  | "date-with-time"
  | "date-case"
  | "date-whitespace"
  | "date-non-ascii"
  | "date-in-future"
  | "date-unknown"
  | "offset-unit-missing"
  | "offset-unit-ambiguous"
  | "offset-unit-unknown"
  | "offset-number"
  | "offset-combined"
> = {
  "date-nonexistent": {
    severity: "error",
    message: ({ written, reason }) => `${show(written)} is not a day: ${reason}.`,
  },
  "date-out-of-range": {
    severity: "error",
    message: ({ written }) =>
      `${show(written)} falls outside the years 0001 to 9999. Write a date within them.`,
  },
  "date-format": {
    severity: "error",
    message: ({ written, rewritten }) =>
      `${show(written)} is not a date. A day is written \`YYYY-MM-DD\`${write(rewritten, ": write ", `, for example ${show(dateExamples.day)}.`)}`,
  },
  "date-with-time": {
    severity: "error",
    message: ({ written, rewritten }) =>
      `${show(written)} has a time of day. A date is a whole day, from 00:00 UTC${write(rewritten, ": write ", ", written `YYYY-MM-DD`.")}`,
  },
  "date-case": {
    severity: "error",
    message: ({ written, rewritten }) =>
      `Dates are in lower case: write ${show(rewritten)}, not ${show(written)}.`,
  },
  "date-whitespace": {
    severity: "error",
    message: ({ written, rewritten }) =>
      `A date has no spaces in it, and ${show(written)} does${write(rewritten, ": write ", `. Write ${forms}.`)}`,
  },
  "date-non-ascii": {
    severity: "error",
    message: ({ character, rewritten }) =>
      `${show(character)} (${codePointName(character)}) is not ASCII, and dates are${write(rewritten, ": write ", `. Write ${forms}.`)}`,
  },
  "date-in-future": {
    severity: "error",
    message: ({ written }) =>
      `${show(written)} lies ahead, but relative dates are never in the future: they count back from now. Write for example ${show(dateExamples.offset)} or ${show(dateExamples.word)}.`,
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
      `${show(written)} joins several offsets; a date takes one${write(rewritten, ": write ", `. Write one number and one of the units, such as ${show(`37${dayUnit}`)}.`)}`,
  },
};

const code = (words: Iterable<string>): string[] => Array.from(words, (word) => show(word));
const units: string = listing(code(dateUnits.keys()), "or");
const [smallestUnit = ""]: Iterable<string> = dateUnits.keys();
const forms = `a day such as ${show(dateExamples.day)}, an offset such as ${show(dateExamples.offset)} or ${show(dateExamples.months)}, or one of ${listing(code(dateWords.keys()), "or")}`;

function write(rewritten: string | undefined, before: string, otherwise: string): string {
  return rewritten === undefined ? otherwise : `${before}${show(rewritten)}.`;
}
