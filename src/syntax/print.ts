// From the tree back to text.
import { isWhitespace, smartQuotes } from "../text/characters.ts";
import type { Query, Term, Value } from "./ast.ts";
import { requireQuery } from "./checked.ts";
import { quote, quoted } from "./escape.ts";
import { startsQualified } from "./prefix.ts";

/**
 * Prints a query from its terms alone, one space between them. Reading it yields the same query except for positions,
 * for every query whose strings are well-formed Unicode. A value that cannot be bare is quoted, even if the tree
 * says otherwise.
 *
 * @param query - Any query, read or built.
 * @returns The text.
 * @throws TypeError if it is not a query.
 * @example
 * ```ts
 * print(query([term("shape", "Sales CRM")])); // shape:"Sales CRM"
 * ```
 */
export function print(query: Query): string {
  requireQuery(query);
  return query.terms.map(printTerm).join(" ");
}

/** Prints one term. */
export function printTerm(term: Term): string {
  if (term.kind === "qualified") return `${term.qualifier}:${printValue(term.value, canStandBare)}`;
  return printValue(term.value, isBareText);
}

/** Whether a value after a qualifier is read back unchanged without quotes. */
function canStandBare(text: string): boolean {
  if (text.charCodeAt(0) === quote) return false;
  for (let at = 0; at < text.length; at++) if (isWhitespace(text.charCodeAt(at))) return false;
  return true;
}

/** Whether a value needs no quotes, neither for reading it back nor for people to read it right. */
export function needsNoQuotes(text: string): boolean {
  if (text === "" || text.includes('"') || `'${smartQuotes}`.includes(text.charAt(0))) return false;
  return canStandBare(text) && !hasStrayParenthesis(text);
}

/** Whether an unmatched parenthesis is at an end of the text, as when people group terms. */
export function hasStrayParenthesis(text: string): boolean {
  return (text.endsWith(")") && !text.includes("(")) || (text.startsWith("(") && !text.includes(")"));
}

/** A value after a qualifier, in quotes only where it needs them. */
export function printValueText(text: string): string {
  return needsNoQuotes(text) ? text : quoted(text);
}

/** Whether a text term is read back unchanged without quotes. */
export function isBareText(text: string): boolean {
  return text !== "" && canStandBare(text) && !startsQualified(text);
}

function printValue(value: Value, isBare: (text: string) => boolean): string {
  return !value.quoted && isBare(value.text) ? value.text : quoted(value.text);
}
