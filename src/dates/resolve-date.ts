// The public function from a date expression to its instant, or to its error.
import { requireOptions } from "../data/guards.ts";
import { queryEntries } from "../diagnostics/catalogue/query.ts";
import { makeDiagnostic } from "../diagnostics/collector.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { requireDocsUrl } from "../diagnostics/href.ts";
import { diagnoseDate } from "./diagnose.ts";
import { instantOf } from "./instant.ts";
import { rewriting } from "./rewriting.ts";

/**
 * What {@link resolveDate} found.
 *
 * @example
 * ```ts
 * const result: ResolvedDate = resolveDate("1y", Date.now());
 * if (result.ok) new Date(result.instant).toISOString();
 * ```
 */
export type ResolvedDate =
  | {
      readonly ok: true;
      /** Milliseconds since 1970-01-01T00:00:00Z, within the years 0001 to 9999. */
      readonly instant: number;
    }
  | {
      readonly ok: false;
      /** What is wrong; its spans count from the start of the expression. */
      readonly diagnostic: Diagnostic;
    };

/**
 * Options of {@link resolveDate}.
 *
 * @example
 * ```ts
 * const options: ResolveDateOptions = { docsUrl: "https://docs.example/cql" };
 * ```
 */
export interface ResolveDateOptions {
  /** The address of the page of codes, for the `href` of the diagnostic; a reserved name that leads nowhere by default. */
  readonly docsUrl?: string | undefined;
}

/**
 * Resolves a date expression in UTC: a day (`2026-01-05`, at 00:00), a word (`now`, `today`, `yesterday`,
 * `last-week`, `last-month`, `last-year`) or an offset back from now (`12h`, `7d`, `2w`, `3mo`, `1y`).
 *
 * Source: `docs/language.md`, "Dates". Never throws on an expression.
 *
 * @param expression - The expression, exactly.
 * @param now - The evaluation time, as a Date or in milliseconds since 1970.
 * @param options - Where the page of codes is.
 * @returns The instant, within the years 0001 to 9999, or the diagnostic.
 * @throws TypeError if `expression` is not a string, `now` is not a valid time, or an option does not match {@link ResolveDateOptions}.
 * @example
 * ```ts
 * resolveDate("1mo", Date.parse("2026-03-31T12:00:00Z")); // { ok: true, instant: 2026-02-28T12:00:00.000Z in ms }
 * ```
 */
export function resolveDate(
  expression: string,
  now: Date | number,
  options: ResolveDateOptions = {},
): ResolvedDate {
  if (typeof expression !== "string") throw new TypeError("expression must be a string");
  requireOptions(options);
  const { docsUrl } = options;
  requireDocsUrl(docsUrl);
  const present = timeOf(now, "now");
  const instant = instantOf(expression, present);
  if (instant !== undefined && !Number.isNaN(instant)) return { ok: true, instant };
  const problem = diagnoseDate(expression, instant, present);
  const span = { start: 0, end: expression.length };
  const { code, args } = problem;
  const fixes = rewriting(problem, span, present);
  return { ok: false, diagnostic: makeDiagnostic(queryEntries, code, { span, docsUrl }, { args, fixes }) };
}

/** The milliseconds of a time that a caller gave. Throws a `TypeError` that names the argument. */
export function timeOf(time: Date | number, argument: string): number {
  const milliseconds = typeof time === "number" ? time : time instanceof Date ? time.getTime() : Number.NaN;
  if (Math.abs(milliseconds) <= maxTimeLength) return Math.trunc(milliseconds);
  throw new TypeError(`${argument} must be a valid Date or a time in milliseconds`);
}

/** The furthest that a Date reaches. */
const maxTimeLength = 8_640_000_000_000_000;
