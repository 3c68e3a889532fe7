// What a rule about the meaning of a query may know, and where it reports. Answers that need a pass over the query are computed on first use.
import type { Collector, Report } from "../diagnostics/collector.ts";
import { type BoundingDates, boundingDates } from "../semantics/bounds.ts";
import type { Catalog } from "../semantics/catalog.ts";
import type { Resolution } from "../semantics/resolve.ts";
import { type Query, sameTerm } from "../syntax/ast.ts";
import { isNegation } from "../syntax/negated.ts";
import { type OperatorMeaning, operatorLike } from "../vocabulary/lookalikes.ts";
import { isGrouped } from "./groups.ts";

/** Everything that the rules need to know. */
export type LintInput = Pick<LintContext, "query" | "resolutions" | "catalog" | "now">;

/**
 * What a rule may know besides the term: one object for all terms and all rules of a query. A class, because fields and methods cost
 * less to set up than closures, and many queries have one term.
 */
export class LintContext {
  readonly query: Query;
  readonly resolutions: readonly Resolution[];
  /** Missing when names are not to be checked. */
  readonly catalog: Catalog | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly report: Report;
  readonly hasAt: Collector["hasAt"];
  readonly hasErrorAt: Collector["hasErrorAt"];
  readonly hasErrors: Collector["hasErrors"];
  #first: Map<string, Map<string, Resolution>> | undefined;
  #known: Set<string> | undefined;
  #bounds: BoundingDates | undefined;
  #foreign: ReadonlySet<OperatorMeaning | "group"> | undefined;

  constructor({ query, resolutions, catalog, now }: LintInput, collector: Collector) {
    this.query = query;
    this.resolutions = resolutions;
    this.catalog = catalog;
    this.now = now;
    this.report = collector.report;
    this.hasAt = collector.hasAt;
    this.hasErrorAt = collector.hasErrorAt;
    this.hasErrors = collector.hasErrors;
  }

  /** The first term with the same qualifier and text as this one. */
  firstLike(resolution: Resolution): Resolution {
    const { resolutions } = this;
    if (resolutions.length <= maxPairwise)
      return resolutions.find(({ term }) => sameTerm(term, resolution.term)) ?? resolution;
    this.#first ??= firstOfEach(resolutions);
    return this.#first.get(kindOf(resolution))?.get(resolution.term.value.text) ?? resolution;
  }

  /** Whether any name of this qualifier is known. */
  anyKnown(qualifier: string): boolean {
    this.#known ??= new Set(
      this.resolutions.flatMap((each) =>
        each.means === "name" && each.ids.length > 0 ? [each.term.qualifier] : [],
      ),
    );
    return this.#known.has(qualifier);
  }

  /** The dates that count. */
  bounds(): BoundingDates {
    return (this.#bounds ??= boundingDates(this.resolutions));
  }

  /** What the query has that looks like the grammar of another language, so that a fix can tell whether removing one word leaves the rest as it was. */
  foreign(): ReadonlySet<OperatorMeaning | "group"> {
    return (this.#foreign ??= foreignIn(this.query));
  }
}

/** Maximum terms compared each with each: with more, maps are faster. */
const maxPairwise = 16;

/** The first resolution of each text, by kind of term: looked up in two steps, as joined keys cost more than the maps. */
function firstOfEach(resolutions: readonly Resolution[]): Map<string, Map<string, Resolution>> {
  const first = new Map<string, Map<string, Resolution>>();
  for (const each of resolutions) {
    const texts = first.get(kindOf(each)) ?? new Map<string, Resolution>();
    first.set(kindOf(each), texts);
    const { text } = each.term.value;
    if (!texts.has(text)) texts.set(text, each);
  }
  return first;
}

function kindOf({ term }: Resolution): string {
  return term.kind === "text" ? "" : term.qualifier;
}

function foreignIn(query: Query): ReadonlySet<OperatorMeaning | "group"> {
  const found = new Set<OperatorMeaning | "group">();
  for (const term of query.terms) {
    const { text, quoted } = term.value;
    if (quoted) continue;
    if (isGrouped(term)) found.add("group");
    if (isNegation(term)) found.add("not");
    const meaning = term.kind === "text" ? operatorLike(text) : undefined;
    if (meaning !== undefined) found.add(meaning);
  }
  return found;
}
