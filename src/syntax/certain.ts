// Whether a value would surely be taken, so that a fix that makes it a value can be preferred.
import { hasForbiddenCharacters, smartQuotes } from "../text/characters.ts";
import { dateUnits, dateWords } from "../vocabulary/dates.ts";
import { type Qualifier, rowOf } from "../vocabulary/qualifiers.ts";
import type { Term } from "./ast.ts";
import type { QuotedPhrase } from "./phrase.ts";
import { startsQualified } from "./prefix.ts";

/**
 * Whether this value, in quotes or plainly readable without, is free of errors after this qualifier, whatever the time. It may say no to a value that is
 * fine (the 31st of a month, a thousand years): then a fix is offered but not preferred.
 */
export function isCertainValue(qualifier: Qualifier, text: string): boolean {
  if (text === "" || hasForbiddenCharacters(text)) return false;
  return rowOf(qualifier).means !== "date" || isCertainDate(text);
}

/** The same for what quotes of some kind hold, in the place of this term's value. */
export function isCertainPhrase(term: Term, inside: string): boolean {
  if (inside !== inside.trim()) return false;
  if (term.kind === "qualified") return isCertainValue(term.qualifier, inside);
  // What begins with a qualifier was hardly meant as free text.
  return !hasForbiddenCharacters(inside) && !startsQualified(inside);
}

/** The same for what stands behind a word that is to become this qualifier, which then opens a phrase if it is one. */
export function isCertainAfter(
  qualifier: Qualifier,
  bare: string,
  phrase: QuotedPhrase | undefined,
): boolean {
  if (phrase !== undefined) return isCertainValue(qualifier, phrase.inside);
  // A bare value that begins with some quotation mark is an error there, or opens a phrase.
  return isCertainValue(qualifier, bare) && !`"'${smartQuotes}`.includes(bare.charAt(0));
}

function isCertainDate(text: string): boolean {
  if (dateWords.has(text) || /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/u.test(text)) return true;
  const unit = /^-?\d{1,2}([a-z]+)$/u.exec(text)?.[1];
  return unit !== undefined && dateUnits.has(unit);
}
