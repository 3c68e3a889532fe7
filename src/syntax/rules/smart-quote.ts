// `shape:“Sales CRM”`: typographic quotation marks do not quote.
import type { Fix } from "../../diagnostics/diagnostic.ts";
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { smartQuotes } from "../../text/characters.ts";
import type { Term } from "../ast.ts";
import { isCertainPhrase } from "../fix-confidence.ts";
import { phraseAt } from "../phrase.ts";
import { type SyntaxContext, type SyntaxRule, severityFor } from "../rule.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"smart-quote"> = {
  code: "smart-quote",
  why: 'Word processors and chat programs turn `"` into “ and ”. Taken literally they would be part of the name, and a name of two words would be split. A name that really begins with such a mark goes inside straight quotes.',
  invalid: [
    { text: "shape:“Sales CRM”", fixed: 'shape:"Sales CRM"' },
    { text: "type:“Person” after:7d", fixed: 'type:"Person" after:7d' },
    { text: "type:«Person»", fixed: 'type:"Person"' },
    { text: "shape:“Sales type:Person" },
    { text: "“quarterly report”", fixed: '"quarterly report"' },
  ],
  valid: ['shape:"Sales CRM"', 'shape:"“Sales CRM”"', "shape:Sales’"],
};

/** Reports a bare value that begins with a typographic quotation mark. */
export const smartQuote: SyntaxRule = {
  looksAt: "unusual",
  check(term, context) {
    const { value } = term;
    const quote = value.text.charAt(0);
    if (value.quoted || quote === "" || !smartQuotes.includes(quote) || context.hasAt(value.span.start))
      return;
    // People mix them, or close with what the keyboard has.
    const phrase = phraseAt(context.query, context.index, (text) =>
      `${smartQuotes}"`.includes(text.slice(-1)),
    );
    context.report(
      "smart-quote",
      { start: value.span.start, end: (phrase.at(-1) ?? term).span.end },
      () => ({ args: { quote }, fixes: straighten(term, phrase.at(-1), context) }),
      { ...severityFor(term), covers: phrase.map(({ span }) => span) },
    );
  },
};

/** Then it is more than one name: `“Person”,“Company”`. */
const isList = new RegExp(`[${smartQuotes}][,;|]`, "u");

function straighten(term: Term, last: Term | undefined, { text, now }: SyntaxContext): readonly Fix[] {
  if (last === undefined || text === undefined) return [];
  const { start } = term.value.span;
  const { end } = last.span;
  const inside = text.slice(start + 1, end - 1);
  if (/[\\"]/u.test(inside) || inside.trim() === "") return [];
  return [
    {
      title: "use straight quotes",
      edits: [
        { span: { start, end: start + 1 }, text: '"' },
        { span: { start: end - 1, end }, text: '"' },
      ],
      preferred: isCertainPhrase(term, inside, now) && !isList.test(inside),
    },
  ];
}
