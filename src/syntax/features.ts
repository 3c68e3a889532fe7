// The features that text rules look for: most terms have none of them, and then no rule runs.
import { unusualCharacter } from "../text/characters.ts";
import type { Query, Term } from "./ast.ts";
import { qualifierBeforeLookalike, qualifierInAnyCase } from "./prefix.ts";
import { isUnterminated } from "./unterminated.ts";

/**
 * A feature of a term: it starts where the one before it ends (`touching`), lacks its closing quote (`unterminated`), is a
 * qualifier without a name (`empty`), is free text that begins like a qualifier (`qualifier-like`), or has a character
 * that is not a plain visible one, or a backslash (`unusual`).
 */
export type Feature = "touching" | "unterminated" | "empty" | "qualifier-like" | "unusual";

/** The features of the terms that have any, by their place in the query. */
export type Features = ReadonlyMap<number, ReadonlySet<Feature>>;

/** The features of the terms of a query that was read from this text. */
export function featuresOf(text: string, { terms }: Query): Features {
  const isUnusual = unusualCharacter.test(text);
  const found = new Map<number, Set<Feature>>();
  let end = -1;
  for (let index = 0; index < terms.length; index++) {
    const term = terms[index];
    if (term === undefined) continue;
    const { span, value } = term;
    if (span.start === end) note(found, index, "touching");
    end = span.end;
    if (value.text === "" && term.kind === "qualified") note(found, index, "empty");
    if (isQualifierLike(term)) note(found, index, "qualifier-like");
    if (isUnusual && unusualCharacter.test(value.text)) note(found, index, "unusual");
    if (end === text.length && isUnterminated(text, term)) note(found, index, "unterminated");
  }
  return found;
}

function note(found: Map<number, Set<Feature>>, index: number, feature: Feature): void {
  const features = found.get(index) ?? new Set();
  found.set(index, features.add(feature));
}

function isQualifierLike({ kind, value }: Term): boolean {
  if (kind !== "text" || value.quoted) return false;
  return qualifierInAnyCase(value.text) !== undefined || qualifierBeforeLookalike(value.text) !== undefined;
}
