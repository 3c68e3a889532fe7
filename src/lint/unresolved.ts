// What the two rules about unknown names share.
import type { NameResolution } from "../semantics/resolve.ts";
import { printValueText } from "../syntax/print.ts";
import type { LintContext } from "./rule.ts";

/** Reports a name that is not in its table, with the closest one that is. */
export function reportUnresolved(
  code: "unresolved-shape" | "unresolved-source",
  { term, lookup, ids }: NameResolution,
  { catalog, report, hasAt, anyKnown }: LintContext,
): void {
  const { text, span } = term.value;
  if (catalog === undefined || ids.length > 0 || text === "" || hasAt(span.start)) return;
  report(code, span, () => {
    const suggestion = catalog[lookup].closestTo(text);
    const { qualifier } = term;
    const fixes =
      suggestion === undefined
        ? []
        : [{ title: `write \`${suggestion}\``, edits: [{ span, text: printValueText(suggestion) }] }];
    return { args: { qualifier, name: text, suggestion, matchesNothing: !anyKnown(qualifier) }, fixes };
  });
}
