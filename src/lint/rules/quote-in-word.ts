// `a"b`: a quote inside a bare value is an ordinary character.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { Resolution } from "../../semantics/resolve.ts";
import { quoted } from "../../syntax/escape.ts";
import type { LintContext } from "../context.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"quote-in-word"> = {
  code: "quote-in-word",
  why: 'A quote opens a quoted value only as its first character. Anywhere else it belongs to the name, so `type:Per"son"` is the type `Per"son"`. The fix keeps that meaning and makes it explicit.',
  invalid: [{ text: 'type:Per"son"' }, { text: 'foo="bar"' }],
  valid: ['type:"Per\\"son\\""', "type:Person"],
};

/** Reports a bare value with a quote in it. */
export function quoteInWord({ term }: Resolution, { report, hasAt }: LintContext): void {
  const { text, quoted: isQuoted, span } = term.value;
  if (isQuoted || !text.includes('"') || hasAt(span.start)) return;
  report("quote-in-word", span, () => ({
    args: { written: text },
    fixes: [{ title: "quote the whole value", edits: [{ span, text: quoted(text) }] }],
  }));
}
