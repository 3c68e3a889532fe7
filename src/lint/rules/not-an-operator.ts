// `OR`, `(…)`, `Person|Company`, `type:*`: the grammar of other languages.

import type { Fix } from "../../diagnostics/diagnostic.ts";
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { NameResolution, Resolution, TypeResolution } from "../../semantics/resolve.ts";
import type { Query, Term } from "../../syntax/ast.ts";
import { isCertainValue } from "../../syntax/fix-confidence.ts";
import { printValueText } from "../../syntax/print.ts";
import { isMembershipTerm } from "../../syntax/rule.ts";
import { spanTo } from "../../text/span.ts";
import { exclusionWords, type OperatorMeaning, operatorLike } from "../../vocabulary/lookalikes.ts";
import { isQualifier, withBound } from "../../vocabulary/qualifiers.ts";
import type { LintContext } from "../context.ts";
import { foreignValue } from "../foreign-value.ts";
import { groupAt, isGrouped } from "../groups.ts";
import { isKnownAs, tableFor } from "../known.ts";
import { synonymsOf } from "../qualifier-meant.ts";
import { isUnquotedText, removeTerm } from "../removal.ts";
import { nameAcross } from "../unquoted-phrase.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"not-an-operator"> = {
  code: "not-an-operator",
  why: "CQL has no boolean operators, grouping, lists or wildcards: terms of one qualifier unite, different qualifiers intersect, and that is all. `OR` between two types and `AND` between a type and a source describe what happens anyway, so the fix removes them; anything else cannot be expressed in one slice.",
  invalid: [
    { text: "type:Person OR type:Company", fixed: "type:Person type:Company" },
    { text: "type:Person AND source:gmail", fixed: "type:Person source:gmail" },
    { text: "type:Person or type:Company", fixed: "type:Person type:Company" },
    { text: "type:Person OR source:gmail" },
    { text: "NOT type:Person" },
    { text: "type:Person without source:gmail" },
    { text: "(type:Person" },
    { text: "type:Person)" },
    { text: "(type:Person OR type:Company)" },
    { text: "type:Person OR Company", fixed: "type:Person type:Company" },
    { text: "type:Person|Company", fixed: "type:Person type:Company" },
    { text: "type:[Person, Company]", fixed: "type:Person type:Company" },
    { text: "type:Person&source:gmail" },
    { text: "type:!Person" },
    { text: "type:*" },
    { text: "type:all" },
    { text: "shape:Sales*" },
    { text: "created>=2026-01-01" },
  ],
  valid: ['"OR"', "salt or pepper", "type:Person type:Company", "type:Person(old)", "note-(1)"],
};

/** Reports boolean words, parentheses around terms, and what other languages would read in a name. */
export function notAnOperator(resolution: Resolution, context: LintContext): void {
  const { term, index, means } = resolution;
  if (context.hasAt(term.value.span.start)) return;
  if (means === "name" || means === "entity-type") reportForeign(resolution, context);
  if (term.value.quoted || context.hasAt(term.value.span.start)) return;
  const meaning = term.kind === "text" ? operatorMeaning(term.value.text, index, context.query) : undefined;
  if (meaning !== undefined) reportWord(term, meaning, index, context);
  else if (isGrouped(term)) reportGroup(term, index, context);
  else if (term.kind === "text") reportComparison(term, context.query.terms[index + 1], context);
}

function reportForeign(resolution: NameResolution | TypeResolution, context: LintContext): void {
  const found = foreignValue(resolution, context);
  if (found === undefined) return;
  const { mark, meaning, fixes, terms } = found;
  const args = { written: mark, meaning, inName: true };
  context.report("not-an-operator", spanTo(resolution.term.value, terms), () => ({ args, fixes }), {
    covers: terms.map((each) => each.span),
  });
}

function reportWord(term: Term, meaning: OperatorMeaning, index: number, context: LintContext): void {
  const next = meaning === "or" ? alternativeAt(index, context) : undefined;
  context.report(
    "not-an-operator",
    spanTo(term, next?.terms ?? []),
    () => ({
      args: { written: term.value.text, meaning, inName: false },
      fixes: next === undefined ? removal(meaning, index, context) : [next.fix],
    }),
    { covers: next?.terms.map((each) => each.span) ?? [] },
  );
}

function removal(meaning: OperatorMeaning, index: number, context: LintContext): readonly Fix[] {
  return isRedundantOperator(meaning, index, context) ? [removeTerm(context.query, index, "remove it")] : [];
}

/** A name without its qualifier, after a word such as `OR`: `type:Person OR Company`. */
interface Alternative {
  /** The words that the name is made of. */
  readonly terms: readonly Term[];
  /** Gives it the qualifier, in place of the word before it. */
  readonly fix: Fix;
}

