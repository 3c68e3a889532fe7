// Looks through the bytes of a JSON text before it is parsed: how much it would become, and which of its numbers would not be kept.

import { isRounded } from "./json-number.ts";
import { Problem } from "./problem.ts";

/** What the bytes of a text say. Of a text that is no JSON it means nothing. */
export interface Survey {
  /** How many members its objects have. */
  readonly members: number;
  /** How much it becomes: its commas, lists and objects, and its members thrice, as they take longest. */
  readonly weight: number;
  /** Its numbers that a double does not keep, as what they become. */
  readonly rounded: ReadonlySet<number>;
}

const [quote, backslash, colon, comma, bracket, brace] = [0x22, 0x5c, 0x3a, 0x2c, 0x5b, 0x7b];
const [minus, plus, point, zero, nine, upperE, lowerE] = [0x2d, 0x2b, 0x2e, 0x30, 0x39, 0x45, 0x65];

/** Numbers that are shorter, and have no exponent, are kept. */
const maxSafeLength = 15;

/** Numbers checked before yielding to other requests. */
const numbersAtOnce = 2000;

/** Surveys a text, in steps. Throws a {@link Problem} as soon as it weighs more than `maxWeight`: to parse it would keep others waiting. */
export function* survey(
  bytes: Uint8Array,
  subject: string,
  maxWeight: number,
): Generator<undefined, Survey, undefined> {
  let [members, weight, numbers] = [0, 0, 0];
  const rounded = new Set<number>();
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === colon) {
      members++;
      weight += 3;
    } else if (byte === comma || byte === bracket || byte === brace) {
      if (++weight > maxWeight) throw tooMany(subject);
    } else if (byte === minus || (byte >= zero && byte <= nine)) {
      const [end, hasExponent] = endOfNumber(bytes, at);
      if (hasExponent || end - at > maxSafeLength) {
        const written = text.toString("latin1", at, end);
        if (isRounded(written)) rounded.add(Number(written));
        if (++numbers % numbersAtOnce === 0) yield;
      }
      at = end - 1;
    }
  }
  return { members, weight, rounded };
}

function tooMany(subject: string): Problem {
  return new Problem("body_too_large", {
    detail: `The ${subject} has too many values, members and lists; send fewer at a time, or a list of numbers as a text.`,
  });
}

/** Where a string ends that begins here. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

/** What follows a number that begins here, and whether the number has an exponent. */
function endOfNumber(bytes: Uint8Array, start: number): readonly [end: number, hasExponent: boolean] {
  let at = start + 1;
  let hasExponent = false;
  for (let byte = bytes[at] ?? 0; isOfNumber(byte); byte = bytes[at] ?? 0) {
    hasExponent ||= byte === lowerE || byte === upperE;
    at++;
  }
  return [at, hasExponent];
}

function isOfNumber(byte: number): boolean {
  if (byte >= zero && byte <= nine) return true;
  return byte === point || byte === lowerE || byte === upperE || byte === plus || byte === minus;
}
