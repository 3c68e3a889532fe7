// Checks a value against a schema, and describes the errors in words.

import type { Static, TProperties, TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import type { TLocalizedValidationError } from "typebox/error";
import { anyInk, inkExpected } from "../http/schemas.ts";
import type { JsonValue } from "../values/json.ts";
import { Refusal } from "../values/refusal.ts";
import { typeWords } from "../values/type-words.ts";
import { uuidPattern } from "../values/uuid.ts";

/** Returns a validator: it returns values unchanged, or throws a {@link Refusal}. */
export function checker<Schema extends TSchema>(schema: Schema): (value: JsonValue) => Static<Schema> {
  // Most runs of the program import nothing, or one kind of lines.
  let compiled: Validator<TProperties, Schema> | undefined;
  return (value) => {
    compiled ??= Compile(schema);
    if (compiled.Check(value)) return value;
    throw new Refusal(messageOf(compiled.Errors(value)));
  };
}

/** What the first of the errors says; those about alternatives come before the one that sums them up. */
function messageOf(errors: readonly TLocalizedValidationError[]): string {
  const [first] = errors;
  if (first === undefined) return "does not match its schema";
  const unknown = errors.flatMap((error) =>
    error.keyword === "additionalProperties" ? error.params.additionalProperties : [],
  );
  if (unknown.length > 0) return `has unknown members: ${unknown.join(", ")}`;
  const allowed = errors.flatMap(({ keyword, params, instancePath }) =>
    keyword === "const" && instancePath === first.instancePath ? [JSON.stringify(params.allowedValue)] : [],
  );
  if (allowed.length > 0) return `${first.instancePath} must be ${allowed.join(" or ")}`;
  const orNull = errors.some(
    ({ instancePath, message }) => instancePath === first.instancePath && message === "must be null",
  );
  const said = `${wordsOf(first)}${orNull && first.message !== "must be null" ? " or null" : ""}`;
  return first.instancePath === "" ? said : `${first.instancePath} ${said}`;
}

function wordsOf(error: TLocalizedValidationError): string {
  const { keyword, params } = error;
  if (keyword === "type") return typeWords(params.type);
  if (keyword === "required") return `lacks ${params.requiredProperties.join(", ")}`;
  if (keyword === "format") return instantWords;
  if (keyword === "pattern") return patternWords.get(String(params.pattern)) ?? instantWords;
  return error.message;
}

const patternWords: ReadonlyMap<string, string> = new Map([
  [uuidPattern, "must be a UUID"],
  [anyInk, inkExpected],
]);

const instantWords = "must be an instant with its offset, such as 2026-11-20T12:00:00Z";
