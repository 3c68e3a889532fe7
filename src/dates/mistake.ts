// The shape of a mistake in a date expression.
import type { DiagnosticCode, DiagnosticData } from "../diagnostics/arguments.ts";

/** The codes of date expressions. */
export type DateCode = Extract<DiagnosticCode, `date-${string}` | `offset-${string}`> | "missing-value";

/** What is wrong with an expression. */
export type DateMistake = { [C in DateCode]: Problem<C> }[DateCode];

/** Recognises one mistake, or returns `undefined`. The expression is known not to be valid; `now` is in milliseconds since 1970. */
export type FindMistake = (expression: string, now: number) => DateMistake | undefined;

interface Problem<C extends DateCode> {
  readonly code: C;
  readonly args: DiagnosticData[C];
  /** A valid expression to write in its place, where there is one certain reading. */
  readonly rewritten?: string | undefined;
  /** Set where the reading is only likely. */
  readonly uncertain?: boolean;
  /** Valid expressions that may be meant where no single one is likely. */
  readonly readings?: readonly string[];
}
