// A date term whose value is not a date. The mistakes themselves are in `dates/mistakes`.
import { diagnoseDate } from "../../dates/diagnose.ts";
import { rewriting } from "../../dates/rewriting.ts";
import { isValidDate } from "../../semantics/bounds.ts";
import type { DateResolution } from "../../semantics/resolve.ts";
import type { Term } from "../../syntax/ast.ts";
import { isApart, isBareText } from "../removal.ts";
import type { LintContext } from "../rule.ts";

/** Reports the mistake in a date, unless the text rules have said already what is wrong with the value. */
export function invalidDate(resolution: DateResolution, context: LintContext): void {
  const { term, index, instant } = resolution;
  const { text, span } = term.value;
  if (isValidDate(resolution) || context.hasErrorAt(span.start)) return;
  // An empty one is reported at its qualifier.
  if (text === "" && context.hasErrorAt(term.span.start)) return;
  const rest = restOfDate(resolution, context);
  const whole = [text, ...rest.map(({ value }) => value.text)].join(" ");
  const problem = diagnoseDate(whole, instant);
  const { code, args } = problem;
  // `after:5 January`
  const isCut = code === "offset-unit-missing" && isBareText(context.query.terms[index + 1]);
  const uncertain = problem.uncertain === true || isCut || !isApart(context.query, index + rest.length);
  const covered = { start: span.start, end: rest.at(-1)?.span.end ?? span.end };
  const covers = rest.map((part) => part.span);
  const judged = { ...problem, uncertain };
  context.report(code, covered, () => ({ args, fixes: rewriting(judged, covered, context.now) }), { covers });
}

/** The bare texts behind a date that belong to it, as in `after:last week` and `after:3 months ago`. */
function restOfDate({ term, index, instant }: DateResolution, { query }: LintContext): readonly Term[] {
  if (instant !== undefined || term.value.quoted) return [];
  for (const length of [2, 1]) {
    const rest = query.terms.slice(index + 1, index + 1 + length);
    if (rest.length < length || !rest.every(isBareText)) continue;
    const { code, rewritten } = diagnoseDate(
      [term, ...rest].map(({ value }) => value.text).join(" "),
      undefined,
    );
    if (code === "date-whitespace" && rewritten !== undefined) return rest;
  }
  return [];
}
