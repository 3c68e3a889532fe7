// Runs the rules about what a query means.
import type { Collector } from "../diagnostics/collector.ts";
import type { Resolution } from "../semantics/resolve.ts";
import { type LintInput, QueryContext } from "./context.ts";
import type { LintContext } from "./rule.ts";
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
import { unresolvedShape } from "./rules/unresolved-shape.ts";
import { unresolvedSource } from "./rules/unresolved-source.ts";
import { uuidNotAName } from "./rules/uuid-not-a-name.ts";

/** Reports what a query probably does not mean, and its invalid dates. The more exact rules come first. */
export function lint(input: LintInput, collector: Collector): void {
  const context = new QueryContext(input, collector);
  for (const resolution of input.resolutions) lintTerm(resolution, context);
  emptyRange(context);
  if (!collector.hasErrors()) noMembership(context);
}

function lintTerm(resolution: Resolution, context: LintContext): void {
  if (resolution.means === "date") invalidDate(resolution, context);
  singleQuote(resolution, context);
  notAnOperator(resolution, context);
  if (resolution.means === "nothing") {
    notANegation(resolution, context);
    unknownQualifier(resolution, context);
  }
  quoteInWord(resolution, context);
  lintMeaning(resolution, context);
  duplicateTerm(resolution, context);
}

function lintMeaning(resolution: Resolution, context: LintContext): void {
  switch (resolution.means) {
    case "entity-type":
      commaInName(resolution, context);
      unknownType(resolution, context);
      break;
    case "name":
      uuidNotAName(resolution, context);
      commaInName(resolution, context);
      unresolvedShape(resolution, context);
      unresolvedSource(resolution, context);
      ambiguousName(resolution, context);
      break;
    case "date":
      datePlusSign(resolution, context);
      futureDate(resolution, context);
      redundantDate(resolution, context);
      break;
    case "nothing":
      scopeTerm(resolution, context);
      freeText(resolution, context);
  }
}
