// Which qualifier was meant by a word that is not one.
import { isCertainValue } from "../syntax/fix-confidence.ts";
import { closestName } from "../text/closest.ts";
import { qualifierSynonyms } from "../vocabulary/lookalikes.ts";
import { isQualifier, type Qualifier, qualifiers, rowOf } from "../vocabulary/qualifiers.ts";

/** The qualifier that a word before a value is another word for, or nearly is. */
export function qualifierMeant(word: string, rest: string, now: number): Qualifier | undefined {
  return synonymOf(word, rest, now) ?? closestTo(word);
}

/** The qualifier that a word is another word for; one of dates only before what looks like a date. */
export function synonymOf(word: string, rest: string, now: number): Qualifier | undefined {
  const synonyms = synonymsOf(word);
  const isDate = (qualifier: Qualifier): boolean => rowOf(qualifier).means === "date";
  const dated = synonyms.find(isDate);
  const looksLikeDate =
    dated !== undefined && (/^\W*\d/u.test(rest) || isCertainValue(dated, rest.toLowerCase(), now));
  return looksLikeDate ? dated : synonyms.find((qualifier) => !isDate(qualifier));
}

/** Whether a word is a qualifier, another word for one, or nearly one. */
export function isLikeQualifier(word: string): boolean {
  return synonymsOf(word).length > 0 || closestTo(word) !== undefined;
}

/** The qualifiers that a word is another word for. */
export function synonymsOf(word: string): readonly Qualifier[] {
  return qualifierSynonyms.get(word.toLowerCase().replaceAll("_", "-")) ?? [];
}

/** The qualifier that a word nearly is, marks around it left aside. */
function closestTo(written: string): Qualifier | undefined {
  const word = bareWord(written);
  const found = isQualifier(word) ? word : closestQualifier(word);
  return found !== undefined && isQualifier(found) ? found : undefined;
}

function bareWord(written: string): string {
  const letters = written.normalize("NFKD").replace(/[\p{M}\p{Cf}]/gu, "");
  const [fromFirstToLast = ""] = /\p{L}(?:.*\p{L})?/su.exec(letters) ?? [];
  return fromFirstToLast.toLowerCase();
}

const closestQualifier = closestName(qualifiers.map(({ word }) => word));
