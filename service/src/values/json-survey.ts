// Surveys the bytes of a JSON text before it is parsed: how large the result will be, and which numbers would change.

import { isRounded } from "./json-number.ts";
import { Problem } from "./problem.ts";

/** The result of a survey; meaningless for a text that is not JSON. */
export interface Survey {
  /** The number of members in its objects. */
  readonly members: number;
  /** The weight of the result: commas, lists and objects, and members three times, as they take longest. */
  readonly weight: number;
  /** The numbers that a double cannot hold, as what they would become. */
  readonly rounded: ReadonlySet<number>;
}

const [quote, backslash, colon, comma, bracket, brace] = [0x22, 0x5c, 0x3a, 0x2c, 0x5b, 0x7b];
const [minus, plus, point, zero, nine, upperE, lowerE] = [0x2d, 0x2b, 0x2e, 0x30, 0x39, 0x45, 0x65];

/** Shorter numbers without an exponent never change. */
const maxSafeLength = 15;

/** Numbers checked before yielding to other requests. */
const numbersAtOnce = 2000;

/** Surveys a text in steps. Throws a {@link Problem} as soon as it exceeds `maxWeight`: parsing it would block other requests. */
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

/** The end of the string that begins here. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

/** The end of the number that begins here, and whether it has an exponent. */
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
