// Reads the valid date expressions: the only place where an expression becomes an instant.
import { UTCDateMini } from "@date-fns/utc/date/mini";
import { addMonths } from "date-fns/addMonths";
import { millisecondsInDay, millisecondsInHour } from "date-fns/constants";
import { dateUnits, dateWords, firstInstant, lastInstant } from "../vocabulary/dates.ts";

/**
 * What a date is before the evaluation time is known: so many steps on a scale. `fixed` counts milliseconds since 1970, the others
 * back from the evaluation time, so that all are negative or 0: milliseconds (`elapsed`), whole days from its midnight, or calendar
 * months. At any evaluation time, more on one scale is later.
 */
export interface Point {
  readonly scale: Scale;
  readonly at: number;
}

/** What a {@link Point} counts in. */
export type Scale = "fixed" | "elapsed" | "days" | "months";

/**
 * The instant of an expression in milliseconds since 1970, or `undefined` if it is not a date. An instant outside the
 * years 0001 to 9999 is `NaN`.
 */
export function instantOf(expression: string, now: number): number | undefined {
  const point = pointOf(expression);
  return point === undefined ? undefined : instantAt(point, now);
}

/** The point of an expression, or `undefined` if it is not a date. */
export function pointOf(expression: string): Point | undefined {
  const word = dateWords.get(expression);
  if (word !== undefined) {
    if ("offset" in word) return pointOf(word.offset);
    return "days" in word ? { scale: "days", at: -word.days } : { scale: "elapsed", at: 0 };
  }
  const [, amount, name = ""] = offsetForm.exec(expression) ?? [];
  const unit = dateUnits.get(name);
  if (unit === undefined) return dayForm.test(expression) ? dayPoint(expression) : undefined;
  return "hours" in unit
    ? { scale: "elapsed", at: -Number(amount) * unit.hours * millisecondsInHour }
    : { scale: "months", at: -Number(amount) * unit.months };
}

/** The instant of a point at an evaluation time; `NaN` outside the years 0001 to 9999. */
export function instantAt(point: Point, now: number): number {
  return inRange(stepsFrom(point, now));
}

/** The same, in whatever year it is. */
export function stepsFrom({ scale, at }: Point, now: number): number {
  switch (scale) {
    case "fixed":
      return at;
    case "elapsed":
      return now + at;
    case "days":
      return startOfDay(now) + at * millisecondsInDay;
    case "months":
      // UTCDateMini keeps date-fns in UTC; on a plain Date it would count in the time zone of the process.
      return addMonths(new UTCDateMini(now), at).getTime();
  }
}

/** How far on a scale the last point is that is not later than an instant, at an evaluation time. The instant is within range. */
export function stepsTo(scale: Scale, instant: number, now: number): number {
  switch (scale) {
    case "fixed":
      return instant;
    case "elapsed":
      return instant - now;
    case "days":
      return Math.floor((instant - startOfDay(now)) / millisecondsInDay);
    case "months":
      return monthsTo(new Date(instant), new Date(now));
  }
}

/** Months from the evaluation time to the month of a date, one less if it is too late in the month then; late days are the last of a short month. */
function monthsTo(date: Date, present: Date): number {
  const years = date.getUTCFullYear() - present.getUTCFullYear();
  const months = years * 12 + date.getUTCMonth() - present.getUTCMonth();
  const isLastDay = new Date(date.getTime() + millisecondsInDay).getUTCDate() === 1;
  const day = isLastDay ? Math.min(present.getUTCDate(), date.getUTCDate()) : present.getUTCDate();
  const late = (day - date.getUTCDate()) * millisecondsInDay + timeOfDay(present) - timeOfDay(date);
  return late > 0 ? months - 1 : months;
}

function timeOfDay(date: Date): number {
  return date.getTime() - startOfDay(date.getTime());
}

/** The midnight before an instant or at it. In UTC all days are equally long. */
export function startOfDay(instant: number): number {
  return Math.floor(instant / millisecondsInDay) * millisecondsInDay;
}

/** Whether an expression is an instant within range. */
export function isDateAt(expression: string, now: number): boolean {
  return !Number.isNaN(instantOf(expression, now) ?? Number.NaN);
}

/** Whether an expression, valid or not in its figures, is written as a day: `YYYY-MM-DD`. */
export const dayForm: RegExp = /^\d{4}-\d{2}-\d{2}$/u;

/** The sign of an offset means nothing. */
const offsetForm = new RegExp(`^[-+]?([0-9]+)(${[...dateUnits.keys()].join("|")})$`, "u");

/** The platform turns a day that does not exist into one of the next month. */
function dayPoint(expression: string): Point | undefined {
  const at = Date.parse(`${expression}T00:00:00.000Z`);
  return new Date(at).getUTCDate() === Number(expression.slice(8)) ? { scale: "fixed", at } : undefined;
}

function inRange(instant: number): number {
  return instant >= firstInstant && instant <= lastInstant ? instant : Number.NaN;
}
