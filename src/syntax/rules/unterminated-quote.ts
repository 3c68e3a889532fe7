// `type:"Person`: a quote that is never closed takes in the rest of the query.
import type { Fix } from "../../diagnostics/diagnostic.ts";
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { isQualifier } from "../../vocabulary/qualifiers.ts";
import type { Term } from "../ast.ts";
import { isCertainValue } from "../certain.ts";
import { backslash } from "../escape.ts";
import type { SyntaxContext } from "../rule.ts";
import { isUnterminated } from "../unterminated.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"unterminated-quote"> = {
  code: "unterminated-quote",
  why: "Without its closing quote a value runs to the end of the query and swallows the terms behind it, which would then no longer narrow the slice. Where nothing behind the quote looks like a term, closing it at the end is the one reading, and the preferred fix.",
  invalid: [
    { text: 'shape:"Sales CRM', fixed: 'shape:"Sales CRM"' },
    { text: 'shape:"Sales CRM type:Person' },
    { text: '"quarterly report', fixed: '"quarterly report"' },
  ],
  valid: ['shape:"Sales CRM"', 'shape:"C:\\temp\\\\"'],
};

/** Reports a term that lacks its closing quote. */
export function unterminatedQuote(term: Term, { text, report }: SyntaxContext): void {
  if (text === undefined || !isUnterminated(text, term)) return;
  report("unterminated-quote", { start: term.value.span.start, end: text.length }, () => ({
    args: {},
    fixes: fixesFor(text, term),
  }));
}

function fixesFor(text: string, term: Term): readonly Fix[] {
  const { value } = term;
  const inside = text.slice(value.span.start + 1);
  const swallowed = startOfSwallowedTerm(inside);
  const atEnd = closeAt(text, value.span.start + 1 + inside.trimEnd().length, "close the quote at the end");
  if (inside.trim() === "") return [];
  if (swallowed === undefined) return [{ ...atEnd, preferred: isCertain(term) }];
  const before = inside.slice(0, swallowed).trimEnd();
  if (before === "") return [atEnd];
  return [closeAt(text, value.span.start + 1 + before.length, "close the quote before the next term"), atEnd];
}

function isCertain(term: Term): boolean {
  return term.kind === "text" || isCertainValue(term.qualifier, term.value.text.trimEnd());
}

/** Where inside the quote something looks like a further term: a known qualifier, or another quote. */
function startOfSwallowedTerm(inside: string): number | undefined {
  for (const match of inside.matchAll(/\\[\\"]|\s([a-z-]+):|"/gu)) {
    const [found, word] = match;
    if (found === '"' || (word !== undefined && isQualifier(word))) return match.index;
  }
  return undefined;
}

/** A backslash before the new quote would escape it, unless it is escaped itself. */
function closeAt(text: string, offset: number, title: string): Fix {
  let backslashes = 0;
  while (text.charCodeAt(offset - 1 - backslashes) === backslash) backslashes++;
  return {
    title,
    edits: [{ span: { start: offset, end: offset }, text: backslashes % 2 === 1 ? '\\"' : '"' }],
  };
}
