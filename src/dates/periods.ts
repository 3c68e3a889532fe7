// Days and periods as people write them: `5 January 2026`, `March`, `2026-03`, `Q1`.
import { monthNames } from "../vocabulary/dates.ts";
import { dayOf } from "./mistyped.ts";

/** The day that an expression means, or the first one of the period. */
export interface Reading {
  readonly day: string;
  /** Whether day, month and year are all written. */
  readonly isWhole: boolean;
}

/** Reads an English date, or the name of a period; one without its year is the last that has begun at `now`. */
export function readPeriod(written: string, now: number): Reading | undefined {
  const { year, month, number } = wordsOf(written);
  if (month === undefined && year === undefined) return undefined;
  if (month?.startsWith("q") === true && number !== undefined) return undefined;
  // Without the name of a month the number is one: `2026-03`.
  const [at, on] = month === undefined ? [Number(number ?? 1), 1] : [monthOf(month), Number(number ?? 1)];
  const thisYear = new Date(now).getUTCFullYear();
  const day = dayOf(Number(year ?? thisYear), at, on);
  const isAhead = year === undefined && day !== undefined && Date.parse(day) > now;
  const read = isAhead ? dayOf(thisYear - 1, at, on) : day;
  return read === undefined
    ? undefined
    : { day: read, isWhole: year !== undefined && month !== undefined && number !== undefined };
}

/** The first day of `this-month` or `this-year`. */
export function periodOfNow(written: string, now: number): string | undefined {
  const [, unit] = /^this[\s-](month|year)$/u.exec(written) ?? [];
  return unit && `${new Date(now).toISOString().slice(0, unit === "year" ? 4 : 7)}-01-01`.slice(0, 10);
}

interface Words {
  readonly year?: string | undefined;
  readonly month?: string | undefined;
  /** One or two digits. */
  readonly number?: string | undefined;
}

/** The words of a date, if there is nothing else in it. Marks, and the ending of `5th`, mean nothing. */
function wordsOf(written: string): Words {
  const words = /^[\w\s,./'-]*$/u.test(written)
    ? (written.toLowerCase().match(/[a-z]+[1-4]?|\d+/gu) ?? [])
    : [];
  const year = words.find((word) => /^[12]\d{3}$/u.test(word));
  const month = words.find((word) => monthOf(word) > 0);
  const number = words.find((word) => /^\d{1,2}$/u.test(word));
  const known = [year, month, number, "st", "nd", "rd", "th"];
  const isAll = words.length === new Set(words).size && words.every((word) => known.includes(word));
  return isAll ? { year, month, number } : {};
}

/** The number of a month by its name, or of the first one of a quarter; 0 for any other word. */
function monthOf(word: string): number {
  const [, quarter] = /^q([1-4])$/u.exec(word) ?? [];
  if (quarter !== undefined) return 3 * Number(quarter) - 2;
  const isShort = word.length === 3 || word === "sept";
  return (
    monthNames
      .map((name) => name.toLowerCase())
      .findIndex((name) => (isShort ? name.startsWith(word) : name === word)) + 1
  );
}
