// Whether a value would surely be taken, so that a fix that makes it a value can be preferred.
import { hasForbiddenCharacters, smartQuotes } from "../text/characters.ts";
import { dateUnits, dateWords, firstInstant, lastInstant } from "../vocabulary/dates.ts";
import { exclusionWords } from "../vocabulary/lookalikes.ts";
import { type Qualifier, rowOf } from "../vocabulary/qualifiers.ts";
import type { Term } from "./ast.ts";
import type { QuotedPhrase } from "./phrase.ts";
import { startsQualified } from "./prefix.ts";

/**
 * Whether this value, in quotes or plainly readable without, is free of errors after this qualifier. It may say no to a value
 * that is fine (the 31st of a month, a thousand years): then a fix is offered but not preferred. `now` is missing where a text
 * is only read: then it is taken to be more than a hundred years from the ends of the calendar.
 */
export function isCertainValue(qualifier: Qualifier, text: string, now: number | undefined): boolean {
  // `type: without tpye:Person`
  if (text === "" || hasForbiddenCharacters(text) || exclusionWords.has(text.toLowerCase())) return false;
  return rowOf(qualifier).means !== "date" || isCertainDate(text, now);
}

/** The same for text in some kind of quotes, as this term's value. */
export function isCertainPhrase(term: Term, inside: string, now: number | undefined): boolean {
  if (inside !== inside.trim()) return false;
  if (term.kind === "qualified") return isCertainValue(term.qualifier, inside, now);
  // What begins with a qualifier was hardly meant as free text.
  return !hasForbiddenCharacters(inside) && !startsQualified(inside);
}

/** The same for what follows a word that is to become this qualifier, which then opens a phrase if it is one. */
export function isCertainAfter(
  qualifier: Qualifier,
  bare: string,
  phrase: QuotedPhrase | undefined,
  now: number | undefined,
): boolean {
  if (phrase !== undefined) return isCertainValue(qualifier, phrase.inside, now);
  // A bare value that begins with some quotation mark is an error there, or opens a phrase.
  return isCertainValue(qualifier, bare, now) && !`"'${smartQuotes}`.includes(bare.charAt(0));
}

function isCertainDate(text: string, now: number | undefined): boolean {
  if (/^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/u.test(text)) return true;
  if (!isFarFromEnds(now)) return false;
  const unit = /^-?\d{1,2}([a-z]+)$/u.exec(text)?.[1];
  return dateWords.has(text) || (unit !== undefined && dateUnits.has(unit));
}

/** Whether every word, and every number of one or two digits with its unit, is an instant of the calendar. */
function isFarFromEnds(now: number | undefined): boolean {
  return now === undefined || (now >= firstInstant + century && now <= lastInstant);
}

/** At least a hundred years, in milliseconds. */
const century = 100 * 366 * 86_400_000;
