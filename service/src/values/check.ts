// Checks values against the schemas of requests and of lines in files; both get the same messages.

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

/** Maximum mistakes listed: finding and describing more would block other requests. */
export const maxEntries = 20;

Settings.Set({ maxErrors: maxEntries });
// The usual check accepts instants that the database cannot store.
Format.Set("date-time", isInstant);

/** The pattern of a text that is not white space only. */
export const anyInk = "\\S";

/** Texts that PostgreSQL can hold; in bodies all are, as JSON is read so. */
export const storablePattern = "^[^\\u0000]*$";

/** Texts without control characters, and with something to see. What follows the spaces begins with none, so a long text is read once. */
export const printablePattern = "^\\p{Zs}*[^\\s\\p{Cc}][^\\p{Cc}\\p{Zl}\\p{Zp}]*$";

/** The pattern of an instant, as requests may have it. */
export const instantPattern =
  "^(?!0000)\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:[0-5]\\d(?:\\.\\d{1,9})?(?:Z|[+-]\\d\\d:\\d\\d)$";

/** The message for a text that does not match a pattern or a format. */
const expected: ReadonlyMap<unknown, string> = new Map([
  ["date-time", instantExpected],
  [instantPattern, instantExpected],
  [uuidPattern, "must be a UUID"],
  [anyInk, "must not be white space only"],
  [storablePattern, "must not have U+0000"],
  [printablePattern, "must be printable characters, and not only white space"],
]);

/** Returns the mistakes in a value: none if it follows the schema, else at most {@link maxEntries}, unknown members first. */
export type Check = (value: unknown) => readonly ProblemEntry[];

/**
 * Maximum items per list in which mistakes are searched: one more than any list may have. Valid values are checked completely; but an invalid
 * one is walked to its end for each of its mistakes, even those not listed, and 150 000 items take 0.3 s.
 */
const maxSearched = 10_001;

/** The same for members of an object; those that a schema names are searched wherever they are. More than any schema allows. */
const maxMembers = 1001;

/** A value whose lists and objects are cut to what comes first, and to members with these names. */
function firstItems(value: unknown, named: ReadonlySet<string>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, maxSearched).map((item) => firstItems(item, named));
  const names = Object.keys(value).filter((name, at) => at < maxMembers || named.has(name));
  return Object.fromEntries(names.map((name) => [name, firstItems(Reflect.get(value, name), named)]));
}

/** The names of members anywhere in a schema. */
function namesIn(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, part]) => [name].concat(namesIn(part)));
}

/** Compiles a schema when the first value is checked: most runs of the program need few of them. */
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

/** Reported if no mistake is found, because it is further back in a list than mistakes are searched. */
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
  let named: ReadonlySet<string> | undefined;
  const searched = (value: unknown): unknown => firstItems(value, (named ??= new Set(namesIn(schema))));
  const isValid = (value: unknown): value is Static<Schema> => validator().Check(value);
  return Object.assign(isValid, { errors: (value: unknown) => validator().Errors(searched(value)) });
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

/** Whether a violation is about an unknown member: the schema of such members is `false`. */
function isUnknown({ keyword, schemaPath }: Violation): boolean {
  return keyword === "boolean" && schemaPath.endsWith("/additionalProperties");
}

/** Whether a violation is about one branch of an `anyOf`. */
function isBranch({ schemaPath }: Violation, choice: Violation): boolean {
  return schemaPath.startsWith(`${choice.schemaPath}/anyOf/`);
}

/** The mistakes of the branch that matches deepest into the value, as that was probably meant; else what the value could have been. */
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
  // If the type matches one branch, that one was meant.
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
  // The violation of the whole adds nothing to those of its parts.
  if (keyword === "if" || keyword === "additionalProperties") return [];
  if (keyword === "required")
    return params.requiredProperties.map((name) => ({
      pointer: instancePath + pointerOf([name]),
      message: "is required",
    }));
  return [{ pointer: instancePath, message: describeViolation(violation) }];
}

/** Says what a value must be. */
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

/** The texts for limits, by their keywords. */
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
