// `shape:c0ffee00-…`: an id where a name belongs.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { NameResolution } from "../../semantics/resolve.ts";
import type { LintContext } from "../context.ts";
import { isApart } from "../removal.ts";
import { writeName } from "../write-name.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"uuid-not-a-name"> = {
  code: "uuid-not-a-name",
  why: "Slices are defined by names rather than IDs, so that people can read them. An ID resolves to nothing; if the catalog knows what it belongs to, the fix writes the name.",
  invalid: [
    { text: "source:c0ffee00-0000-4000-8000-000000000001", fixed: "source:gmail" },
    { text: "shape:c0ffee00-0000-4000-8000-00000000dead" },
  ],
  valid: ["source:gmail"],
};

const uuid = /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/iu;

/** Reports an id that is not a name as well. */
export function uuidNotAName(
  resolution: NameResolution,
  { query, catalog, report, hasAt }: LintContext,
): void {
  const { term, index, lookup, ids } = resolution;
  const { text, span } = term.value;
  if (catalog === undefined || ids.length > 0 || text === "" || hasAt(span.start)) return;
  const table = catalog[lookup];
  const id = table.nameOf(text) === undefined ? bare(text) : text;
  const name = table.nameOf(id);
  if (name === undefined && !uuid.test(text)) return;
  report("uuid-not-a-name", span, () => ({
    args: { id: text, table: lookup, name },
    // The name may be that of others as well, and then says more than the id.
    fixes:
      name === undefined
        ? []
        : writeName(name, span, table.idsOf(name).length === 1 && isApart(query, index)),
  }));
}

/** As ids are usually written: in lower case, without braces. */
function bare(id: string): string {
  return id.toLowerCase().replace(/^\{|\}$/gu, "");
}
