// The values of date expressions at very many times, by arithmetic of its own: nothing shared with src or date-fns.

/** Milliseconds of an hour. */
export const HOUR = 3_600_000;
/** Milliseconds of a day. */
export const DAY: number = 24 * HOUR;

/** The first millisecond of year 1. */
export const FIRST: number = Date.parse("0001-01-01T00:00:00.000Z");
/** The last millisecond of year 9999. */
export const LAST: number = Date.parse("9999-12-31T23:59:59.999Z");

/** What an expression is at one time; NaN where it lies outside the calendar. */
export type At = (now: number) => number;

/** Reads an expression that is right. */
export function readDate(expression: string): At {
  const [, digits = "", unit = ""] = /^[-+]?(\d+)(h|d|w|mo|y)$/.exec(expression) ?? [];
  const amount = Number(digits);
  switch (unit) {
    case "h":
    case "d":
    case "w": {
      const length = amount * (unit === "h" ? HOUR : unit === "d" ? DAY : 7 * DAY);
      return (now) => inCalendar(now - length);
    }
    case "mo":
      return (now) => inCalendar(monthsAgo(now, amount));
    case "y":
      return (now) => inCalendar(monthsAgo(now, amount * 12));
    default:
      return readWord(expression);
  }
}

function readWord(expression: string): At {
  switch (expression) {
    case "now":
      return inCalendar;
    case "today":
      return (now) => inCalendar(midnightOf(now));
    case "yesterday":
      return (now) => inCalendar(midnightOf(now) - DAY);
    case "last-week":
      return readDate("7d");
    case "last-month":
      return readDate("1mo");
    case "last-year":
      return readDate("12mo");
    default: {
      const instant = Date.parse(`${expression}T00:00:00.000Z`);
      if (Number.isNaN(instant)) throw new Error(`${expression} is no date`);
      return () => inCalendar(instant);
    }
  }
}

/** What an expression is at each of many times, kept for the lists that are asked for again. */
export function instantsOf(expression: string, nows: Float64Array): Float64Array {
  const known = kept.get(nows) ?? new Map<string, Float64Array>();
  const instants = known.get(expression) ?? nows.map(readDate(expression));
  if (nows.length < keptFrom) return instants;
  if (known.size * nows.length >= mostKept) known.clear();
  kept.set(nows, known.set(expression, instants));
  return instants;
}

const kept = new WeakMap<Float64Array, Map<string, Float64Array>>();
/** Lists of fewer times are made anew each time; 200 MB are kept of each list. */
const [keptFrom, mostKept] = [20_000, 25_000_000];

/** The midnight that a day begins with. */
export function midnightOf(now: number): number {
  return Math.floor(now / DAY) * DAY;
}

function inCalendar(instant: number): number {
  return instant >= FIRST && instant <= LAST ? instant : Number.NaN;
}

/** The same time of the same day so many months ago (ahead, if negative); of the last day that the month has. */
export function monthsAgo(now: number, months: number): number {
  const days = Math.floor(now / DAY);
  // Years that begin in March, so that the day that is sometimes there is the last one.
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * month + 2) / 5);
  const target = (era * 400 + yearOfEra) * 12 + month - months;
  const year = Math.floor(target / 12);
  const inYear = target - year * 12;
  const last = lengthOf(year, inYear) - 1;
  return (
    (daysBefore(year) + Math.floor((153 * inYear + 2) / 5) + Math.min(day, last)) * DAY + (now - days * DAY)
  );
}

/** Days from 1970 to the March that begins a year. */
function daysBefore(year: number): number {
  return 365 * year + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400) - 719_468;
}

/** Of a month counted from March; its February is of the next year of the calendar. */
function lengthOf(year: number, month: number): number {
  if (month === 11) return daysBefore(year + 1) - daysBefore(year) === 366 ? 29 : 28;
  return [31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31][month] ?? Number.NaN;
}
