// `type：Person`: a full-width colon, or another character that looks like one.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { isMembership } from "../../vocabulary/qualifiers.ts";
import { isCertainAfter } from "../fix-confidence.ts";
import { quotedPhraseAt } from "../phrase.ts";
import { colon, qualifierBeforeLookalike } from "../prefix.ts";
import type { SyntaxRule } from "../rule.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"not-a-colon"> = {
  code: "not-a-colon",
  why: "East Asian keyboards type a full-width colon, and some programs insert other look-alikes. `type：Person` would be free text, which does not narrow the slice; nobody means that.",
  invalid: [
    { text: "type：Person", fixed: "type:Person" },
    { text: "Source∶gmail", fixed: "source:gmail" },
    { text: 'shape："Sales CRM"', fixed: 'shape:"Sales CRM"' },
  ],
  valid: ["type:Person", '"type：Person"', "note：later"],
};

/** Reports a bare text term that begins with a qualifier and what looks like its colon. */
export const notAColon: SyntaxRule = {
  looksAt: "qualifier-like",
  check(term, { query, index, report, hasAt, now }) {
    if (term.kind !== "text" || term.value.quoted || hasAt(term.span.start)) return;
    const { text, span } = term.value;
    const qualifier = qualifierBeforeLookalike(text);
    if (qualifier === undefined) return;
    const end = qualifier.length + 1;
    const phrase = quotedPhraseAt(query, index, end);
    const preferred = isCertainAfter(qualifier, text.slice(end), phrase, now);
    const head = { start: span.start, end: span.start + end };
    report(
      "not-a-colon",
      head,
      () => ({
        args: { character: text.charAt(qualifier.length), qualifier },
        fixes: [
          {
            title: `write \`${qualifier}:\``,
            edits: [{ span: head, text: qualifier + colon }],
            preferred,
          },
        ],
      }),
      {
        ...(isMembership(qualifier) ? {} : { severity: "warning" }),
        covers: phrase?.terms.map((part) => part.span) ?? [],
      },
    );
  },
};
