// Reads a JSON text more strictly than JSON.parse does: what JSON.parse would change silently is refused.

import { Problem, type ProblemEntry } from "../problems/problem.ts";
import { type JsonValue, readJson } from "../values/json.ts";
import { pointerOf } from "../values/pointer.ts";

/** Deeper values are refused: databases and programs give up at different depths. */
const maxDepth = 64;
/** The maximum number of mistakes that are listed. */
const maxEntries = 20;

const decoder = new TextDecoder("utf-8", { fatal: true });

/** What a JSON text is called where it is refused. */
export type JsonSource = "body" | "line" | "file";

/**
 * The value of a JSON text. Throws a {@link Problem}: `malformed_json` for invalid JSON or UTF-8, or an object with a member
 * twice; `invalid_request` for values that cannot be kept as they are.
 */
export function parseJson(bytes: Uint8Array, subject: JsonSource = "body"): JsonValue {
  const text = decoded(bytes, subject);
  const value = parsed(text, subject);
  const members = requireKept(value, text);
  if (members !== membersIn(text))
    throw new Problem("malformed_json", {
      detail: `An object in the ${subject} has a duplicate member; send each once.`,
    });
  return value;
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

/** What may be repeated of the message of JSON.parse: the rest of it quotes the text. Of a short one it does not say where. */
function reasonIn(message: string, subject: JsonSource): string {
  if (message.startsWith("Unexpected end")) return "; it ends too early";
  const [, line = "", column = ""] = /\((line \d+ )(column \d+)\)/.exec(message) ?? [];
  if (column === "") return "";
  return `: see ${subject === "line" ? "" : line}${column}`;
}

/** An object or a list, and how it was reached. */
interface Place {
  readonly value: object;
  readonly depth: number;
  readonly key: string | number;
  readonly parent: Place | undefined;
}

/** How many members the objects of a value have. Throws for what PostgreSQL cannot hold, or a number cannot. */
function requireKept(root: JsonValue, text: string): number {
  const errors: ProblemEntry[] = [];
  let rounded: ReadonlySet<number> | undefined;
  const isRounded = (number: number): boolean => (rounded ??= roundedIn(text)).has(number);
  const refuse = (parent: Place | undefined, keys: readonly (string | number)[], message: string): void => {
    errors.push({ pointer: pointerOf([...keysTo(parent), ...keys]), message });
  };
  const refused = refusalOf(root, isRounded);
  if (refused !== undefined) refuse(undefined, [], refused);
  // Of millions of values only those that hold others wait here.
  const open: Place[] = isHolder(root) ? [{ value: root, depth: 0, key: "", parent: undefined }] : [];
  let members = 0;
  for (let place = open.pop(); place !== undefined && errors.length < maxEntries; place = open.pop()) {
    const isList = Array.isArray(place.value);
    if (place.depth > maxDepth) refuse(place, [], `is deeper than ${maxDepth} levels`);
    else
      for (const [key, value] of entriesOf(place.value)) {
        if (!isList) members++;
        const wrongName = isList ? undefined : nameRefusal(String(key), isRounded);
        const wrong = wrongName ?? refusalOf(value, isRounded);
        if (wrong !== undefined) refuse(place, wrongName === undefined ? [key] : [], wrong);
        else if (isHolder(value)) open.push({ value, depth: place.depth + 1, key, parent: place });
        if (errors.length >= maxEntries) break;
      }
  }
  if (errors.length > 0) throw new Problem("invalid_request", { errors });
  return members;
}

function nameRefusal(name: string, isRounded: (number: number) => boolean): string | undefined {
  if (name === "__proto__")
    throw new Problem("malformed_json", { detail: "No member of an object can be named __proto__." });
  const refused = refusalOf(name, isRounded);
  return refused === undefined ? undefined : `a member's name ${refused}`;
}

function isHolder(value: JsonValue): value is object & JsonValue {
  return typeof value === "object" && value !== null;
}

/** Yields them one at a time: a list of all would be larger than the value. */
function* entriesOf(value: object): Generator<readonly [key: string | number, value: JsonValue]> {
  if (Array.isArray(value)) yield* value.entries();
  else for (const key of Object.keys(value)) yield [key, Reflect.get(value, key)];
}

function keysTo(place: Place | undefined): readonly (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at = place; at?.parent !== undefined; at = at.parent) keys.unshift(at.key);
  return keys;
}

function refusalOf(value: JsonValue, isRounded: (number: number) => boolean): string | undefined {
  if (typeof value === "number" && !Number.isFinite(value)) return "is too large a number";
  if (
    typeof value === "number" &&
    Number.isInteger(value) &&
    !Number.isSafeInteger(value) &&
    isRounded(value)
  )
    return "is a number that cannot be stored exactly; send it as a string";
  if (typeof value !== "string") return undefined;
  if (value.includes("\0")) return "has the character U+0000, which cannot be stored";
  return value.isWellFormed() ? undefined : "has a lone surrogate, which is not a character";
}

/** The integers of a text, written out, that a number cannot hold: as what they were rounded to. */
function roundedIn(text: string): ReadonlySet<number> {
  const written = Array.from(text.matchAll(/-?\d{16,309}/g), ([digits]) => digits);
  return new Set(written.map(Number).filter((number, at) => isOther(number, written[at] ?? "")));
}

function isOther(number: number, digits: string): boolean {
  return Number.isFinite(number) && BigInt(digits) !== BigInt(number);
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];

/** How many members are written in a valid JSON text: its colons outside of strings. */
function membersIn(text: string): number {
  let members = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === colon) members++;
    else if (unit === quote) at = endOfString(text, at);
  }
  return members;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}
