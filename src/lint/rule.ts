// What a rule about the meaning of a query may know, and where it reports.
import type { Collector, Report } from "../diagnostics/collector.ts";
import type { BoundingDates } from "../semantics/bounds.ts";
import type { Catalog } from "../semantics/catalog.ts";
import type { Resolution } from "../semantics/resolve.ts";
import type { Query } from "../syntax/ast.ts";
import type { OperatorMeaning } from "../vocabulary/lookalikes.ts";

/** A rule about terms of one meaning: looks at one of them, and reports what it finds. */
export type TermRule<Means extends Resolution["means"]> = (
  resolution: Extract<Resolution, { readonly means: Means }>,
  context: LintContext,
) => void;

/** The context of a rule, besides the term: one object for all terms and all rules of a query. */
export interface LintContext {
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
  /** The first term with the same qualifier and text as this one. */
  firstLike(resolution: Resolution): Resolution;
  /** Whether any name of this qualifier is known. */
  anyKnown(qualifier: string): boolean;
  /** The dates that count. */
  bounds(): BoundingDates;
  /** What the query has that looks like the grammar of another language. */
  foreign(): ReadonlySet<OperatorMeaning | "group">;
}
