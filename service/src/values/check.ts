// Checks values against the schemas of requests and of lines in files, and says what is wrong in one set of words.

import type { Static, TProperties, TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import type { TLocalizedValidationError } from "typebox/error";
import { Format } from "typebox/format";
import { Settings } from "typebox/system";
import { instantExpected, isInstant } from "./instant.ts";
import type { JsonValue } from "./json.ts";
import { pointerOf } from "./pointer.ts";
import type { ProblemEntry } from "./problem.ts";
import { Refusal } from "./refusal.ts";
import { typeText } from "./type-text.ts";
import { uuidPattern } from "./uuid.ts";

/** Maximum mistakes listed: finding and describing more would keep other requests waiting. */
export const maxEntries = 20;

Settings.Set({ maxErrors: maxEntries });
// The usual check accepts instants that the database cannot store.
Format.Set("date-time", isInstant);

/** The pattern of a text that is not white space only. */
export const anyInk = "\\S";

/** The pattern of an instant, as requests may have it. */
export const instantPattern =
  "^(?!0000)\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:[0-5]\\d(?:\\.\\d{1,9})?(?:Z|[+-]\\d\\d:\\d\\d)$";

/** What a text has to be that does not match a pattern or a format. */
const expected: ReadonlyMap<unknown, string> = new Map([
  ["date-time", instantExpected],
  [instantPattern, instantExpected],
  [uuidPattern, "must be a UUID"],
  [anyInk, "must not be white space only"],
]);

/** What is wrong with a value: nothing if it follows the schema, else at most {@link maxEntries} mistakes, unknown members first. */
export type Check = (value: unknown) => readonly ProblemEntry[];

/**
 * Maximum items of a list in which mistakes are looked for: one more than any list may have. Right values are checked whole; but a wrong one
 * is walked through to its end for each of its mistakes, also for those that are not listed, and 150 000 items take 0.3 s.
 */
const maxSearched = 10_001;

/** A value, of whose lists only the first items are left. */
function firstItems(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, maxSearched).map(firstItems);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, firstItems(member)]));
}

/** Compiles a schema when the first value is checked: most runs of a program need few of them. */
export function checkOf(schema: TSchema): Check {
  const isValid = guardOf(schema);
  return (value) => (isValid(value) ? [] : entriesOf(isValid.errors(value)));
}

/** Returns a function that returns a value unchanged, or throws a {@link Refusal} with its first mistake. */
export function checker<Schema extends TSchema>(schema: Schema): (value: JsonValue) => Static<Schema> {
  const isValid = guardOf(schema);
  return (value) => {
    if (isValid(value)) return value;
    const [{ pointer, message } = nothing] = entriesOf(isValid.errors(value));
    throw new Refusal(`${pointer} ${message}`.trimStart());
  };
}

/** Where no mistake was found, as it is further back in a list than mistakes are looked for. */
const nothing: ProblemEntry = {
  pointer: "",
  message: "is not valid; send fewer items at a time to learn why",
};

interface Guard<Schema extends TSchema> {
  (value: unknown): value is Static<Schema>;
  readonly errors: (value: unknown) => readonly TLocalizedValidationError[];
}

/** The same as a type guard. */
function guardOf<Schema extends TSchema>(schema: Schema): Guard<Schema> {
  let compiled: Validator<TProperties, Schema> | undefined;
  const validator = (): Validator<TProperties, Schema> => (compiled ??= Compile(schema));
  const isValid = (value: unknown): value is Static<Schema> => validator().Check(value);
  return Object.assign(isValid, { errors: (value: unknown) => validator().Errors(firstItems(value)) });
}

type Violation = TLocalizedValidationError;

function entriesOf(violations: readonly Violation[]): readonly ProblemEntry[] {
  const choices = violations.filter(({ keyword }) => keyword === "anyOf");
  const others = violations.filter(
    (violation) => !(choices.includes(violation) || choices.some((choice) => isBranch(violation, choice))),
  );
  const entries = [
    ...others.filter(isUnknown).flatMap(entriesFor),
    ...choices.flatMap((choice) => branchesOf(violations, choice)),
    ...others.filter((violation) => !isUnknown(violation)).flatMap(entriesFor),
  ];
  const distinct = new Map(entries.map((entry) => [`${entry.pointer} ${entry.message}`, entry]));
  // A value without any mistake would pass.
  return distinct.size === 0 ? [nothing] : [...distinct.values()].slice(0, maxEntries);
}

