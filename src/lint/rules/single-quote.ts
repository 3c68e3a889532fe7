// `shape:'Sales CRM'`: single quotes do not quote.

import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { Resolution } from "../../semantics/resolve.ts";
import { quoted } from "../../syntax/escape.ts";
import { isCertainPhrase } from "../../syntax/fix-confidence.ts";
import { phraseAt } from "../../syntax/phrase.ts";
import { spanTo } from "../../text/span.ts";
import type { LintContext } from "../context.ts";
import { isKnownAs } from "../known.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"single-quote"> = {
  code: "single-quote",
  why: 'Apostrophes are part of many names, so only `"` quotes. A name of two words in single quotes is split, and its second half becomes free text.',
  invalid: [
    { text: "shape:'Sales CRM'", fixed: 'shape:"Sales CRM"' },
    { text: "type:'Person'", fixed: 'type:"Person"' },
    { text: "'quarterly report'", fixed: '"quarterly report"' },
  ],
  valid: ['shape:"Sales CRM"', "type:O'Brien", "type:\"'Person'\"", "type:'tHooft"],
};

/** Reports a bare value that begins with a single quote and ends with one, perhaps some terms later. */
export function singleQuote(resolution: Resolution, context: LintContext): void {
  const { term, means, index } = resolution;
  const { query, now, report } = context;
  const { value } = term;
  // A date in single quotes is an error of the date already.
  if (value.quoted || !value.text.startsWith("'") || means === "date") return;
  if (isKnownAs(value.text, resolution, context)) return;
  const phrase = phraseAt(query, index, (text) => text.endsWith("'"));
  if (phrase.length === 0) return;
  const span = spanTo(value, phrase);
  const inside = phrase
    .map((part) => part.value.text)
    .join(" ")
    .slice(1, -1);
  report(
    "single-quote",
    span,
    () => ({
      args: { written: value.text },
      fixes: [
        {
          title: 'use `"`',
          edits: [{ span, text: quoted(inside) }],
          preferred: isCertainPhrase(term, inside, now) && !inside.includes("',"),
        },
      ],
    }),
    { covers: phrase.map((part) => part.span) },
  );
}
