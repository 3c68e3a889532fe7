// Runs the rules about the text itself.
import type { Collector } from "../diagnostics/collector.ts";
import { hasUnusualCharacters } from "../text/characters.ts";
import type { Limits } from "../vocabulary/limits.ts";
import type { Query, Term } from "./ast.ts";
import type { SyntaxRule } from "./rule.ts";
import { controlCharacter } from "./rules/control-character.ts";
import { invisibleCharacter } from "./rules/invisible-character.ts";
import { malformedUnicode } from "./rules/malformed-unicode.ts";
import { missingSpace } from "./rules/missing-space.ts";
import { missingValue } from "./rules/missing-value.ts";
import { qualifierCase } from "./rules/qualifier-case.ts";
import { smartQuote } from "./rules/smart-quote.ts";
import { tooLong } from "./rules/too-long.ts";
import { tooManyTerms } from "./rules/too-many-terms.ts";
import { unterminatedQuote } from "./rules/unterminated-quote.ts";
import type { Source } from "./source.ts";

/** Reports what is wrong with a text. False if it is over a limit: then that is all there is to say about it. */
export function checkSyntax(source: Source, limits: Limits, collector: Collector): boolean {
  const { query, text } = source;
  if (tooLong(source, limits, collector) || tooManyTerms(source, limits, collector)) return false;
  if (text !== undefined && isPlain(query, text)) return true;
  query.terms.forEach((term, index) => {
    for (const rule of rules) rule(term, { query, text, index, report: collector.report });
  });
  return true;
}

const rules: readonly SyntaxRule[] = [
  missingSpace,
  unterminatedQuote,
  missingValue,
  qualifierCase,
  smartQuote,
  controlCharacter,
  malformedUnicode,
  invisibleCharacter,
];

/** Whether no rule can find anything: a quick look that nearly every query passes. */
function isPlain(query: Query, text: string): boolean {
  let end = -1;
  for (const term of query.terms) {
    if (term.span.start === end || mayBeDefective(term)) return false;
    end = term.span.end;
  }
  return !hasUnusualCharacters(text) && query.terms.at(-1)?.value.quoted !== true;
}

function mayBeDefective({ kind, value }: Term): boolean {
  return value.text === "" || (kind === "text" && value.text.includes(":"));
}