/** Whether a member is not known: no value matches the schema of such members, which is `false`. */
function isUnknown({ keyword, schemaPath }: Violation): boolean {
  return keyword === "boolean" && schemaPath.endsWith("/additionalProperties");
}

/** Whether a violation is about one of the schemas of which a value has to match any. */
function isBranch({ schemaPath }: Violation, choice: Violation): boolean {
  return schemaPath.startsWith(`${choice.schemaPath}/anyOf/`);
}

/** What is wrong in the branch that goes deepest into the value, as that is the one that was meant; or what it could have been instead. */
function branchesOf(violations: readonly Violation[], choice: Violation): readonly ProblemEntry[] {
  const inside = violations.filter(
    (violation) => isBranch(violation, choice) && violation.keyword !== "anyOf",
  );
  const deeper = inside.filter(({ instancePath }) => instancePath !== choice.instancePath);
  if (deeper.length > 0) return deeper.flatMap(entriesFor);
  const required = inside.flatMap((violation) =>
    violation.keyword === "required" ? violation.params.requiredProperties : [],
  );
  const pointer = choice.instancePath;
  if (required.length === inside.length && required.length > 0)
    return [{ pointer, message: `must have ${required.map((name) => `\`${name}\``).join(" or ")}` }];
  // Where the type is that of one branch, that one was meant.
  const meant = inside.filter(({ keyword }) => keyword !== "type");
  const words = [
    ...new Set((meant.length > 0 ? meant : inside).map((violation) => describeViolation(violation))),
  ];
  const [first = "is not valid", ...more] = words;
  return [{ pointer, message: [first, ...more.map((each) => each.replace(/^must be /, ""))].join(" or ") }];
}

function entriesFor(violation: Violation): readonly ProblemEntry[] {
  const { keyword, instancePath, params } = violation;
  if (isUnknown(violation)) return [{ pointer: instancePath, message: "is not a known member" }];
  // The whole says nothing that the parts do not.
  if (keyword === "if" || keyword === "additionalProperties") return [];
  if (keyword === "required")
    return params.requiredProperties.map((name) => ({
      pointer: instancePath + pointerOf([name]),
      message: "is required",
    }));
  return [{ pointer: instancePath, message: describeViolation(violation) }];
}

/** What a value must be. */
function describeViolation(violation: Violation): string {
  const { keyword, params, message } = violation;
  if (keyword === "type") return typeText(params.type);
  if (keyword === "enum") return `must be one of ${params.allowedValues.map(String).join(", ")}`;
  if (keyword === "const") return `must be ${JSON.stringify(params.allowedValue)}`;
  if (keyword === "uniqueItems") return "must not have an item twice";
  if (keyword === "format") return expected.get(params.format) ?? message;
  if (keyword === "pattern") return expected.get(String(params.pattern)) ?? message;
  if ("limit" in params) return limits[keyword]?.(params.limit) ?? message;
  return message;
}

type Limit = number | bigint;

/** The words for limits, by their keywords. */
const limits: Readonly<Record<string, (limit: Limit) => string>> = {
  maximum: (limit) => `must be at most ${limit}`,
  minimum: (limit) => `must be at least ${limit}`,
  maxLength: (limit) => `must have at most ${counted(limit, "character")}`,
  minLength: (limit) => `must have at least ${counted(limit, "character")}`,
  maxProperties: (limit) => `must have at most ${counted(limit, "member")}`,
  minProperties: (limit) => `must have at least ${counted(limit, "member")}`,
  maxItems: (limit) => `must have at most ${counted(limit, "item")}`,
  minItems: (limit) => `must have at least ${counted(limit, "item")}`,
};

function counted(limit: Limit, what: string): string {
  return `${limit} ${what}${Number(limit) === 1 ? "" : "s"}`;
}
