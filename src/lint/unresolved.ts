// What the rules about unknown names share.
import type { Details } from "../diagnostics/collector.ts";
import type { CatalogTable, CatalogTypes } from "../semantics/catalog.ts";
import type { NameResolution } from "../semantics/resolve.ts";
import type { Value } from "../syntax/ast.ts";
import type { LintContext } from "./context.ts";
import { beginningWith, maxSuggested } from "./known.ts";
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
    const { qualifier } = term;
    const { args, fixes } = suggest(term.value, catalog[lookup]);
    return { args: { ...args, qualifier, matchesNothing: !context.anyKnown(qualifier) }, fixes };
  });
}

/**
 * The names that may be meant by one that is not known: the closest, or else those that begin with it. The fix is preferred where
 * the one name differs in nothing but case, accents or the kind of white space.
 */
export function suggest(
  { text, span }: Value,
  names: CatalogTable | CatalogTypes,
): Required<Pick<Details<"unknown-type">, "args" | "fixes">> {
  // As an address has it.
  const written = text.replaceAll("%20", " ");
  const { found, whole } = text.length < minLetters ? none : beginningWith(written, names, maxSuggested);
  const closest = whole.length === 1 ? whole[0] : names.closestTo(text);
  const likely = closest === undefined ? found : [closest, ...whole.filter((name) => name !== closest)];
  const [suggestion, ...others] = likely;
  const fixes = likely.flatMap((name) => writeName(name, span, whole.length === 1));
  return { args: { name: text, suggestion, others }, fixes };
}

/** One letter begins too many names. */
const minLetters = 2;
const none = { found: [], whole: [] };
