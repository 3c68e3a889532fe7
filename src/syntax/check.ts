// Runs the rules about the text itself.
import type { Collector } from "../diagnostics/collector.ts";
import type { Limits } from "../vocabulary/limits.ts";
import type { Term } from "./ast.ts";
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
export function checkSyntax(source: Source, limits: Limits, collector: Collector, now?: number): boolean {
  if (tooLong(source, limits, collector) || tooManyTerms(source, limits, collector)) return false;
  const { query, text, doubtful } = source;
  const { report, hasAt } = collector;
  const judge = (term: Term, index: number): void => {
    const context = { query, text, index, report, hasAt, now };
    for (const rule of rules) rule(term, context);
  };
  if (doubtful === undefined) query.terms.forEach(judge);
  for (const index of doubtful ?? []) {
    const term = query.terms[index];
    if (term !== undefined) judge(term, index);
  }
  return true;
}

/** Whether there is nothing that {@link checkSyntax} could report, as of nearly every text. */
export function isClean({ query, text, doubtful }: Source, limits: Limits): boolean {
  if (text === undefined || text.length > limits.maxLength || query.terms.length > limits.maxTerms)
    return false;
  return doubtful?.length === 0;
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
