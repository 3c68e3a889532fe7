// `tpye:Person`: a word before a colon that is no qualifier.
import type { Details } from "../../diagnostics/collector.ts";
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { ScopeResolution } from "../../semantics/resolve.ts";
import { isCertainAfter } from "../../syntax/certain.ts";
import { quotedPhraseAt } from "../../syntax/phrase.ts";
import { closestName } from "../../text/closest.ts";
import { isQualifier, qualifiers } from "../../vocabulary/qualifiers.ts";
import type { LintContext } from "../rule.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"unknown-qualifier"> = {
  code: "unknown-qualifier",
  why: "A misspelt qualifier would be free text and the slice wider than meant, so a word before a colon is remarked on. Addresses such as `https://…` and times such as `12:30` are not.",
  invalid: [
    { text: "tpye:Person", fixed: "type:Person" },
    { text: "source_shape:Inbox", fixed: "source-shape:Inbox" },
    { text: "owner:me" },
    { text: 'shpae:"Sales CRM"', fixed: 'shape:"Sales CRM"' },
  ],
  valid: ["type:Person", "https://example.org", "12:30", '"tpye:Person"'],
};

/** Reports a bare text that begins with a word and a colon. */
export function unknownQualifier(
  { term }: ScopeResolution,
  { query, index, report, hasAt }: LintContext,
): void {
  const { text, quoted, span } = term.value;
  if (term.kind !== "text" || quoted || hasAt(span.start)) return;
  const [, written] = /^([a-z][\w-]*):(?!\/\/)/iu.exec(text) ?? [];
  if (written === undefined) return;
  const phrase = quotedPhraseAt(query, index, written.length + 1);
  const details = (): Details<"unknown-qualifier"> => {
    const suggestion = closestQualifier(written);
    if (suggestion === undefined || !isQualifier(suggestion))
      return { args: { written, suggestion: undefined } };
    const preferred = isCertainAfter(suggestion, text.slice(written.length + 1), phrase);
    const edits = [{ span: { start: span.start, end: span.start + written.length }, text: suggestion }];
    return {
      args: { written, suggestion },
      fixes: [{ title: `write \`${suggestion}:\``, edits, preferred }],
    };
  };
  const end = phrase?.terms.at(-1)?.span.end ?? span.end;
  report("unknown-qualifier", { start: span.start, end }, details, {
    covers: phrase?.terms.map((part) => part.span) ?? [],
  });
}

const closestQualifier = closestName(qualifiers.map(({ word }) => word));
