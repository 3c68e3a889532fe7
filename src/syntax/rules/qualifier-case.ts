// `Type:Person`: a qualifier in another case is free text, and so widens the slice.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { isMembership } from "../../vocabulary/qualifiers.ts";
import { isCertainAfter } from "../fix-confidence.ts";
import { quotedPhraseAt } from "../phrase.ts";
import { qualifierInAnyCase } from "../prefix.ts";
import type { SyntaxRule } from "../rule.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"qualifier-case"> = {
  code: "qualifier-case",
  why: "Qualifiers are spelled in lower case. `Type:Person` would be free text, which does not narrow the slice; nobody means that.",
  invalid: [
    { text: "Type:Person", fixed: "type:Person" },
    { text: "SOURCE-SHAPE:Inbox", fixed: "source-shape:Inbox" },
    { text: 'Shape:"Sales CRM"', fixed: 'shape:"Sales CRM"' },
    { text: "Sort:name", fixed: "sort:name" },
  ],
  valid: ["type:Person", '"Type:Person"', "Typ:Person"],
};

/** Reports a bare text term that begins with a qualifier in another case. */
export const qualifierCase: SyntaxRule = {
  looksAt: "qualifier-like",
  check(term, { query, index, report, now }) {
    if (term.kind !== "text" || term.value.quoted) return;
    const qualifier = qualifierInAnyCase(term.value.text);
    if (qualifier === undefined) return;
    const colon = qualifier.length;
    const written = term.value.text.slice(0, colon);
    const span = { start: term.span.start, end: term.span.start + written.length };
    const phrase = quotedPhraseAt(query, index, colon + 1);
    const preferred = isCertainAfter(qualifier, term.value.text.slice(colon + 1), phrase, now);
    report(
      "qualifier-case",
      span,
      () => ({
        args: { written, qualifier },
        fixes: [{ title: `write \`${qualifier}:\``, edits: [{ span, text: qualifier }], preferred }],
      }),
      {
        ...(isMembership(qualifier) ? {} : { severity: "warning" }),
        covers: phrase?.terms.map((part) => part.span) ?? [],
      },
    );
  },
};
