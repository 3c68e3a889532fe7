// `after:today before:yesterday`: a range that no instant is in.
import type { Fix } from "../../diagnostics/diagnostic.ts";
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { ValidDate } from "../../semantics/bounds.ts";
import { coverSpans } from "../../text/span.ts";
import type { LintContext } from "../context.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"empty-range"> = {
  code: "empty-range",
  why: "A slice includes its start and excludes its end. When the start is not before the end, no entity can match; most often the two dates were swapped.",
  invalid: [{ text: "after:today before:yesterday" }, { text: "after:2026-01-01 before:2026-01-01" }],
  valid: ["after:yesterday before:today", "after:2026-01-01 before:2026-01-02"],
};

/** Reports a start that is not before the end. */
export function emptyRange(context: LintContext): void {
  const { start, end } = context.bounds();
  if (start === undefined || end === undefined || start.instant < end.instant) return;
  context.report("empty-range", coverSpans(start.term.span, end.term.span), () => ({
    args: { start: new Date(start.instant).toISOString(), end: new Date(end.instant).toISOString() },
    related: [
      { span: start.term.span, message: "the start" },
      { span: end.term.span, message: "the end" },
    ],
    fixes: start.instant > end.instant ? [swap(start, end)] : [],
  }));
}

function swap(start: ValidDate, end: ValidDate): Fix {
  const [first, second] = [start.term.value, end.term.value];
  return {
    title: "swap the dates",
    edits: [
      { span: first.span, text: second.text },
      { span: second.span, text: first.text },
    ],
  };
}
