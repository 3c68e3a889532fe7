// `quarterly report`: text that is not a term of a qualifier.

import { instantOf } from "../../dates/instant.ts";
import type { Details } from "../../diagnostics/collector.ts";
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { ScopeResolution } from "../../semantics/resolve.ts";
import type { Term, Value } from "../../syntax/ast.ts";
import { quoted } from "../../syntax/escape.ts";
import { printValueText } from "../../syntax/print.ts";
import type { TextEdit } from "../../text/edits.ts";
import { show } from "../../text/show.ts";
import { spanTo } from "../../text/span.ts";
import { rowOf } from "../../vocabulary/qualifiers.ts";
import type { LintContext } from "../context.ts";
import { isKnown, isKnownAs } from "../known.ts";
import { wordsAfter } from "../unquoted-phrase.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"free-text"> = {
  code: "free-text",
  why: "A slice is not a search: free text does not decide which entities are in it. It is returned in `scope_warnings`, never silently dropped. A known name that follows another needs its own qualifier. A time or a second date right after a date gets a warning, because it was hardly meant as text.",
  invalid: [
    { text: "type:Person report" },
    { text: "type:Person Company" },
    { text: '"quarterly report"' },
    { text: "https://example.org" },
    { text: "after:2026-01-01 12:00" },
  ],
  valid: ["type:Person"],
};

/** Reports such a term, unless a more specific rule has. What seems to belong to a date gets a warning. */
export function freeText({ term, index }: ScopeResolution, context: LintContext): void {
  const { query, now, report, hasAt } = context;
  if (term.kind !== "text" || hasAt(term.span.start)) return;
  const before = query.terms[index - 1];
  const isAfterDate = before?.kind === "qualified" && rowOf(before.qualifier).means === "date";
  const severity = isAfterDate && isPartOfDate(term.value.text, now) ? "warning" : "information";
  report("free-text", term.span, () => detailsOf(term, index, context), { severity });
}

/** A time, or a date: `after:2026-01-01 12:00` begins at midnight, and `after:1y 6mo` a year ago. */
function isPartOfDate(text: string, now: number): boolean {
  return /^\d{1,2}:\d{2}/u.test(text) || instantOf(text, now) !== undefined;
}

function detailsOf(term: Term, index: number, context: LintContext): Details<"free-text"> {
  const written = term.value.text;
  const edit = termMeant(term, index, context);
  if (edit === undefined) return { args: { written, quoted: undefined } };
  return {
    args: { written, quoted: edit.text },
    fixes: [{ title: `write ${show(edit.text)}`, edits: [edit] }],
  };
}

/** The term that a text could be: a name that is known after another, or the rest of one that is not known, with the words after it. */
function termMeant(term: Term, index: number, context: LintContext): TextEdit | undefined {
  const before = context.resolutions[index - 1];
  if (before?.means !== "name" && before?.means !== "entity-type") return undefined;
  const { qualifier, value } = before.term;
  if (value.text === "") return undefined;
  const { text: written } = term.value;
  if (isKnownAs(written, before, context))
    return { span: term.span, text: `${qualifier}:${printValueText(written)}` };
  if (value.quoted || isKnown(before, context)) return undefined;
  const words = [value, ...wordsAfter(index - 1, context).map((word) => word.value)];
  // More words than these are a sentence, and a colon is part of an address or of a word that is not a qualifier.
  if (
    words.length < 2 ||
    words.length > 4 ||
    saysWhen(words.slice(1), context.now) ||
    words.some(({ text }) => /^$|^!|[:,;|]/u.test(text))
  )
    return undefined;
  const name = words.map(({ text }) => text).join(" ");
  return {
    span: spanTo(before.term, words),
    text: `${qualifier}:${quoted(name)}`,
  };
}

/** Whether words after a name are a date: `type:Person last week`. */
function saysWhen(words: readonly Value[], now: number): boolean {
  return instantOf(words.map(({ text }) => text.toLowerCase()).join("-"), now) !== undefined;
}