/** The name after the word at `index`, if that stands after a term with a name. With a catalog it is one that is known. */
function alternativeAt(index: number, context: LintContext): Alternative | undefined {
  const [before, next] = [context.resolutions[index - 1], context.query.terms[index + 1]];
  if (before?.means !== "name" && before?.means !== "entity-type") return undefined;
  if (next?.kind !== "text") return undefined;
  const written = { names: [next.value.text], terms: [], isCertain: true };
  const across =
    (isUnquotedText(next) ? nameAcross(next.value.text, index + 1, before, context) : undefined) ?? written;
  const [name = ""] = across.names;
  const isKnown = isKnownAs(name, before, context);
  if (!isKnown && !mayBeName(name, before, context)) return undefined;
  const terms = [next, ...across.terms];
  const text = `${before.term.qualifier}:${printValueText(name)}`;
  const preferred = isKnown && across.isCertain && context.foreign().size === 1;
  const edits = [{ span: spanTo(context.query.terms[index] ?? next, terms), text }];
  return { terms, fix: { title: `write \`${text}\``, edits, preferred } };
}

/** Whether a word could be a name where nothing says which names there are. */
function mayBeName(word: string, before: NameResolution | TypeResolution, context: LintContext): boolean {
  return tableFor(before, context) === undefined && operatorLike(word) === undefined && !/[:()]/u.test(word);
}

function reportGroup(term: Term, index: number, context: LintContext): void {
  const group = groupAt(index, context.query);
  const fixes = [group?.fix ?? ungroup(term)];
  for (const { kind, value } of new Set([term, group?.terms.at(-1) ?? term])) {
    const written = value.text.startsWith("(") ? "(" : ")";
    const args = { written, meaning: "group", inName: kind === "qualified" } as const;
    context.report("not-an-operator", value.span, () => ({ args, fixes }));
  }
}

function reportComparison(term: Term, next: Term | undefined, context: LintContext): void {
  const found = comparisonIn(term, next, context.now);
  if (found === undefined) return;
  context.report("not-an-operator", term.span, () => ({
    args: { written: found.mark, meaning: "comparison", inName: false, rewritten: found.written },
    fixes: found.fixes,
  }));
}

/** A comparison, and the term that says it, if that is clear. */
interface Comparison {
  readonly mark: string;
  readonly written: string | undefined;
  readonly fixes: readonly Fix[];
}

/** The comparison that a bare text is, if it compares a date, be it the next term: `created>=2026-01-01`, `>= 7d`. */
function comparisonIn(
  { value: { text, span } }: Term,
  next: Term | undefined,
  now: number,
): Comparison | undefined {
  if (!/[<>]/u.test(text)) return undefined;
  const [, word = "", mark = "", date = ""] = /^([a-z_-]{0,20}):?([<>]=?)(\S*)$/iu.exec(text) ?? [];
  const qualifier = withBound[mark.startsWith("<") ? "end" : "start"];
  const isMeant = word === "" || [word.toLowerCase(), ...synonymsOf(word)].includes(qualifier);
  const compared = date === "" ? (next?.value.text ?? "") : date;
  if (mark === "" || !isCertainValue(qualifier, compared, now)) return undefined;
  // `created >= 7d`: the compared value is separate. `since<7d`, `older>=7d`: the word and the mark say opposite things;
  // `updated>=7d` is about another instant.
  if (date === "" || !isMeant) return { mark, written: undefined, fixes: [] };
  const written = `${qualifier}:${date}`;
  // Never certain: other languages intersect such bounds, where CQL unites them; the word before the mark may stand apart, as
  // in `updated >=7d`; and `<7d` may as well mean less than seven days ago.
  return { mark, written, fixes: [{ title: `write \`${written}\``, edits: [{ span, text: written }] }] };
}

/** In lower case these are words of free text, unless they are next to a term. */
function operatorMeaning(text: string, index: number, query: Query): OperatorMeaning | undefined {
  const next = query.terms[index + 1];
  if (next !== undefined && isMembershipTerm(next) && exclusionWords.has(text.toLowerCase())) return "not";
  const meaning = operatorLike(text);
  if (meaning === undefined || text === text.toUpperCase()) return meaning;
  const around = [query.terms[index - 1], next];
  if (around.some((term) => term?.kind === "qualified")) return meaning;
  // `type is not Person`
  const before = query.terms.slice(Math.max(0, index - 2), index);
  return meaning === "not" && before.some(({ value }) => isQualifier(value.text)) ? meaning : undefined;
}

/** Whether the terms on both sides unite or intersect anyway, and nothing else in the query binds them otherwise. */
function isRedundantOperator(meaning: OperatorMeaning, index: number, context: LintContext): boolean {
  const { terms } = context.query;
  const [before, after] = [terms[index - 1], terms[index + 1]];
  if (before?.kind !== "qualified" || after?.kind !== "qualified") return false;
  if (!isMembershipTerm(before) || !isMembershipTerm(after) || context.foreign().size > 1) return false;
  return meaning === "or"
    ? before.qualifier === after.qualifier
    : meaning === "and" && before.qualifier !== after.qualifier;
}

/** Removes the parentheses at both ends. */
function ungroup({ value: { text, span } }: Term): Fix {
  const opening = /^\(*/u.exec(text)?.[0].length ?? 0;
  let end = text.length;
  while (end > opening && text.charAt(end - 1) === ")") end--;
  return { title: "remove the parentheses", edits: [{ span, text: text.slice(opening, end) }] };
}
