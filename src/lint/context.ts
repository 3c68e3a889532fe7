// What the rules of one query share; answers that need a pass over the query are computed on first use.
import type { Collector, Report } from "../diagnostics/collector.ts";
import { type BoundingDates, boundingDates } from "../semantics/bounds.ts";
import type { Catalog } from "../semantics/catalog.ts";
import type { Resolution } from "../semantics/resolve.ts";
import { type Query, sameTerm } from "../syntax/ast.ts";
import type { LintContext } from "./rule.ts";
import { foreignIn } from "./rules/not-an-operator.ts";

/** Everything that the rules need to know. */
export type LintInput = Pick<LintContext, "query" | "resolutions" | "catalog" | "now">;

/** A class, because fields and methods cost less to set up than closures, and many queries have one term. */
export class QueryContext implements LintContext {
  readonly query: Query;
  readonly resolutions: readonly Resolution[];
  readonly catalog: Catalog | undefined;
  readonly now: number;
  readonly report: Report;
  readonly hasAt: Collector["hasAt"];
  readonly hasErrorAt: Collector["hasErrorAt"];
  readonly hasErrors: Collector["hasErrors"];
  #first: Map<string, Map<string, Resolution>> | undefined;
  #known: Set<string> | undefined;
  #bounds: BoundingDates | undefined;
  #foreign: ReturnType<typeof foreignIn> | undefined;

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

  firstLike(resolution: Resolution): Resolution {
    const { resolutions } = this;
    if (resolutions.length <= maxTermsWithoutMaps)
      return resolutions.find(({ term }) => sameTerm(term, resolution.term)) ?? resolution;
    this.#first ??= firstOfEach(resolutions);
    return this.#first.get(kindOf(resolution))?.get(resolution.term.value.text) ?? resolution;
  }

  anyKnown(qualifier: string): boolean {
    this.#known ??= new Set(
      this.resolutions.flatMap((each) =>
        each.means === "name" && each.ids.length > 0 ? [each.term.qualifier] : [],
      ),
    );
    return this.#known.has(qualifier);
  }

  bounds(): BoundingDates {
    return (this.#bounds ??= boundingDates(this.resolutions));
  }

  foreign(): ReturnType<typeof foreignIn> {
    return (this.#foreign ??= foreignIn(this.query));
  }
}

/** Up to this many terms, comparing each with each is faster than making maps. */
const maxTermsWithoutMaps = 16;

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
