// A date term whose value is not a date. The mistakes themselves are in `dates/mistakes`.

import { diagnoseDate } from "../../dates/diagnose.ts";
import { isDateAt } from "../../dates/instant.ts";
import type { DateMistake } from "../../dates/mistake.ts";
import { rewriting } from "../../dates/rewriting.ts";
import type { Fix } from "../../diagnostics/diagnostic.ts";
import { isValidDate } from "../../semantics/bounds.ts";
import type { DateResolution } from "../../semantics/resolve.ts";
import type { Term } from "../../syntax/ast.ts";
import { spanTo } from "../../text/span.ts";
import { withBound } from "../../vocabulary/qualifiers.ts";
import type { LintContext } from "../context.ts";
import { isApart, isUnquotedText } from "../removal.ts";

/** Reports the mistake in a date, unless the text rules have already reported the value. */
export function invalidDate(resolution: DateResolution, context: LintContext): void {
  const { term, index } = resolution;
  const { text, span } = term.value;
  if (isValidDate(resolution) || context.hasErrorAt(span.start)) return;
  // An empty one is reported at its qualifier.
  if (text === "" && context.hasErrorAt(term.span.start)) return;
  const rest = restOfDate(resolution, context);
  const whole = [text, ...rest.map(({ value }) => value.text)].join(" ");
  const problem = readDate(whole, resolution, context);
  const { code, args } = problem;
  // `(type:Person after:7d)`
  const isGroup = whole.endsWith(")");
  const uncertain = problem.uncertain === true || isGroup || !isApart(context.query, index + rest.length);
  const covered = spanTo(term.value, rest);
  const covers = rest.map((part) => part.span);
  const fixes = [
    ...rewriting({ ...problem, uncertain }, covered, context.now),
    ...bothEnds(whole, resolution, context),
  ];
  context.report(code, covered, () => ({ args, fixes }), { covers });
}

/** What is wrong with a date. A comparison that contradicts the qualifier has no reading: `after:<7d`. */
function readDate(written: string, { bound, instant }: DateResolution, { now }: LintContext): DateMistake {
  const problem = diagnoseDate(written, instant, now);
  if (problem.code !== "date-comparison" || !problem.args.mark.startsWith(bound === "start" ? "<" : ">"))
    return problem;
  return { code: problem.code, args: { ...problem.args, rewritten: undefined } };
}

/** `after:2026-01-01..2026-03-01`: a term for each end. */
function bothEnds(written: string, { term, bound }: DateResolution, { now }: LintContext): readonly Fix[] {
  const [, from = "", to = ""] =
    /^([\w-]{1,12})(?:\.{2,3}|[/,~\u2013\u2014])([\w-]{1,12})$/u.exec(written) ?? [];
  if (bound !== "start" || !isDateAt(from, now) || !isDateAt(to, now)) return [];
  const text = `${from} ${withBound.end}:${to}`;
  return [{ title: `write \`${text}\``, edits: [{ span: term.value.span, text }] }];
}

/** The bare texts after a date that belong to it, as in `after:last week` and `after:3 months ago`. */
function restOfDate({ term, index, instant }: DateResolution, { query, now }: LintContext): readonly Term[] {
  if (instant !== undefined || term.value.quoted) return [];
  for (const length of [2, 1]) {
    const rest = query.terms.slice(index + 1, index + 1 + length);
    if (rest.length < length || !rest.every(isUnquotedText)) continue;
    const { code, rewritten } = diagnoseDate(
      [term, ...rest].map(({ value }) => value.text).join(" "),
      undefined,
      now,
    );
    if (code === "date-whitespace" && rewritten !== undefined) return rest;
  }
  return [];
}
