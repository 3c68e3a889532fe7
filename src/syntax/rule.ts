// The shape of a rule about the text itself.
import type { syntaxEntries } from "../diagnostics/catalogue/syntax.ts";
import type { Collector, Report, ReportOptions } from "../diagnostics/collector.ts";
import { isMembership } from "../vocabulary/qualifiers.ts";
import type { Query, Term } from "./ast.ts";
import type { Feature } from "./features.ts";

/** The problems that a text alone can have. */
export type SyntaxCode = keyof typeof syntaxEntries;

/** A rule, and which terms it has to see. */
export interface SyntaxRule {
  /**
   * The one feature that a term must have for the rule to object to it. In a query that was built there is no text to find
   * features in, so there every rule sees every term.
   */
  readonly looksAt: Feature | "every term";
  /** Looks at one term, and reports what it finds. */
  readonly check: (term: Term, context: SyntaxContext) => void;
}

/** The context of a rule, besides the term. */
export interface SyntaxContext {
  readonly query: Query;
  /** Missing when the query was built and not read: then positions say nothing about neighbours. */
  readonly text: string | undefined;
  /** The term's place in the query. */
  readonly index: number;
  readonly report: Report<SyntaxCode>;
  readonly hasAt: Collector["hasAt"];
  readonly hasErrorAt: Collector["hasErrorAt"];
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
