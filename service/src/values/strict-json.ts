// Parses JSON more strictly than JSON.parse: what that would change silently is refused.

import { isJsonList, type JsonValue, readJson } from "./json.ts";
import { isOutOfScale } from "./json-number.ts";
import { survey } from "./json-survey.ts";
import { pointerOf } from "./pointer.ts";
import { Problem, type ProblemEntry } from "./problem.ts";

/** Maximum depth: databases and programs fail at different depths. */
const maxDepth = 64;
/** Maximum mistakes listed. */
const maxEntries = 20;
/**
 * Maximum commas, lists and objects in a text, where each member counts for three more: parsing that many takes 0.1 s at most. An entity
 * within the maximum size has fewer, and so have the types and properties of a shape in 1 MiB.
 */
const maxWeight = 400_000;

const decoder = new TextDecoder("utf-8", { fatal: true });

/** What messages call the JSON text. */
export type JsonSource = "body" | "item" | "line" | "file";

/** A value and its weight: about the number of values in it. */
export interface Weighed {
  readonly value: JsonValue;
  readonly weight: number;
}

/**
 * The value of a JSON text. Throws a {@link Problem}: `malformed_json` for invalid JSON or UTF-8, or an object with a member
 * twice; `body_too_large` for a text of too many values; `invalid_request` for values that cannot be kept as they are. For files of an operator,
 * which may be exports, and have what an older version has stored.
 */
export function parseJson(bytes: Uint8Array, subject: JsonSource): JsonValue {
  const steps = stepsOf(bytes, subject, () => false);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value.value;
}

/** The same for bodies, in steps, calling `nextTurn` in between; numbers that grow when they are stored are refused. */
export async function parseInTurns(
  bytes: Uint8Array,
  subject: JsonSource,
  nextTurn: () => Promise<void>,
): Promise<Weighed> {
  const steps = stepsOf(bytes, subject, isOutOfScale);
  let step = steps.next();
  while (step.done !== true) {
    await nextTurn();
    step = steps.next();
  }
  return step.value;
}

function* stepsOf(
  bytes: Uint8Array,
  subject: JsonSource,
  isTooLarge: (value: number) => boolean,
): Generator<undefined, Weighed, undefined> {
  const { members, weight, rounded } = yield* survey(bytes, subject, maxWeight);
  yield;
  const text = decoded(bytes, subject);
  const value = parsed(text, subject);
  yield;
  const inspection = new Inspection(rounded, isTooLarge);
  if (isJsonList(value))
    for (const [at, item] of value.entries()) {
      inspection.visit(item, [at]);
      yield;
    }
  else inspection.visit(value, []);
  inspection.finish();
  if (inspection.members !== members)
    throw new Problem("malformed_json", {
      detail: `An object in the ${subject} has a duplicate member; send each once.`,
    });
  return { value, weight };
}

function decoded(bytes: Uint8Array, subject: JsonSource): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Problem("malformed_json", { detail: `The ${subject} is not UTF-8.` });
  }
}

function parsed(text: string, subject: JsonSource): JsonValue {
  try {
    return readJson(text);
  } catch (error) {
    const reason = reasonIn(error instanceof Error ? error.message : "", subject);
    throw new Problem("malformed_json", { detail: `The ${subject} is not valid JSON${reason}.` });
  }
}

/** The part of a message of JSON.parse that can be repeated: the rest quotes the text. For a short text it has no position. */
function reasonIn(message: string, subject: JsonSource): string {
  if (message.startsWith("Unexpected end")) return "; it ends too early";
  const [, line = "", column = ""] = /\((line \d+ )(column \d+)\)/.exec(message) ?? [];
  if (column === "") return "";
  return `: see ${subject === "line" ? "" : line}${column}`;
}

/** Finds values that PostgreSQL or a number cannot hold, and counts members. */
class Inspection {
  readonly #rounded: ReadonlySet<number>;
  readonly #isTooLarge: (value: number) => boolean;
  readonly #errors: ProblemEntry[] = [];
  #path: (string | number)[] = [];
  #members = 0;

  constructor(rounded: ReadonlySet<number>, isTooLarge: (value: number) => boolean) {
    this.#rounded = rounded;
    this.#isTooLarge = isTooLarge;
  }

  /** The number of members of the visited objects. */
  get members(): number {
    return this.#members;
  }

  /** Visits a value and everything in it; `path` leads to it. */
  visit(value: JsonValue, path: readonly (string | number)[]): void {
    this.#path = [...path];
    this.#enter(value);
  }

  /** Throws a {@link Problem} with all mistakes found, if there are any. */
  finish(): void {
    if (this.#errors.length > 0) throw new Problem("invalid_request", { errors: this.#errors });
  }

  #enter(value: JsonValue): void {
    if (typeof value !== "object" || value === null) this.#check(value);
    else if (this.#path.length > maxDepth) this.#refuse(`is deeper than ${maxDepth} levels`);
    else if (isJsonList(value)) value.forEach((item, at) => this.#enterAt(at, item));
    else
      for (const name of Object.keys(value)) {
        this.#members++;
        this.#checkName(name);
        this.#enterAt(name, value[name] ?? null);
      }
  }

  #enterAt(key: string | number, value: JsonValue): void {
    if (this.#errors.length >= maxEntries) return;
    this.#path.push(key);
    this.#enter(value);
    this.#path.pop();
  }

  #check(value: string | number | boolean | null): void {
    const refused = typeof value === "number" ? this.#refusalOf(value) : refusalOf(value);
    if (refused !== undefined) this.#refuse(refused);
  }

  #refusalOf(value: number): string | undefined {
    if (!Number.isFinite(value)) return "is too large a number";
    if (this.#rounded.has(value)) return "is a number that cannot be stored exactly; send it as a string";
    if (!this.#isTooLarge(value)) return undefined;
    return "is a number with more than 20 digits; send it as a string";
  }

  #checkName(name: string): void {
    if (name === "__proto__")
      throw new Problem("malformed_json", { detail: "No member of an object can be named __proto__." });
    const refused = refusalOf(name);
    if (refused !== undefined) this.#refuse(`a member's name ${refused}`);
  }

  #refuse(message: string): void {
    this.#errors.push({ pointer: pointerOf(this.#path), message });
  }
}

function refusalOf(value: JsonValue): string | undefined {
  if (typeof value !== "string") return undefined;
  if (value.includes("\0")) return "has the character U+0000, which cannot be stored";
  return value.isWellFormed() ? undefined : "has a lone surrogate, which is not a character";
}
