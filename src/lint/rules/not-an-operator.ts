// `OR`, `AND`, `NOT`, parentheses: the grammar of other languages.
import type { Fix } from "../../diagnostics/diagnostic.ts";
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { Resolution } from "../../semantics/resolve.ts";
import type { Query, Term } from "../../syntax/ast.ts";
import { hasStrayParenthesis } from "../../syntax/print.ts";
import { isMembershipTerm } from "../../syntax/rule.ts";
import { negationMarks, type OperatorMeaning, operatorLike } from "../../vocabulary/lookalikes.ts";
import { removeTerm } from "../removal.ts";
import type { LintContext } from "../rule.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"not-an-operator"> = {
  code: "not-an-operator",
  why: "CQL has no boolean words and no grouping: terms of one qualifier unite, different qualifiers intersect, and that is all. `OR` between two types and `AND` between a type and a source say what holds anyway, so the fix removes them; anything else cannot be said in one slice.",
  invalid: [
    { text: "type:Person OR type:Company", fixed: "type:Person type:Company" },
    { text: "type:Person AND source:gmail", fixed: "type:Person source:gmail" },
    { text: "type:Person or type:Company", fixed: "type:Person type:Company" },
    { text: "type:Person OR source:gmail" },
    { text: "NOT type:Person" },
    { text: "(type:Person" },
    { text: "type:Person)" },
  ],
  valid: ['"OR"', "salt or pepper", "type:Person type:Company", "type:Person(old)", "note-(1)"],
};

/** Reports boolean words, and parentheses around terms. */
export function notAnOperator(resolution: Resolution, context: LintContext): void {
  const { term, index } = resolution;
  if (term.value.quoted || context.hasAt(term.value.span.start)) return;
  const meaning = term.kind === "text" ? operatorMeaning(term.value.text, index, context.query) : undefined;
  if (meaning !== undefined) {
    context.report("not-an-operator", term.span, () => ({
      args: { written: term.value.text, advice: adviceOn[meaning] },
      fixes: saysWhatHolds(meaning, index, context) ? [removeTerm(context.query, index, "remove it")] : [],
    }));
  } else if (isGrouped(term)) {
    context.report("not-an-operator", term.value.span, () => ({
      args: { written: term.value.text.startsWith("(") ? "(" : ")", advice: adviceOnGroups(term) },
      fixes: [ungroup(term)],
    }));
  }
}

/** What a query has of other languages, so that a fix can tell whether removing one word leaves the rest as it was. */
export function foreignIn(query: Query): ReadonlySet<OperatorMeaning | "group"> {
  const found = new Set<OperatorMeaning | "group">();
  for (const term of query.terms) {
    const { text, quoted } = term.value;
    if (quoted) continue;
    const meaning = term.kind === "text" ? operatorLike(text) : undefined;
    if (meaning !== undefined) found.add(meaning);
    if (isGrouped(term)) found.add("group");
    if (term.kind === "text" && negationMarks.includes(text.charAt(0))) found.add("not");
  }
  return found;
}

const adviceOn: Readonly<Record<OperatorMeaning | "group", string>> = {
  or: "Terms of one qualifier unite by themselves; different qualifiers can only intersect.",
  and: "Different qualifiers intersect by themselves; terms of one qualifier can only unite.",
  not: "CQL cannot leave things out; name what belongs to the slice instead.",
  group: "Remove it: terms of one qualifier unite, and different qualifiers intersect, without grouping.",
};

/** In lower case these are words of free text, unless they stand beside a term. */
function operatorMeaning(text: string, index: number, query: Query): OperatorMeaning | undefined {
  const meaning = operatorLike(text);
  if (meaning === undefined || text === text.toUpperCase()) return meaning;
  const beside = [query.terms[index - 1], query.terms[index + 1]];
  return beside.some((term) => term?.kind === "qualified") ? meaning : undefined;
}

/** Whether the terms on both sides unite or intersect anyway, and nothing else in the query binds them otherwise. */
function saysWhatHolds(meaning: OperatorMeaning, index: number, context: LintContext): boolean {
  const { terms } = context.query;
  const [before, after] = [terms[index - 1], terms[index + 1]];
  if (before?.kind !== "qualified" || after?.kind !== "qualified") return false;
  if (!isMembershipTerm(before) || !isMembershipTerm(after) || context.foreign().size > 1) return false;
  return meaning === "or"
    ? before.qualifier === after.qualifier
    : meaning === "and" && before.qualifier !== after.qualifier;
}

/** A parenthesis in front of a value that does not close it, or behind one that does not open it, or around free text. */
function isGrouped({ kind, value: { text } }: Term): boolean {
  return (kind === "text" && text.startsWith("(")) || hasStrayParenthesis(text);
}

function adviceOnGroups(term: Term): string {
  const effect = term.kind === "text" ? "it makes the whole term free text" : "it is part of the name";
  return `As written ${effect}. ${adviceOn.group}`;
}

/** Takes the parentheses away at both ends. */
function ungroup({ value: { text, span } }: Term): Fix {
  const opening = /^\(*/u.exec(text)?.[0].length ?? 0;
  let end = text.length;
  while (end > opening && text.charAt(end - 1) === ")") end--;
  const edits = [
    { span: { start: span.start, end: span.start + opening }, text: "" },
    { span: { start: span.start + end, end: span.end }, text: "" },
  ];
  return { title: "remove the parentheses", edits: edits.filter((edit) => edit.span.start < edit.span.end) };
}
