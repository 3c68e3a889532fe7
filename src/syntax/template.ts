// The `cql` template tag: queries with values in them, safely.
import { isWhitespace } from "../text/characters.ts";
import { firstInstant, lastInstant } from "../vocabulary/dates.ts";
import { isQualifier } from "../vocabulary/qualifiers.ts";
import { quoted } from "./escape.ts";
import { parseText } from "./parser.ts";
import { isUnterminated } from "./unterminated.ts";

/**
 * Writes a query with values in it. Every value is quoted and escaped, so that whatever it holds it stays one value.
 * An array right after a qualifier becomes one term for each of its members; an empty one becomes a term without a
 * name, which {@link compile} refuses, as leaving it out would widen the slice. Backslashes in the literal parts are
 * those of CQL.
 *
 * @param strings - The literal parts.
 * @param values - Strings, numbers, dates (only such as are a whole day in UTC) or arrays of these.
 * @returns The text of the query.
 * @throws TypeError for another kind of value, or for a value inside a word or inside quotes.
 * @example
 * ```ts
 * cql`type:${["Person", "Company"]} shape:${'the "big" one'} after:${"3mo"}`;
 * // type:"Person" type:"Company" shape:"the \"big\" one" after:"3mo"
 * ```
 */
export function cql(strings: TemplateStringsArray, ...values: readonly CqlValue[]): string {
  // Raw: CQL, not JavaScript, interprets the backslashes.
  const [first = "", ...others] = strings.raw;
  const parts = [first];
  values.forEach((value, index) => {
    const literal = parts.pop() ?? "";
    if (index > 0 && literal === "") throw new TypeError(standAlone(index));
    const { before, prefix } = splitPrefix(literal, index);
    const following = others[index] ?? "";
    if (/^\S/u.test(following))
      throw new TypeError(`cql: value ${index + 1} must be followed by white space`);
    const items = isList(value) ? value : [value];
    const terms =
      items.length === 0
        ? [`${prefix}""`]
        : // Holes are members too: left out they would widen the slice.
          Array.from(items, (item) => prefix + quoted(textOf(item, index)));
    parts.push(before, terms.join(" "), following);
  });
  return parts.join("");
}

/**
 * A value in a {@link cql} template.
 *
 * @example
 * ```ts
 * const types: CqlValue = ["Person", "Company"];
 * ```
 */
export type CqlValue = CqlScalar | readonly CqlScalar[];

type CqlScalar = string | number | Date;

/** A literal part before a value: up to its term, and the qualifier that it follows, if it does. */
function splitPrefix(text: string, index: number): { readonly before: string; readonly prefix: string } {
  const last = parseText(text).terms.at(-1);
  if (last !== undefined && isUnterminated(text, last)) {
    throw new TypeError(`cql: value ${index + 1} must not stand inside quotes; it is quoted by itself`);
  }
  let start = text.length;
  while (start > 0 && !isWhitespace(text.charCodeAt(start - 1))) start--;
  const prefix = text.slice(start);
  if (prefix !== "" && !(prefix.endsWith(":") && isQualifier(prefix.slice(0, -1)))) {
    throw new TypeError(standAlone(index));
  }
  return { before: text.slice(0, start), prefix };
}

function standAlone(index: number): string {
  return `cql: value ${index + 1} must stand alone or right after a qualifier such as \`type:\``;
}

function isList(value: CqlValue): value is readonly CqlScalar[] {
  return Array.isArray(value);
}

function textOf(value: CqlScalar, index: number): string {
  if (typeof value === "string") return value;
  if (Number.isFinite(value)) return String(value);
  if (value instanceof Date && isWholeDay(value.getTime())) return value.toISOString().slice(0, 10);
  // The day alone would begin earlier and widen the slice.
  if (value instanceof Date)
    throw new TypeError(`cql: value ${index + 1} must be a whole day in UTC, as CQL dates are`);
  throw new TypeError(
    `cql: value ${index + 1} must be a string, a finite number, a Date, or an array of these`,
  );
}

const millisecondsPerDay = 86_400_000;

function isWholeDay(instant: number): boolean {
  return instant % millisecondsPerDay === 0 && instant >= firstInstant && instant <= lastInstant;
}
