// The type of a rule's documentation: data that the pages are generated from and that tests run.
import type { DiagnosticCode } from "./arguments.ts";

/** The documentation of one code. It is next to its rule and not part of any bundle. */
export interface RuleDocs<C extends DiagnosticCode = DiagnosticCode> {
  readonly code: C;
  /** Why it is reported: one short paragraph of Markdown. */
  readonly why: string;
  /** Queries that trigger it. */
  readonly invalid: readonly InvalidExample[];
  /** Queries near them that do not get it. */
  readonly valid: readonly string[];
}

/** A query that gets the diagnostic. */
export interface InvalidExample {
  readonly text: string;
  /** The text after its preferred fix, or `undefined` if it has none. */
  readonly fixed?: string;
}
