// A text longer than the limit is not read at all.
import type { Collector } from "../../diagnostics/collector.ts";
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { Limits } from "../../vocabulary/limits.ts";
import { print } from "../print.ts";
import type { SyntaxCode } from "../rule.ts";
import type { Source } from "../source.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"too-long"> = {
  code: "too-long",
  why: "A query names a scope; one with many thousands of characters is a mistake or an attack. The limit, 65 536 UTF-16 code units unless the program sets another, bounds the cost of any input. Such a text is not parsed, so this is the only diagnostic it gets. A copy of its empty tree gets it too, whatever the limits: otherwise it would be the whole project.",
  invalid: [{ text: /* @__PURE__ */ "x".repeat(65_537) }],
  valid: ["type:Person"],
};

/** Whether the text is too long, which it then reports. */
export function tooLong({ query, text }: Source, limits: Limits, collector: Collector<SyntaxCode>): boolean {
  // What a built query would be in writing counts just the same.
  const { length } = text ?? print(query);
  const isUnread = text === undefined && query.terms.length === 0 && query.span.end > query.span.start;
  if (length <= limits.maxLength && !isUnread) return false;
  const span = isUnread ? query.span : { start: limits.maxLength, end: length };
  const limit = isUnread ? undefined : limits.maxLength;
  collector.report("too-long", span, () => ({ args: { actual: span.end, limit } }));
  return true;
}
