// Builders: trees from values, without text.
import { shiftSpan } from "../text/span.ts";
import { isQualifier, type Qualifier } from "../vocabulary/qualifiers.ts";
import type { QualifiedTerm, Query, Term, TextTerm, Value } from "./ast.ts";
import { requireTerms } from "./checked.ts";
import { isBareText, needsNoQuotes, printTerm } from "./print.ts";

/**
 * A qualified term. It is quoted where necessary; its span is that of the term printed alone.
 *
 * @param qualifier - One of the known words.
 * @param value - The name, the date expression or whatever else the qualifier accepts, exactly.
 * @returns The term.
 * @throws TypeError if the qualifier is not known or the value is not a string.
 * @example
 * ```ts
 * print(query([term("shape", 'the "big" one')])); // shape:"the \"big\" one"
 * ```
 */
export function term(qualifier: Qualifier, value: string): QualifiedTerm {
  if (!isQualifier(qualifier))
    throw new TypeError(`qualifier must be a known qualifier, not ${String(qualifier)}`);
  requireString("value", value);
  const start = qualifier.length + 1;
  const built = valueAt(start, value, needsNoQuotes(value));
  return { kind: "qualified", qualifier, value: built, span: { start: 0, end: built.span.end } };
}

/**
 * A text term, which does not affect membership. It is quoted where it would be read as something else.
 *
 * @param value - The text, exactly.
 * @returns The term.
 * @throws TypeError if the value is not a string.
 * @example
 * ```ts
 * print(query([text("type:Person")])); // "type:Person"
 * ```
 */
export function text(value: string): TextTerm {
  requireString("value", value);
  const built = valueAt(0, value, isBareText(value) && needsNoQuotes(value));
  return { kind: "text", value: built, span: built.span };
}

/**
 * A query of terms, with the spans that they have in the printed query.
 *
 * @param terms - Terms of any origin.
 * @returns The query.
 * @throws TypeError if `terms` is not an array of terms.
 * @example
 * ```ts
 * compile(query([term("type", "Person"), term("after", "3mo")]), { catalog });
 * ```
 */
export function query(terms: readonly Term[]): Query {
  requireList("terms", terms);
  requireTerms("terms", terms);
  let end = -1;
  const placed = terms.map((given) => {
    const moved = place(given, end + 1);
    end = moved.span.end;
    return moved;
  });
  return { kind: "query", terms: placed, span: { start: 0, end: Math.max(0, end) } };
}

function valueAt(start: number, text: string, bare: boolean): Value {
  const escapes = bare ? 0 : 2 + (text.match(/[\\"]/gu)?.length ?? 0);
  return { text, quoted: !bare, span: { start, end: start + text.length + escapes } };
}

function place(term: Term, start: number): Term {
  const length = printTerm(term).length;
  const span = { start, end: start + length };
  if (term.kind === "text") return { ...term, value: { ...term.value, span }, span };
  const valueSpan = shiftSpan({ start: term.qualifier.length + 1, end: length }, start);
  return { ...term, value: { ...term.value, span: valueSpan }, span };
}

function requireList(name: string, value: unknown): void {
  if (!Array.isArray(value)) throw new TypeError(`${name} must be an array`);
}

function requireString(name: string, value: unknown): void {
  if (typeof value !== "string") throw new TypeError(`${name} must be a string`);
}
