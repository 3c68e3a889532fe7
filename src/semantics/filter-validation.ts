// Reads values from outside; a malformed one throws a `TypeError` that names its position.
import { isRecord } from "../data/guards.ts";
import { firstTimestamp, isDate } from "./timestamp.ts";

/**
 * The members of an object that has no others: a misspelt one would be a condition that is not held. What is inherited is
 * refused: accepting it would let a polluted prototype in, ignoring it would widen the slice.
 */
export function membersOf(
  place: string,
  value: unknown,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw mustBe(place || "filter", "an object");
  const other =
    Object.keys(value).find((name) => !names.includes(name)) ??
    names.find((name) => !Object.hasOwn(value, name) && value[name] !== undefined);
  if (other === undefined) return value;
  // As JSON writes it, as it may hold escape sequences for terminals.
  const name = JSON.stringify(other).slice(1, -1);
  throw new TypeError(`${place}${place && "."}${name} is not an own member of a filter definition`);
}

/** The members of a list, each read by `read`. Holes count as members, and a custom iterator is not used. */
export function listOf<T>(
  place: string,
  value: unknown,
  read: (place: string, member: unknown) => T,
): readonly T[] {
  if (!Array.isArray(value)) throw mustBe(place, "an array");
  const members: T[] = [];
  for (let index = 0; index < value.length; index++) members.push(read(`${place}[${index}]`, value[index]));
  return members;
}

/** A string. */
export function stringOf(place: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw mustBe(place, "a string");
}

/**
 * A value of JSON. What JSON cannot express, a backend that gets it as JSON would misread; null equals nothing. A
 * `Date` or a `new String()` would equal nothing either, and so not be excluded by what meant to exclude it.
 */
export function jsonOf(place: string, value: unknown): string | number | boolean | object {
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (
    Array.isArray(value) ||
    (isRecord(value) && Object.prototype.toString.call(value) === "[object Object]")
  )
    return value;
  throw mustBe(place, "a JSON value, not null");
}

/** A bound of a date range, if there is one: in the years 0001 to 9999. Of the forms of a date one alone has 24 characters. */
export function timestampOf(place: string, value: unknown): string | undefined {
  if (
    value === undefined ||
    (typeof value === "string" && value.length === 24 && value >= firstTimestamp && isDate(value))
  )
    return value;
  throw mustBe(place, "an ISO 8601 timestamp in UTC with milliseconds");
}

/** The error for a value of the wrong kind. */
export function mustBe(place: string, expected: string): TypeError {
  return new TypeError(`${place} must be ${expected}`);
}
