// `tpye:Person`: a word before a colon that is not a qualifier.
import type { Details } from "../../diagnostics/collector.ts";
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { ScopeResolution } from "../../semantics/resolve.ts";
import type { Query, Term } from "../../syntax/ast.ts";
import { isCertainAfter, isCertainValue } from "../../syntax/fix-confidence.ts";
import { quotedPhraseAt } from "../../syntax/phrase.ts";
import { printValueText } from "../../syntax/print.ts";
import type { TextEdit } from "../../text/edits.ts";
import { type Span, spanTo } from "../../text/span.ts";
import { isQualifier, type Qualifier, rowOf } from "../../vocabulary/qualifiers.ts";
import type { LintContext } from "../context.ts";
import { isKnownAs } from "../known.ts";
import { bracketed } from "../lists.ts";
import { isLikeQualifier, qualifierMeant, synonymOf } from "../qualifier-meant.ts";
import { isUnquotedText } from "../removal.ts";
import { nameAcross } from "../unquoted-phrase.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"unknown-qualifier"> = {
  code: "unknown-qualifier",
  why: "A misspelt qualifier would be free text and make the slice wider than intended, so a word before a colon is reported. Addresses such as `https://…` and times such as `12:30` are not.",
  invalid: [
    { text: "tpye:Person", fixed: "type:Person" },
    { text: "source_shape:Inbox", fixed: "source-shape:Inbox" },
    { text: "owner:me" },
    { text: "typo:Person" },
    { text: "[type:Person" },
    { text: "type=Person", fixed: "type:Person" },
    { text: "type :Person", fixed: "type:Person" },
    { text: 'shpae:"Sales CRM"', fixed: 'shape:"Sales CRM"' },
    { text: 'shape"Sales CRM"', fixed: 'shape:"Sales CRM"' },
    { text: "since:3mo" },
    { text: "from:gmail" },
    { text: "type Person" },
    { text: "type = Person", fixed: "type:Person" },
    { text: "type in (Person, Company)" },
  ],
  valid: ["type:Person", "https://example.org", "12:30", "a=b", '"tpye:Person"'],
};

/** Reports a bare text that begins with a word and a colon, or with what was surely meant to be a qualifier and one. */
export function unknownQualifier({ term, index }: ScopeResolution, context: LintContext): void {
  const { query, now, report, hasAt } = context;
  const { span } = term;
  if (term.kind !== "text" || term.value.quoted || hasAt(span.start)) return;
  const found =
    headOf(term, index) ?? headApart(term, index, query) ?? headWithoutColon(term, index, context);
  if (found === undefined) return;
  const { word, written, head, rest, at, from, value } = found;
  const phrase = quotedPhraseAt(query, at, from);
  const details = (): Details<"unknown-qualifier"> => {
    const suggestion = qualifierMeant(word, rest === "" ? (phrase?.inside ?? "") : rest, now);
    if (suggestion === undefined) return { args: { written, suggestion } };
    const preferred =
      value === undefined &&
      !isSecondDate(suggestion, query) &&
      isMistyped(word, suggestion) &&
      !/^>|[=&]/u.test(rest) &&
      isCertainAfter(suggestion, rest, phrase, now);
    const edits = [{ span: head, text: `${suggestion}:` }, value ?? []].flat();
    return {
      args: { written, suggestion },
      fixes: [{ title: `write \`${suggestion}:\``, edits, preferred }],
    };
  };
  // In `type :Person` the value is separate from the mistake.
  const last = value ?? phrase?.terms.at(-1) ?? (at > index && from > 0 ? term : query.terms[at]);
  const end = Math.max(head.end, last?.span.end ?? 0);
  const near = query.terms.slice(index, index + maxTerms).map((each) => each.span);
  report("unknown-qualifier", { start: span.start, end }, details, {
    covers: near.filter((each) => each.start < end),
  });
}

/** No list and no phrase has more. */
const maxTerms = 16;

interface Head {
  /** The word that is not a qualifier. */
  readonly word: string;
  /** The word with the substitute for its colon. */
  readonly written: string;
  /** The position of the word and its colon. */
  readonly head: Span;
  /** What follows the colon. */
  readonly rest: string;
  /** The index of the term with the value, and where in its text that begins. */
  readonly at: number;
  readonly from: number;
  /** Writes the value, where the word may also be free text. */
  readonly value?: TextEdit;
}

