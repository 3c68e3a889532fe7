// The fix that writes another date in the place of one that is none.
import type { Fix } from "../diagnostics/diagnostic.ts";
import type { Span } from "../text/span.ts";
import { isDateAt } from "./instant.ts";
import type { DateProblem } from "./mistake.ts";

/** The fix of a problem that has a reading, over `span`; preferred if the reading is certain and a date right now. */
export function rewriting({ rewritten, uncertain }: DateProblem, span: Span, now: number): readonly Fix[] {
  if (rewritten === undefined) return [];
  const preferred = uncertain !== true && isDateAt(rewritten, now);
  return [{ title: `write \`${rewritten}\``, edits: [{ span, text: rewritten }], preferred }];
}
