// The fixes that replace an invalid date.
import type { Fix } from "../diagnostics/diagnostic.ts";
import type { Span } from "../text/span.ts";
import { isDateAt } from "./instant.ts";
import type { DateMistake } from "./mistake.ts";

/** A fix for each reading of a problem, over `span`; preferred if it is certain and a date right now. */
export function rewriting(problem: DateMistake, span: Span, now: number): readonly Fix[] {
  const { rewritten, uncertain, readings = [] } = problem;
  if (rewritten === undefined)
    return readings.map((text) => ({ title: `write \`${text}\``, edits: [{ span, text }] }));
  const preferred = uncertain !== true && isDateAt(rewritten, now);
  return [{ title: `write \`${rewritten}\``, edits: [{ span, text: rewritten }], preferred }];
}
