// `type:"Person`: a quote that is never closed includes the rest of the query.
import type { Fix } from "../../diagnostics/diagnostic.ts";
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { smartQuotes } from "../../text/characters.ts";
import { withBound } from "../../vocabulary/qualifiers.ts";
import type { Term } from "../ast.ts";
import { backslash, unescape } from "../escape.ts";
import { isCertainPhrase } from "../fix-confidence.ts";
import type { SyntaxContext, SyntaxRule } from "../rule.ts";
import { isUnterminated, startOfSwallowedTerm } from "../unterminated.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"unterminated-quote"> = {
  code: "unterminated-quote",
  why: "Without its closing quote a value runs to the end of the query and swallows the terms after it, which would then no longer narrow the slice. Where nothing after the quote looks like a term, closing it at the end is the only reading, and the preferred fix.",
  invalid: [
    { text: 'shape:"Sales CRM', fixed: 'shape:"Sales CRM"' },
    { text: 'shape:"Sales CRM type:Person' },
    { text: '"quarterly report', fixed: '"quarterly report"' },
    { text: 'shape:"Sales CRM”', fixed: 'shape:"Sales CRM"' },
  ],
  valid: ['shape:"Sales CRM"', 'shape:"C:\\temp\\\\"'],
};

/** Reports a term that lacks its closing quote. */
export const unterminatedQuote: SyntaxRule = {
  looksAt: "unterminated",
  check(term, { text, report, now }) {
    if (text === undefined || !isUnterminated(text, term)) return;
    report("unterminated-quote", { start: term.value.span.start, end: text.length }, () => ({
      args: {},
      fixes: fixesFor(text, term, now),
    }));
  },
};

function fixesFor(text: string, term: Term, now: SyntaxContext["now"]): readonly Fix[] {
  const start = term.value.span.start + 1;
  const inside = text.slice(start).trimEnd();
  if (inside === "") return [];
  const swallowed = startOfSwallowedTerm(inside);
  const atEnd = closeAt(text, start + inside.length, "close the quote at the end");
  if (swallowed === undefined) return [{ ...atEnd, preferred: isCertain(term, inside, now) }];
  const before = inside.slice(0, swallowed).trimEnd();
  if (before === "") return [atEnd];
  return [closeAt(text, start + before.length, "close the quote before the next term"), atEnd];
}

/** An escaped quote at the end was more likely meant to close the value, after a backslash that is part of it. */
function isCertain(term: Term, inside: string, now: SyntaxContext["now"]): boolean {
  const value = unescape(isSmart(inside.slice(-1)) ? inside.slice(0, -1) : inside);
  // What looks like a term, if only of a misspelt qualifier, may be one.
  return !inside.endsWith('\\"') && !termLike.test(inside) && isCertainPhrase(term, value, now);
}

/** What looks like a term without its colon, or of a misspelt qualifier: `type = Person`, `after 7d`. */
const termLike = new RegExp(`\\s(?:\\S+[:=\\uff1a]\\S|=|(?:${withBound.start}|${withBound.end})\\s)`, "u");

function isSmart(mark: string): boolean {
  return smartQuotes.includes(mark);
}

/** A backslash before the new quote would escape it, unless it is escaped itself; a typographic mark gives way to it. */
function closeAt(text: string, end: number, title: string): Fix {
  const start = isSmart(text.charAt(end - 1)) ? end - 1 : end;
  let backslashes = 0;
  while (text.charCodeAt(start - 1 - backslashes) === backslash) backslashes++;
  return { title, edits: [{ span: { start, end }, text: backslashes % 2 === 1 ? '\\"' : '"' }] };
}
