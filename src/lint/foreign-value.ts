// What other query languages would read in a name: wildcards, lists, negations, comparisons, a second term.

import type { Fix } from "../diagnostics/diagnostic.ts";
import type { NameResolution, TypeResolution } from "../semantics/resolve.ts";
import type { Term } from "../syntax/ast.ts";
import { quotedPhraseAt } from "../syntax/phrase.ts";
import { printValueText } from "../syntax/print.ts";
import { foldWords } from "../text/fold.ts";
import { spanTo } from "../text/span.ts";
import { type ForeignMeaning, operatorLike } from "../vocabulary/lookalikes.ts";
import { qualifiers } from "../vocabulary/qualifiers.ts";
import type { LintContext } from "./context.ts";
import { isKnown, isKnownAs, maxSuggested, tableFor } from "./known.ts";
import { bracketed, continued, type List, separated, termForEach } from "./lists.ts";
import { isApart, isUnquotedText } from "./removal.ts";
import { maxTermsToSearch, wordsAfter } from "./unquoted-phrase.ts";

/** Something of another language in a value. */
export interface Foreign {
  readonly mark: string;
  readonly meaning: ForeignMeaning;
  readonly fixes: readonly Fix[];
  /** The words after the value that belong to it. */
  readonly terms: readonly Term[];
}

type Named = NameResolution | TypeResolution;

/** The first thing in a name that another language would read; nothing in a name that the catalog knows. */
export function foreignValue(resolution: Named, context: LintContext): Foreign | undefined {
  const { value } = resolution.term;
  // A longer text than this is not a mistyped name, and some of these checks read it many times.
  if (value.text.length > maxMistypedLength || isKnown(resolution, context)) return undefined;
  const isChecked = tableFor(resolution, context) !== undefined;
  // In quotes such a mark is meant as part of the name, unless the catalog has no such name.
  if (value.quoted && !isChecked) return undefined;
  // A list may begin in the words after a name that is not known. All else is in the value, and where names are not checked most are plain.
  if (!isMarked.test(value.text) && !(isChecked && isUnquotedText(nextTerm(resolution, context))))
    return undefined;
  for (const detect of detectors) {
    const found = detect(resolution, context);
    if (found !== undefined) return found;
  }
  return undefined;
}

const maxMistypedLength = 256;

