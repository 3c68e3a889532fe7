// Runs the rules about what a query means.
import type { Collector } from "../diagnostics/collector.ts";
import { boundingDates } from "../semantics/bounds.ts";
import type { Catalog } from "../semantics/catalog.ts";
import type { Resolution } from "../semantics/resolve.ts";
import type { Query } from "../syntax/ast.ts";
import type { Findings, LintContext } from "./rule.ts";
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
import { foreignIn, notAnOperator } from "./rules/not-an-operator.ts";
import { quoteInWord } from "./rules/quote-in-word.ts";
import { redundantDate } from "./rules/redundant-date.ts";
import { scopeTerm } from "./rules/scope-term.ts";
import { singleQuote } from "./rules/single-quote.ts";
import { unknownQualifier } from "./rules/unknown-qualifier.ts";
import { unknownType } from "./rules/unknown-type.ts";
import { unresolvedShape } from "./rules/unresolved-shape.ts";
import { unresolvedSource } from "./rules/unresolved-source.ts";
import { uuidNotAName } from "./rules/uuid-not-a-name.ts";

/** Everything the rules need to know. */
export interface LintInput {
  readonly query: Query;
  readonly resolutions: readonly Resolution[];
  readonly catalog: Catalog | undefined;
  readonly now: number;
}

/** Reports what a query probably does not mean, and its invalid dates. The more exact rules come first. */
export function lint(input: LintInput, collector: Collector): void {
  const { report, hasAt, hasErrorAt } = collector;
  const findings = { ...input, report, hasAt, hasErrorAt, ...lookups(input) };
  input.resolutions.forEach((resolution, index) => {
    lintTerm(resolution, { ...findings, index });
  });
  emptyRange(findings);
  if (!collector.hasErrors()) noMembership(findings);
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

/** Answers that rules ask for term by term, worked out once, when first asked. */
function lookups({
  resolutions,
  query,
}: LintInput): Pick<Findings, "firstLike" | "anyKnown" | "bounds" | "foreign"> {
  const first = once(() => new Map(resolutions.toReversed().map((each) => [keyOf(each), each])));
  const known = once(
    () =>
      new Set<string>(
        resolutions.flatMap((each) =>
          each.means === "name" && each.ids.length > 0 ? [each.term.qualifier] : [],
        ),
      ),
  );
  return {
    firstLike: (resolution) =>
      resolutions.length === 1 ? resolution : (first().get(keyOf(resolution)) ?? resolution),
    anyKnown: (qualifier) => known().has(qualifier),
    bounds: once(() => boundingDates(resolutions)),
    foreign: once(() => foreignIn(query)),
  };
}

function once<Answer extends object>(work: () => Answer): () => Answer {
  let answer: Answer | undefined;
  return () => (answer ??= work());
}

function keyOf({ term }: Resolution): string {
  return term.kind === "text" ? `:${term.value.text}` : `${term.qualifier}:${term.value.text}`;
}