function headOf({ value: { text, span } }: Term, index: number): Head | undefined {
  if (!/[:=\uff1a"]/u.test(text)) return undefined;
  const [written = "", word = "", mark = ""] =
    /^([^:=\uff1a"]{1,40})([:\uff1a]|=+|(?="))(?!\/\/)/u.exec(text) ?? [];
  if (written === "" || (mark === "" && !isQualifier(word.toLowerCase()))) return undefined;
  // A word and a colon might be anything; with other marks it has to be nearly a qualifier.
  const isWord = mark === ":" && /^[a-z][\w-]*$/iu.test(word);
  if (!isWord && !isLikeQualifier(word)) return undefined;
  const from = written.length;
  const head = { start: span.start, end: span.start + from };
  const rest = text.slice(from);
  const found = { word, written, head, rest, at: index, from };
  // `[type:Person]`
  return /^\[.*\]$|^\{.*\}$/u.test(text)
    ? { ...found, value: { span: { start: head.end, end: span.end }, text: rest.slice(0, -1) } }
    : found;
}

/** `type :Person`, `type = Person`. */
function headApart({ value: { text, span } }: Term, index: number, { terms }: Query): Head | undefined {
  const next = terms[index + 1];
  if (next === undefined || !isUnquotedText(next)) return undefined;
  const [sign] = /^(?::|=+)(?![<>!~]$)/u.exec(next.value.text) ?? [];
  if (sign === undefined || !isLikeQualifier(text)) return undefined;
  const after = terms[index + 2];
  const isAlone = sign === next.value.text && after?.kind === "text";
  const from = isAlone ? 0 : sign.length;
  const [at, holder] = isAlone ? [index + 2, after] : [index + 1, next];
  const head = { start: span.start, end: holder.span.start + from };
  return { word: text, written: `${text} ${sign}`, head, rest: holder.value.text.slice(from), at, from };
}

/** `type Person`, `type in (Person, Company)`: only where what follows are names that the catalog knows for this qualifier, or a date. */
function headWithoutColon(
  { value: { text, span } }: Term,
  index: number,
  context: LintContext,
): Head | undefined {
  const { terms } = context.query;
  const isVerb = /^(?:is|in)$/iu.test(terms[index + 1]?.value.text ?? "");
  const at = index + (isVerb ? 2 : 1);
  const next = terms[at];
  if (next?.kind !== "text") return undefined;
  const word =
    wordMeant(text, next.value.text, context.now) ??
    synonymOf(text, joinedWithNext(context.query, at), context.now);
  if (word === undefined) return undefined;
  const value = valueOf(word, next, at, context);
  const head = { start: span.start, end: next.span.start };
  return value && { word: text, written: text, head, rest: value.text, at, from: 0, value };
}

function wordMeant(text: string, rest: string, now: number): Qualifier | undefined {
  const word = text.toLowerCase();
  return isQualifier(word) ? word : synonymOf(word, rest, now);
}

/** The text as a value of this qualifier, with the words that belong to it, if it is a date or names that the catalog knows. */
function valueOf(
  qualifier: Qualifier,
  term: Term,
  index: number,
  context: LintContext,
): TextEdit | undefined {
  const row = rowOf(qualifier);
  const { text, span } = term.value;
  if (row.means === "date") {
    if (isCertainValue(qualifier, text, context.now)) return { span, text };
    const joined = joinedWithNext(context.query, index);
    const end = context.query.terms[index + 1]?.span.end ?? span.end;
    return isCertainValue(qualifier, joined, context.now)
      ? { span: { start: span.start, end }, text: joined }
      : undefined;
  }
  if (row.means === "nothing") return undefined;
  const across = nameAcross(text, index, row, context);
  const list = bracketed(term, index, row, context);
  const found =
    across?.isCertain === true
      ? { terms: across.terms, parts: across.names }
      : list?.isKnown === true
        ? list
        : isKnownAs(text, row, context)
          ? { terms: [], parts: [text] }
          : undefined;
  return (
    found && {
      span: spanTo(term, found.terms),
      text: found.parts.map(printValueText).join(` ${qualifier}:`),
    }
  );
}

/** The text and the next as one date: `last-week`. */
function joinedWithNext({ terms }: Query, index: number): string {
  return `${terms[index]?.value.text ?? ""}-${terms[index + 1]?.value.text ?? ""}`;
}

/** Whether the query has such a date already: two unite, so another makes the slice wider. */
function isSecondDate(qualifier: Qualifier, { terms }: Query): boolean {
  return (
    rowOf(qualifier).means === "date" &&
    terms.some((term) => term.kind === "qualified" && term.qualifier === qualifier)
  );
}

/** Whether a plain word can only be this qualifier: its letters in another order, or one too many or too few. */
function isMistyped(written: string, qualifier: Qualifier): boolean {
  const [word = "", known = ""] = [written, qualifier].map((each) =>
    each.toLowerCase().replace(/[-_]/gu, ""),
  );
  if (!/^[a-z]+$/u.test(word)) return false;
  const sorted = (each: string): string => Array.from(each).toSorted().join("");
  return sorted(word) === sorted(known) || lacksOne(word, known) || lacksOne(known, word);
}

/** Whether the longer word is the shorter one with a letter put in. */
function lacksOne(shorter: string, longer: string): boolean {
  return Array.from(longer, (_, at) => longer.slice(0, at) + longer.slice(at + 1)).includes(shorter);
}
