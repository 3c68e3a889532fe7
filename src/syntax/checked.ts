// Questions about trees from outside: built by hand, copied, or read from JSON.
import { isRecord } from "../data/guards.ts";
import { isQualifier } from "../vocabulary/qualifiers.ts";

/** Whether a value is a term, wherever it is. */
export function isTerm(
  term: unknown,
): term is { readonly value: Readonly<Record<string, unknown>>; readonly span?: unknown } {
  if (!isRecord(term)) return false;
  const { kind, qualifier, value } = term;
  const isKnown =
    kind === "text" || (kind === "qualified" && typeof qualifier === "string" && isQualifier(qualifier));
  if (!isKnown || !isRecord(value)) return false;
  const { text, quoted } = value;
  return typeof text === "string" && typeof quoted === "boolean";
}

/** Throws a `TypeError` that names the first of a list that is not a term. A hole is one of the list, too. */
export function requireTerms(
  name: string,
  terms: readonly unknown[],
  isFine: (term: unknown) => boolean = isTerm,
): void {
  const index = terms.findIndex((term) => !isFine(term));
  if (index >= 0) throw new TypeError(`${name}[${index}] must be a term`);
}

/** Throws a `TypeError` for what has no terms. */
export function requireQuery(query: unknown): void {
  if (!isRecord(query) || !Array.isArray(query["terms"])) throw new TypeError("query must be a query");
}
