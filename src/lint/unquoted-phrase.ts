// Names of several words that lack their quotes: a bare value and the bare words after it.
import type { Term } from "../syntax/ast.ts";
import { isNegation } from "../syntax/negated.ts";
import { negationMarks, operatorLike } from "../vocabulary/lookalikes.ts";
import type { LintContext } from "./context.ts";
import { anyBeginsWith, beginningWith, isKnownAs, maxSuggested, type Named, tableFor } from "./known.ts";
import { isUnquotedText } from "./removal.ts";

/** A name that a value and words after it seem to be. */
export interface NameAcross {
  /** The value and the words, joined by spaces. */
  readonly written: string;
  /** The names that may be meant, the best first. */
  readonly names: readonly string[];
  /** Whether it can be no other name: the only one that is written so, or the only one that begins so where the value by itself is not a name. */
  readonly isCertain: boolean;
  /** The words after the value. */
  readonly terms: readonly Term[];
  /** Whether all that is written is a name, and not only its start. */
  readonly isWhole: boolean;
  /** Whether the last word says more than the name: `Sales CRM,Others`. */
  readonly hasMore: boolean;
}

/**
 * The name that begins with a value, after which the terms from `index + 1` on are looked at: as many words as make a name of the
 * catalog, or the start of one. `undefined` where names are not checked, or none begins so.
 */
export function nameAcross(
  value: string,
  index: number,
  resolution: Named,
  context: LintContext,
): NameAcross | undefined {
  const names = tableFor(resolution, context);
  const next = context.query.terms[index + 1];
  if (names === undefined || next === undefined || !isUnquotedText(next)) return undefined;
  // `!Sales CRM` is the opposite of any name.
  if (negationMarks.includes(value.charAt(0))) return undefined;
  // The word after most values is free text. If no name begins with the two, none begins with more.
  const mayBegin = anyBeginsWith(`${unescaped(value)} ${upToMark(unescaped(next.value.text))}`, names);
  const isName = isKnownAs(value, resolution, context);
  if (!mayBegin && isName) return undefined;
  const words = wordsAfter(index, context);
  const parts = [value, ...words.map((word) => word.value.text)].map(unescaped);
  const found = mayBegin ? longestOf(parts, words, names, isName) : undefined;
  return found ?? (isName ? undefined : misspelt(parts, words, names, context));
}

/** The name that contains as many of the words as possible. */
function longestOf(
  parts: readonly string[],
  words: readonly Term[],
  names: Table,
  isName: boolean,
): NameAcross | undefined {
  for (let count = words.length; count > 0; count--) {
    const before = parts.slice(0, count).join(" ");
    const last = parts[count] ?? "";
    const joined = `${before} ${last}`;
    const cut = `${before} ${upToMark(last)}`;
    for (const written of new Set([joined, cut])) {
      const { found, whole } = beginningWith(written, names, maxSuggested);
      const likely = whole.length > 0 ? whole : isBinding(words[count - 1]) ? [] : found;
      const left = joined.length - written.length;
      const isCertain = likely.length === 1 && left === 0 && (whole.length > 0 || !isName);
      if (likely.length > 0)
        return {
          written,
          names: likely,
          isCertain,
          terms: words.slice(0, count),
          isWhole: whole.length > 0 && left === 0,
          hasMore: left > 1,
        };
    }
  }
  return undefined;
}

type Table = NonNullable<ReturnType<typeof tableFor>>;

/** `Sales\ CRM`, as a shell would have it. */
function unescaped(word: string): string {
  return word.endsWith("\\") ? word.slice(0, -1) : word;
}

/** `Sales CRM, Inbox`, `Sales CRM,Inbox` */
function upToMark(word: string): string {
  const mark = word.slice(1).search(/[,;|&*?.!]/u) + 1;
  return mark > 0 ? word.slice(0, mark) : word;
}

/** The same for a misspelled name: `Sales CMR`. Not in long queries, as the search takes long. */
function misspelt(
  parts: readonly string[],
  words: readonly Term[],
  names: Table,
  { query }: LintContext,
): NameAcross | undefined {
  if (query.terms.length > maxTermsToSearch) return undefined;
  for (let count = Math.min(words.length, 3); count > 0; count--) {
    const written = parts.slice(0, count + 1).join(" ");
    const name = names.closestTo(written);
    const hasAsMany = name?.split(/\s+/u).length === count + 1;
    if (name !== undefined && hasAsMany)
      return {
        written,
        names: [name],
        isCertain: false,
        terms: words.slice(0, count),
        isWhole: false,
        hasMore: false,
      };
  }
  return undefined;
}

/** Maximum terms of a query in which rules search all names: each search takes a while, and there may be one per term. */
export const maxTermsToSearch = 32;

/** The bare words after the term at `index`: not more than a name has. */
export function wordsAfter(index: number, { query: { terms } }: LintContext): readonly Term[] {
  const words: Term[] = [];
  for (let at = index + 1; words.length < maxWords; at++) {
    const term = terms[at];
    if (term === undefined || !isUnquotedText(term)) break;
    words.push(term);
  }
  return words;
}

const maxWords = 8;

/** Whether a word is an operator or a negation in other languages, and so not the start of a longer word of a name. */
export function isBinding(word: Term | undefined): boolean {
  return word !== undefined && (operatorLike(word.value.text) !== undefined || isNegation(word));
}
