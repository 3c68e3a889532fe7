// Reads the valid date expressions: the only place where an expression becomes an instant.
import { UTCDateMini } from "@date-fns/utc/date/mini";
import { startOfDay } from "date-fns/startOfDay";
import { subDays } from "date-fns/subDays";
import { subHours } from "date-fns/subHours";
import { subMonths } from "date-fns/subMonths";
import { type DateUnit, dateUnits, dateWords, firstInstant, lastInstant } from "../vocabulary/dates.ts";

/**
 * The instant of an expression in milliseconds since 1970, or `undefined` if it is none. An instant outside the
 * years 0001 to 9999 is `NaN`.
 */
export function instantOf(expression: string, now: number): number | undefined {
  const word = dateWords.get(expression);
  if (word !== undefined) {
    if ("offset" in word) return instantOf(word.offset, now);
    return inRange("days" in word ? startOfDay(subDays(new UTCDateMini(now), word.days)).getTime() : now);
  }
  const offset = offsetOf(expression);
  if (offset !== undefined) return offsetBack(offset, now);
  return dayForm.test(expression) ? dayInstant(expression) : undefined;
}

/** So many units back from now. */
export interface Offset {
  readonly amount: number;
  readonly unit: DateUnit;
}

/** The offset that an expression such as `3mo` is, whatever its sign, or `undefined` if it is none. */
export function offsetOf(expression: string): Offset | undefined {
  const [, amount, name = ""] = offsetForm.exec(expression) ?? [];
  const unit = dateUnits.get(name);
  return unit === undefined ? undefined : { amount: Number(amount), unit };
}

/** Whether an expression is an instant within range. */
export function isDateAt(expression: string, now: number): boolean {
  return !Number.isNaN(instantOf(expression, now) ?? Number.NaN);
}

/** Whether an expression, valid or not in its figures, is written as a day: `YYYY-MM-DD`. */
export const dayForm: RegExp = /^\d{4}-\d{2}-\d{2}$/u;

const offsetForm = new RegExp(`^[-+]?([0-9]+)(${[...dateUnits.keys()].join("|")})$`, "u");

/** UTCDateMini keeps date-fns in UTC; on a plain Date it would count in the time zone of the process. */
function offsetBack({ amount, unit }: Offset, now: number): number {
  const from = new UTCDateMini(now);
  const to = "hours" in unit ? subHours(from, amount * unit.hours) : subMonths(from, amount * unit.months);
  return inRange(to.getTime());
}

/** A day that does not exist is turned into another by the platform, which then prints another day. */
function dayInstant(expression: string): number | undefined {
  const instant = Date.parse(`${expression}T00:00:00.000Z`);
  if (Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(expression)) return undefined;
  return inRange(instant);
}

function inRange(instant: number): number {
  return instant >= firstInstant && instant <= lastInstant ? instant : Number.NaN;
}
