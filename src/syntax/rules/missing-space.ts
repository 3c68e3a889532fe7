// `"a"b`: two terms without a space between them.

import type { Fix } from "../../diagnostics/diagnostic.ts";
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { Term } from "../ast.ts";
import { quotedPhraseAt } from "../phrase.ts";
import type { SyntaxRule } from "../rule.ts";
import { isUnterminated } from "../unterminated.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"missing-space"> = {
  code: "missing-space",
  why: 'A closing quote ends its term, so whatever follows it without a space is another term. It could also be that a quote inside the value was not escaped (`"a\\"b"`): the text can no longer be split with certainty, so it is always refused.',
  invalid: [
    { text: 'shape:"Sales CRM"type:Person', fixed: 'shape:"Sales CRM" type:Person' },
    { text: 'type:"Person","Company"', fixed: 'type:"Person" type:"Company"' },
    { text: '"a"b' },
    { text: '"a""b"', fixed: '"a" "b"' },
  ],
  valid: ['"a" b', '"a\\"b"', 'a"b'],
};

/** Reports a term without a space before it. */
export const missingSpace: SyntaxRule = {
  looksAt: "touching",
  check(term, { query, text, index, report }) {
    const before = query.terms[index - 1];
    if (text === undefined || before === undefined || before.span.end !== term.span.start) return;
    const at = term.span.start;
    const phrase = quotedPhraseAt(query, index, 1);
    report(
      "missing-space",
      term.span,
      () => ({
        args: { before: text.slice(before.span.start, at), after: text.slice(at, term.span.end) },
        related: [{ span: before.span, message: "the adjacent term" }],
        fixes: [
          nextName(before, term, phrase?.inside) ?? {
            title: "insert a space",
            edits: [{ span: { start: at, end: at }, text: " " }],
            preferred: isWhole(term, before, text),
          },
        ],
      }),
      { covers: phrase?.terms.map(({ span }) => span) ?? [] },
    );
  },
};

/** `type:"Person","Company"`: the mark of a list before another name in quotes. */
function nextName(before: Term, { kind, value, span }: Term, inside = ""): Fix | undefined {
  if (before.kind !== "qualified" || kind !== "text" || value.quoted || !/^[,;|]"/u.test(value.text))
    return undefined;
  const edits = [{ span: { start: span.start, end: span.start + 1 }, text: ` ${before.qualifier}:` }];
  return { title: "write one term for each", edits, preferred: inside !== "" };
}

/** Whether what follows is certainly a separate term; a word could as well belong to the value before, and a quote be a doubled one in it. */
function isWhole(term: Term, before: Term, text: string): boolean {
  if (term.kind === "qualified") return true;
  return before.kind === "text" && term.value.quoted && !isUnterminated(text, term);
}
