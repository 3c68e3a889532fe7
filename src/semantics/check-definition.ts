// Whether a filter definition from outside is well-formed, so that no backend runs a part of it as if it were the whole.
import { firstNotString, isRecord, isStringList } from "../data/guards.ts";
import { type Operator, operators } from "../vocabulary/operators.ts";

/** Throws a `TypeError` that names the place in the filter that is malformed. */
export function requireDefinition(filter: unknown): void {
  if (!isRecord(filter)) malformed("filter", "must be an object");
  const { entityTypes, propertyFilters, dateRange, ...others }: Members = filter;
  requireNone("", others);
  if (entityTypes !== undefined) requireStrings("entityTypes", entityTypes);
  if (!Array.isArray(propertyFilters)) malformed("propertyFilters", "must be an array");
  propertyFilters.forEach((each, index) => {
    requirePropertyFilter(`propertyFilters[${index}]`, each);
  });
  if (dateRange !== undefined) requireDateRange(dateRange);
}

interface Members {
  readonly entityTypes?: unknown;
  readonly propertyFilters?: unknown;
  readonly dateRange?: unknown;
}

function requirePropertyFilter(place: string, filter: unknown): void {
  if (!isRecord(filter)) malformed(place, "must be an object");
  const { path, operator, value, ...others }: FilterMembers = filter;
  requireNone(`${place}.`, others);
  if (typeof path !== "string") malformed(`${place}.path`, "must be a string");
  if (!isOperator(operator)) malformed(`${place}.operator`, `must be one of ${operators.join(", ")}`);
  requireJson(`${place}.value`, value);
  if (operator === "exists" && typeof value !== "boolean") malformed(`${place}.value`, "must be a boolean");
  if (operator !== "in" && operator !== "nin") return;
  if (!Array.isArray(value)) malformed(`${place}.value`, "must be an array");
  // Not forEach, which passes over holes.
  for (const [index, member] of value.entries()) requireJson(`${place}.value[${index}]`, member);
}

/** What JSON cannot say, a backend that gets the filter as JSON would take for something else. */
function requireJson(place: string, value: unknown): void {
  if (value === undefined || value === null) malformed(place, "must not be null");
  if (typeof value === "number" && !Number.isFinite(value)) malformed(place, "must be a finite number");
  if (!["string", "number", "boolean", "object"].includes(typeof value)) {
    malformed(place, `must be a JSON value, not a ${typeof value}`);
  }
}

function requireDateRange(range: unknown): void {
  if (!isRecord(range)) malformed("dateRange", "must be an object");
  const { field, start, end, ...others }: RangeMembers = range;
  requireNone("dateRange.", others);
  if (typeof field !== "string") malformed("dateRange.field", "must be a string");
  for (const [name, bound] of [["start", start] as const, ["end", end] as const]) {
    if (bound === undefined || (typeof bound === "string" && isTimestamp(bound))) continue;
    malformed(`dateRange.${name}`, "must be an ISO 8601 timestamp in UTC with milliseconds");
  }
}

interface FilterMembers {
  readonly path?: unknown;
  readonly operator?: unknown;
  readonly value?: unknown;
}

interface RangeMembers {
  readonly field?: unknown;
  readonly start?: unknown;
  readonly end?: unknown;
}

/** A misspelt member would be a condition that is not held. */
function requireNone(place: string, others: object): void {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) malformed(place + unknown, "is not a member of a filter definition");
}

function requireStrings(place: string, list: unknown): void {
  if (!Array.isArray(list)) malformed(place, "must be an array of strings");
  if (!isStringList(list)) malformed(`${place}[${firstNotString(list)}]`, "must be a string");
}

/** What the platform prints is what it reads: `2026-02-30T…` is read as another instant. The years are 0001 to 9999. */
function isTimestamp(text: string): boolean {
  const instant = Date.parse(text);
  if (Number.isNaN(instant) || new Date(instant).toISOString() !== text) return false;
  return text.length === 24 && !text.startsWith("0000");
}

function isOperator(value: unknown): value is Operator {
  return operators.some((operator) => operator === value);
}

function malformed(place: string, expected: string): never {
  throw new TypeError(`${place} ${expected}`);
}
