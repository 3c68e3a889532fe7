// Runs the rules about what a query means.
import type { Collector } from "../diagnostics/collector.ts";
import type { Resolution } from "../semantics/resolve.ts";
import { LintContext, type LintInput } from "./context.ts";
import { ambiguousName } from "./rules/ambiguous-name.ts";
import { commaInName } from "./rules/comma-in-name.ts";
import { invalidDate } from "./rules/date.ts";
import { datePlusSign } from "./rules/date-plus-sign.ts";
import { duplicateTerm } from "./rules/duplicate-term.ts";
import { emptyRange } from "./rules/empty-range.ts";
import { freeText } from "./rules/free-text.ts";
import { futureDate } from "./rules/future-date.ts";
import { noMembership } from "./rules/no-membership.ts";
import { notANegation } from "./rules/not-a-negation.ts";
import { notAnOperator } from "./rules/not-an-operator.ts";
import { quoteInWord } from "./rules/quote-in-word.ts";
import { redundantDate } from "./rules/redundant-date.ts";
import { scopeTerm } from "./rules/scope-term.ts";
import { singleQuote } from "./rules/single-quote.ts";
import { unknownQualifier } from "./rules/unknown-qualifier.ts";
import { unknownType } from "./rules/unknown-type.ts";
import { unquotedName } from "./rules/unquoted-name.ts";
import { unresolvedShape } from "./rules/unresolved-shape.ts";
import { unresolvedSource } from "./rules/unresolved-source.ts";
import { uuidNotAName } from "./rules/uuid-not-a-name.ts";

/** A rule about terms of one meaning: looks at one of them, and reports what it finds. */
type TermRule<Means extends Resolution["means"]> = (
  resolution: Extract<Resolution, { readonly means: Means }>,
  context: LintContext,
) => void;

/** The rules about a term, by what it means. They run in this order, and most give way to one that has reported: the more exact come first. */
const termRules: { readonly [Means in Resolution["means"]]: readonly TermRule<Means>[] } = {
  "entity-type": [
    singleQuote,
    unquotedName,
    notAnOperator,
    quoteInWord,
    commaInName,
    unknownType,
    duplicateTerm,
  ],
  name: [
    singleQuote,
    unquotedName,
    notAnOperator,
    quoteInWord,
    uuidNotAName,
    commaInName,
    unresolvedShape,
    unresolvedSource,
    ambiguousName,
    duplicateTerm,
  ],
  date: [
    invalidDate,
    singleQuote,
    notAnOperator,
    quoteInWord,
    datePlusSign,
    futureDate,
    redundantDate,
    duplicateTerm,
  ],
  nothing: [singleQuote, notAnOperator, notANegation, unknownQualifier, quoteInWord, scopeTerm, freeText],
};

/** The rules about the whole query, which run after those about its terms. */
const queryRules: readonly ((context: LintContext) => void)[] = [emptyRange, noMembership];

/** Reports what a query probably does not mean, and its invalid dates. */
export function lint(input: LintInput, collector: Collector): void {
  const context = new LintContext(input, collector);
  for (const resolution of input.resolutions) {
    // Each list is of rules about that meaning, which the compiler does not see.
    const rules = termRules[resolution.means] as readonly TermRule<Resolution["means"]>[];
    for (const rule of rules) rule(resolution, context);
  }
  for (const rule of queryRules) rule(context);
}
