// `tpye:Person`: a word before a colon that is no qualifier.
import type { Details } from "../../diagnostics/collector.ts";
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { ScopeResolution } from "../../semantics/resolve.ts";
import type { Term } from "../../syntax/ast.ts";
import { isCertainAfter } from "../../syntax/certain.ts";
import { quotedPhraseAt } from "../../syntax/phrase.ts";
import { closestName } from "../../text/closest.ts";
import type { Span } from "../../text/span.ts";
import { isQualifier, type Qualifier, qualifiers } from "../../vocabulary/qualifiers.ts";
import type { LintContext } from "../rule.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"unknown-qualifier"> = {
  code: "unknown-qualifier",
  why: "A misspelt qualifier would be free text and the slice wider than meant, so a word before a colon is remarked on. Addresses such as `https://…` and times such as `12:30` are not.",
  invalid: [
    { text: "tpye:Person", fixed: "type:Person" },
    { text: "source_shape:Inbox", fixed: "source-shape:Inbox" },
    { text: "owner:me" },
    { text: "typo:Person" },
    { text: "[type:Person" },
    { text: "type=Person", fixed: "type:Person" },
    { text: "type :Person", fixed: "type:Person" },
    { text: 'shpae:"Sales CRM"', fixed: 'shape:"Sales CRM"' },
  ],
  valid: ["type:Person", "https://example.org", "12:30", "a=b", '"tpye:Person"'],
};

/** Reports a bare text that begins with a word and a colon, or with what was surely meant to be a qualifier and one. */
export function unknownQualifier({ term, index }: ScopeResolution, context: LintContext): void {
  const { query, now, report, hasAt } = context;
  const { span } = term;
  if (term.kind !== "text" || term.value.quoted || hasAt(span.start)) return;
  const found = headOf(term, query.terms[index + 1]);
  if (found === undefined) return;
  const { word, written, head, rest, next } = found;
  const phrase =
    next === undefined ? quotedPhraseAt(query, index, written.length) : quotedPhraseAt(query, index + 1, 1);
  const details = (): Details<"unknown-qualifier"> => {
    const suggestion = closestTo(word);
    if (suggestion === undefined) return { args: { written, suggestion } };
    const preferred = isSlip(word, suggestion) && isCertainAfter(suggestion, rest, phrase, now);
    const edits = [{ span: head, text: `${suggestion}:` }];
    return {
      args: { written, suggestion },
      fixes: [{ title: `write \`${suggestion}:\``, edits, preferred }],
    };
  };
  const end = Math.max(head.end, phrase?.terms.at(-1)?.span.end ?? span.end);
  const covers = [...(phrase?.terms.map((part) => part.span) ?? []), ...(next === undefined ? [] : [next])];
  report("unknown-qualifier", { start: span.start, end }, details, { covers });
}

interface Head {
  /** The word that is no qualifier. */
  readonly word: string;
  /** The word with what stands for its colon. */
  readonly written: string;
  /** Where the word and its colon stand. */
  readonly head: Span;
  /** What stands behind the colon. */
  readonly rest: string;
  /** The next term, if the colon is there. */
  readonly next?: Span;
}

function headOf({ value: { text, span } }: Term, next: Term | undefined): Head | undefined {
  const [written = "", word = "", mark = ""] = /^([^:=\uff1a"]{1,40})([:=\uff1a])(?!\/\/)/u.exec(text) ?? [];
  if (written !== "") {
    // A word and a colon might be anything; with other marks it has to be nearly a qualifier.
    const isWord = mark === ":" && /^[a-z][\w-]*$/iu.test(word);
    if (!isWord && closestTo(word) === undefined) return undefined;
    const head = { start: span.start, end: span.start + written.length };
    return { word, written, head, rest: text.slice(written.length) };
  }
  // `type :Person`
  const after = next?.kind === "text" && next.value.text.startsWith(":") ? next : undefined;
  if (after === undefined || !isQualifier(text.toLowerCase())) return undefined;
  const head = { start: span.start, end: after.span.start + 1 };
  return { word: text, written: `${text} :`, head, rest: after.value.text.slice(1), next: after.span };
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

/** Whether a plain word can only be this qualifier: its letters in another order, or one too many or too few. */
function isSlip(written: string, qualifier: Qualifier): boolean {
  const [word, known] = [written, qualifier].map((each) => each.toLowerCase().replace(/[-_]/gu, ""));
  if (word === undefined || known === undefined || !/^[a-z]+$/u.test(word)) return false;
  const sorted = (each: string): string => Array.from(each).toSorted().join("");
  return sorted(word) === sorted(known) || lacksOne(word, known) || lacksOne(known, word);
}

/** Whether the longer word is the shorter one with a letter put in. */
function lacksOne(shorter: string, longer: string): boolean {
  if (longer.length !== shorter.length + 1) return false;
  return Array.from(longer, (_, at) => longer.slice(0, at) + longer.slice(at + 1)).includes(shorter);
}