/** Whether a value has a mark, or is a word, that one of the detectors looks for. */
const isMarked = /^[-!?\u00ac\u2212\u2260<=~^:[{(]|[*%|;&,/+]|^(?:all|any|not)$/iu;

function nextTerm({ index }: Named, { query }: LintContext): Term | undefined {
  return query.terms[index + 1];
}

const detectors: readonly ((resolution: Named, context: LintContext) => Foreign | undefined)[] = [
  everything,
  negation,
  secondTerm,
  list,
  leadingMark,
  pattern,
  trailingMark,
];

/** `type:*`, `type:all`. No fix: without the term the slice would be wider than anything that is written. */
function everything(resolution: Named, context: LintContext): Foreign | undefined {
  const { text } = resolution.term.value;
  const names = tableFor(resolution, context);
  // A word may be a name, or nearly one.
  const isWord = /^(?:all|any)$/iu.test(text) && names !== undefined && names.closestTo(text) === undefined;
  return /^[*%?]+$/u.test(text) || isWord ? foreign(text, "every") : undefined;
}

/** `type:!Person`, `type:NOT Person`. No fix: every name that could be written is the opposite. */
function negation(resolution: Named, context: LintContext): Foreign | undefined {
  const { term, index } = resolution;
  const { text } = term.value;
  if (operatorLike(text) === "not" && text.length > 1)
    return foreign(text, "not", [], wordsAfter(index, context).slice(0, 1));
  const [mark] = /^(?:[!\u00ac\u2212\u2260]=?|<>|-)/u.exec(text) ?? [];
  if (mark === undefined || (mark === "-" && tableFor(resolution, context) === undefined)) return undefined;
  return foreign(mark, "not");
}

/** `type:Person&source:gmail`. What `|` would unite cannot be expressed in one slice, nor what `&` would intersect in one qualifier. */
function secondTerm({ term }: Named, context: LintContext): Foreign | undefined {
  const { text, span, quoted } = term.value;
  if (quoted) return undefined;
  const found = Array.from(text.matchAll(marksBeforeTerm));
  const [first] = found;
  if (first === undefined) return undefined;
  const kinds = new Set([term.qualifier, ...found.map(([, word]) => word)]).size;
  const marks = found.map(([mark]) => mark).join("");
  const isImplied = /^\|+$/u.test(marks)
    ? kinds === 1
    : !/[|&]/u.test(marks) || (kinds > found.length && !marks.includes("|"));
  const edits = found.map(({ index, 0: mark }) => ({
    span: { start: span.start + index, end: span.start + index + mark.length },
    text: " ",
  }));
  const fix = { title: "insert a space", edits };
  return foreign(first[0], "second-term", isImplied && context.foreign().size === 0 ? [fix] : []);
}

const marksBeforeTerm = new RegExp(
  `(?<![|;&,])[|;&,]{1,4}(?=(${qualifiers.map(({ word }) => word).join("|")}):)`,
  "gu",
);

/** `type:[Person,Company]`, `type:Person|Company`. */
function list(resolution: Named, context: LintContext): Foreign | undefined {
  const found = listIn(resolution, context);
  if (found === undefined) return intersection(resolution, context);
  if (!(found.isKnown || found.parts.length > 1)) return undefined;
  return foreign(found.mark, "list", [termForEach(found, resolution, context)], found.terms);
}

/** `type:Person&Company`, which no slice can say: terms of one qualifier unite. */
function intersection(resolution: Named, context: LintContext): Foreign | undefined {
  const { text } = resolution.term.value;
  const [mark] = /&+/u.exec(text) ?? [];
  const isOfNames = text.split(/&+/u).every((part) => isKnownAs(part.trim(), resolution, context));
  return mark !== undefined && isOfNames ? foreign(mark, "and") : undefined;
}

function listIn(resolution: Named, context: LintContext): List | undefined {
  return (
    bracketed(resolution.term, resolution.index, resolution, context) ??
    continued(resolution, context) ??
    separated(resolution, context)
  );
}

/** `type:=Person`, `type:~Person`, `shape:=="Sales CRM"`. */
function leadingMark(resolution: Named, context: LintContext): Foreign | undefined {
  const { term, index } = resolution;
  const [, mark = "", bare = ""] = /^([=~^:]+)(.+)$/su.exec(term.value.text) ?? [];
  const phrase = quotedPhraseAt(context.query, index, mark.length);
  const rest = phrase?.inside ?? bare;
  const isKnown = isKnownAs(rest, resolution, context);
  return isKnown || mark.startsWith("=")
    ? foreign(
        mark,
        "mark",
        [write(rest, isKnown && /^[=:]/u.test(mark), resolution, context, phrase?.terms)],
        phrase?.terms,
      )
    : undefined;
}

/** `type:Person*`: the names that it matches now, or what is written of the one. */
function pattern(resolution: Named, context: LintContext): Foreign | undefined {
  const { text } = resolution.term.value;
  const names = tableFor(resolution, context);
  if (!(text.includes("*") || (names !== undefined && /^%|%$/u.test(text)))) return undefined;
  // Every name is looked at, so not in long queries.
  const parts =
    context.query.terms.length > maxTermsToSearch
      ? []
      : matching(text, names?.names() ?? [text.replace(/^\*|\*$/u, "")]);
  const isShort =
    parts.length > 0 && parts.length <= maxSuggested && !parts.includes("") && !parts.includes(text);
  return foreign(
    text.includes("*") ? "*" : "%",
    "pattern",
    isShort ? [termForEach({ parts, terms: [], isCertain: false }, resolution, context)] : [],
  );
}

/** The names that fit a pattern with wildcards. */
function matching(text: string, names: readonly string[]): readonly string[] {
  const pieces = foldWords(text).split(/[*%]+/u);
  const [first = "", last = ""] = [pieces[0], pieces.at(-1)];
  const fits = (name: string): boolean => {
    const folded = foldWords(name);
    if (!folded.startsWith(first) || !folded.slice(first.length).endsWith(last)) return false;
    let at = 0;
    return pieces.every((piece) => {
      const found = folded.indexOf(piece, at);
      at = found + piece.length;
      return found >= 0;
    });
  };
  return names.filter(fits);
}

/** `type:Person, source:gmail`. */
function trailingMark(resolution: Named, context: LintContext): Foreign | undefined {
  const { term, index } = resolution;
  const [, rest = "", mark = ""] = /^(.*[^,;])([,;]+)$/su.exec(term.value.text) ?? [];
  if (rest === "") return undefined;
  const isKnown = isKnownAs(rest, resolution, context);
  const isBetween = tableFor(resolution, context) === undefined && context.query.terms.length > index + 1;
  if (!isKnown && !isBetween) return undefined;
  return foreign(mark, "second-term", [write(rest, isKnown, resolution, context)]);
}

function write(
  name: string,
  isKnown: boolean,
  { term, index }: Named,
  { query }: LintContext,
  terms: readonly Term[] = [term],
): Fix {
  const text = printValueText(name);
  return {
    title: `write \`${term.qualifier}:${text}\``,
    edits: [{ span: spanTo(term.value, terms), text }],
    preferred: isKnown && isApart(query, index + terms.length - 1),
  };
}

function foreign(
  mark: string,
  meaning: ForeignMeaning,
  fixes: readonly Fix[] = [],
  terms: readonly Term[] = [],
): Foreign {
  return { mark, meaning, fixes, terms };
}
