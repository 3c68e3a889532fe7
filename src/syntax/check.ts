// Runs the rules about the text itself.
import type { Collector } from "../diagnostics/collector.ts";
import type { Limits } from "../vocabulary/limits.ts";
import type { SyntaxCode, SyntaxRule } from "./rule.ts";
import { controlCharacter } from "./rules/control-character.ts";
import { invisibleCharacter } from "./rules/invisible-character.ts";
import { malformedUnicode } from "./rules/malformed-unicode.ts";
import { missingSpace } from "./rules/missing-space.ts";
import { missingValue } from "./rules/missing-value.ts";
import { notAColon } from "./rules/not-a-colon.ts";
import { qualifierCase } from "./rules/qualifier-case.ts";
import { smartQuote } from "./rules/smart-quote.ts";
import { tooLong } from "./rules/too-long.ts";
import { tooManyTerms } from "./rules/too-many-terms.ts";
import { unterminatedQuote } from "./rules/unterminated-quote.ts";
import type { Source } from "./source.ts";

/** The text rules, in the order in which they check a term. */
export const syntaxRules: readonly SyntaxRule[] = [
  missingSpace,
  unterminatedQuote,
  missingValue,
  qualifierCase,
  notAColon,
  smartQuote,
  controlCharacter,
  malformedUnicode,
  invisibleCharacter,
];

/** What may be known in addition to the text. */
export interface CheckOptions {
  /** Milliseconds since 1970. */
  readonly now?: number;
  /** In place of those of the language. */
  readonly rules?: readonly SyntaxRule[];
}

/** Reports the errors of a text. False if it exceeds a limit: then nothing else is reported. */
export function checkSyntax(
  source: Source,
  limits: Limits,
  collector: Collector<SyntaxCode>,
  { now, rules = syntaxRules }: CheckOptions = {},
): boolean {
  if (tooLong(source, limits, collector) || tooManyTerms(source, limits, collector)) return false;
  const { query, text, features } = source;
  const { report, hasAt, hasErrorAt } = collector;
  const places =
    features === undefined || rules.some(looksAtEveryTerm) ? query.terms.keys() : features.keys();
  for (const index of places) {
    const term = query.terms[index];
    if (term === undefined) continue;
    const context = { query, text, index, report, hasAt, hasErrorAt, now };
    for (const { looksAt, check } of rules)
      if (features === undefined || looksAt === "every term" || features.get(index)?.has(looksAt) === true)
        check(term, context);
  }
  return true;
}

/** Whether {@link checkSyntax} has nothing to report, as for nearly every text. A text that was not read has no features. */
export function isClean({ query, features }: Source, limits: Limits): boolean {
  return features?.size === 0 && !someLookAtEveryTerm && query.terms.length <= limits.maxTerms;
}

const someLookAtEveryTerm: boolean = syntaxRules.some(looksAtEveryTerm);

function looksAtEveryTerm({ looksAt }: SyntaxRule): boolean {
  return looksAt === "every term";
}
