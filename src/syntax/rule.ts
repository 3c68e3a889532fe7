// The shape of a rule about the text itself.
import type { Collector, Report, ReportOptions } from "../diagnostics/collector.ts";
import { isMembership } from "../vocabulary/qualifiers.ts";
import type { Query, Term } from "./ast.ts";

/** Looks at one term, and reports what it finds. */
export type SyntaxRule = (term: Term, context: SyntaxContext) => void;

/** What a rule may know beside the term. */
export interface SyntaxContext {
  readonly query: Query;
  /** Missing when the query was built and not read: then positions say nothing about neighbours. */
  readonly text: string | undefined;
  /** The term's place in the query. */
  readonly index: number;
  readonly report: Report;
  readonly hasAt: Collector["hasAt"];
  /** Milliseconds since 1970; missing where a text is only read. */
  readonly now: number | undefined;
}

/** Whether a term decides which entities are in the slice. */
export function isMembershipTerm(term: Term): boolean {
  return term.kind === "qualified" && isMembership(term.qualifier);
}

/** A defect is an error where it could change the slice, and a warning elsewhere. */
export function severityFor(term: Term): ReportOptions {
  return isMembershipTerm(term) ? {} : { severity: "warning" };
}
