// The meaning of a filter, written to be evidently right: one entity at a time, nothing shared with src, nothing fast.

import type { DateRange, FilterDefinition, PropertyFilter } from "../../../src/index.ts";
import type { Dates } from "./engine.ts";

/** Whether an entity is in the slice of a filter. With `canonical`, other forms of dates are in no range. */
export function inSlice(filter: FilterDefinition, entity: unknown, dates: Dates = "any"): boolean {
  const { entityTypes, propertyFilters, dateRange } = filter;
  const type = valueAt(entity, "type");
  if (entityTypes !== undefined && !entityTypes.some((name) => name === type)) return false;
  if (!propertyFilters.every((each) => holds(each, valueAt(entity, each.path)))) return false;
  return dateRange === undefined || isInRange(dateRange, valueAt(entity, dateRange.field), dates);
}

/** The value at a path: own properties of objects only. */
export function valueAt(entity: unknown, path: string): unknown {
  let value = entity;
  for (const key of keysOf(path)) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    value = Object.getOwnPropertyDescriptor(value, key)?.value;
  }
  return value;
}

/** The keys of a path: `.` parts them, `\.` and `\\` are a dot and a backslash, other backslashes are themselves. */
export function keysOf(path: string): readonly string[] {
  const keys: string[] = [];
  let key = "";
  for (let at = 0; at < path.length; at++) {
    const [character, next] = [path.charAt(at), path.charAt(at + 1)];
    if (character === "\\" && (next === "." || next === "\\")) {
      key += next;
      at++;
    } else if (character === ".") {
      keys.push(key);
      key = "";
    } else {
      key += character;
    }
  }
  return [...keys, key];
}

/** The path of keys, which {@link keysOf} reads back. */
export function pathOf(keys: readonly string[]): string {
  return keys.map((key) => key.replaceAll("\\", "\\\\").replaceAll(".", "\\.")).join(".");
}

function holds({ operator, value: wanted }: PropertyFilter, found: unknown): boolean {
  const present = found !== undefined && found !== null;
  switch (operator) {
    case "exists":
      return present === wanted;
    case "eq":
      return present && isEqual(found, wanted);
    case "neq":
      return present && !isEqual(found, wanted);
    case "in":
      return present && listOf(wanted).some((each) => isEqual(found, each));
    case "nin":
      return present && !listOf(wanted).some((each) => isEqual(found, each));
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return isOrdered(found, wanted) && signs[operator].includes(Math.sign(order(found, wanted)));
  }
}

/** What the order of a value and a bound may be: before, equal, after. */
const signs: Readonly<Record<"gt" | "gte" | "lt" | "lte", readonly number[]>> = {
  gt: [1],
  gte: [0, 1],
  lt: [-1],
  lte: [-1, 0],
};

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError("the filter has no list");
  return value;
}

/** Equal and of one kind; lists and objects are equal to nothing. */
function isEqual(found: unknown, wanted: unknown): boolean {
  return typeof found !== "object" && found === wanted;
}

/** Numbers order with numbers and strings with strings. */
function isOrdered(found: unknown, wanted: unknown): boolean {
  if (typeof found === "number") return typeof wanted === "number";
  return typeof found === "string" && typeof wanted === "string";
}

function order(found: unknown, wanted: unknown): number {
  if (typeof found === "number" && typeof wanted === "number") return Math.sign(found - wanted);
  const [left, right] = [codePoints(found), codePoints(wanted)];
  for (const [at, point] of left.entries()) {
    const other = right[at];
    if (other === undefined) return 1;
    if (point !== other) return point - other;
  }
  return left.length - right.length;
}

function codePoints(text: unknown): readonly number[] {
  return Array.from(String(text), (character) => character.codePointAt(0) ?? 0);
}

/** From the start on, up to but without the end. */
function isInRange({ start, end }: DateRange, found: unknown, dates: Dates): boolean {
  const instant = instantOf(found, dates);
  if (instant === undefined) return false;
  return (
    (start === undefined || instant >= Date.parse(start)) && (end === undefined || instant < Date.parse(end))
  );
}

const dateForm =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:T(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<fraction>\d+))?)?(?:Z|(?<sign>[+-])(?<hours>\d\d):(?<minutes>\d\d)))?$/u;
const canonicalForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u;

const [firstInstant, lastInstant] = [
  Date.parse("0001-01-01T00:00:00.000Z"),
  Date.parse("9999-12-31T23:59:59.999Z"),
];

/** The instant in milliseconds that a value stands for; undefined if it is no date. */
export function instantOf(found: unknown, dates: Dates = "any"): number | undefined {
  const instant = found instanceof Date ? found.getTime() : instantOfText(found, dates);
  return instant !== undefined && instant >= firstInstant && instant <= lastInstant ? instant : undefined;
}

function instantOfText(found: unknown, dates: Dates): number | undefined {
  if (typeof found !== "string" || (dates === "canonical" && !canonicalForm.test(found))) return undefined;
  const parts = dateForm.exec(found)?.groups;
  if (parts === undefined) return undefined;
  const number = (part: string): number => Number(parts[part] ?? "0");
  const [year, month, day] = [number("year"), number("month"), number("day")];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  const limits = { hour: 23, minute: 59, second: 59, hours: 14, minutes: 59 };
  if (Object.entries(limits).some(([part, most]) => number(part) > most)) return undefined;
  const milliseconds = Number((parts["fraction"] ?? "").padEnd(3, "0").slice(0, 3));
  const clock = ((number("hour") * 60 + number("minute")) * 60 + number("second")) * 1000 + milliseconds;
  const ahead = (number("hours") * 60 + number("minutes")) * 60_000;
  return new Date(0).setUTCFullYear(year, month - 1, day) + clock - (parts["sign"] === "-" ? -ahead : ahead);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
