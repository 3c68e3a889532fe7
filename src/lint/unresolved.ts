// What the two rules about unknown names share.
import type { NameResolution } from "../semantics/resolve.ts";
import type { LintContext } from "./rule.ts";
import { writeName } from "./write-name.ts";

/** Reports a name that is not in its table, with the closest one that is. */
export function reportUnresolved(
  code: "unresolved-shape" | "unresolved-source",
  { term, lookup, ids }: NameResolution,
  context: LintContext,
): void {
  const { catalog, report, hasAt } = context;
  const { text, span } = term.value;
  if (catalog === undefined || ids.length > 0 || text === "" || hasAt(span.start)) return;
  report(code, span, () => {
    const suggestion = catalog[lookup].closestTo(text);
    const { qualifier } = term;
    const fixes = suggestion === undefined ? [] : writeName(suggestion, span);
    return {
      args: { qualifier, name: text, suggestion, matchesNothing: !context.anyKnown(qualifier) },
      fixes,
    };
  });
}
