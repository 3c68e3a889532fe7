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
  why: "A membership qualifier without a name would have to match everything or nothing, and CQL does not guess which. Often there is just a stray space before the name; then the fix removes it.",
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

/** The edit covers the next term as well, so that it counts as part of the fix. */
function join(term: QualifiedTerm, { span, value }: Term, { text, now }: SyntaxContext): Fix {
  const edit = {
    span: { start: term.span.end, end: span.end },
    text: text?.slice(span.start, span.end) ?? "",
  };
  return {
    title: "remove the space after the colon",
    edits: [edit],
    preferred: isCertainValue(term.qualifier, value.text, now) && (value.quoted || isWord(value.text)),
  };
}

/** Not an operator, not a term of a misspelt qualifier. */
function isWord(text: string): boolean {
  return needsNoQuotes(text) && !text.includes(":") && operatorLike(text) === undefined;
}
