// `type:` and `type: Person`: a qualifier without a value.
import type { Fix } from "../../diagnostics/diagnostic.ts";
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { operatorLike } from "../../vocabulary/lookalikes.ts";
import type { QualifiedTerm, Term } from "../ast.ts";
import { isCertainValue } from "../fix-confidence.ts";
import { needsNoQuotes } from "../print.ts";
import { type SyntaxContext, type SyntaxRule, severityFor } from "../rule.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"missing-value"> = {
  code: "missing-value",
  why: "A membership qualifier without a name would have to match everything or nothing, and CQL guesses neither. Often there is just a stray space before the name; then the fix joins the two.",
  invalid: [
    { text: "type: Person", fixed: "type:Person" },
    { text: 'shape: "Sales CRM" after:7d', fixed: 'shape:"Sales CRM" after:7d' },
    { text: "after: 3mo", fixed: "after:3mo" },
    { text: "type:" },
    { text: 'type:""' },
    { text: "sort:" },
  ],
  valid: ["type:Person", 'type:" "'],
};

/** Reports a qualifier whose value is empty. */
export const missingValue: SyntaxRule = {
  looksAt: "empty",
  check(term, context) {
    const { query, text, index, report, hasErrorAt } = context;
    // A quote that is never closed was reported already.
    if (term.kind !== "qualified" || term.value.text !== "" || hasErrorAt(term.value.span.start)) return;
    const next = text === undefined || term.value.quoted ? undefined : query.terms[index + 1];
    const following = next?.kind === "text" ? next : undefined;
    report(
      "missing-value",
      term.span,
      () => ({
        args: { qualifier: term.qualifier, next: following?.value.text },
        fixes: following === undefined ? [] : [join(term, following, context)],
      }),
      severityFor(term),
    );
  },
};

function join(term: QualifiedTerm, next: Term, { query, index, now }: SyntaxContext): Fix {
  return {
    title: "remove the space after the colon",
    edits: [{ span: { start: term.span.end, end: next.span.start }, text: "" }],
    preferred:
      isCertainValue(term.qualifier, next.value.text, now) &&
      (next.value.quoted || isWord(next, query.terms[index + 2])),
  };
}

/** Not an operator, not a term of a misspelt qualifier, not the first of several words. */
function isWord({ value: { text } }: Term, afterwards: Term | undefined): boolean {
  const isAlone = afterwards === undefined || afterwards.kind === "qualified" || afterwards.value.quoted;
  return isAlone && needsNoQuotes(text) && !text.includes(":") && operatorLike(text) === undefined;
}
