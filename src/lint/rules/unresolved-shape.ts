// `shape:"Sales CMR"`: a shape that the catalog does not know.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { NameResolution } from "../../semantics/resolve.ts";
import type { LintContext } from "../context.ts";
import { reportUnresolved } from "../unresolved.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"unresolved-shape"> = {
  code: "unresolved-shape",
  why: "A name that the catalog does not know is never in the filter; it is returned in `unresolved.shapes`. If no name of the qualifier is known, the slice matches nothing: dropping the qualifier would widen it to everything. Names are compared exactly, including capitalization.",
  invalid: [
    { text: 'shape:"Sales CMR"' },
    { text: "source-shape:inbox", fixed: "source-shape:Inbox" },
    { text: 'shape:"Sales CRM" shape:Nowhere' },
  ],
  valid: ['shape:"Sales CRM"', "source-shape:Inbox"],
};

/** Reports an unknown name of a shape. */
export function unresolvedShape(resolution: NameResolution, context: LintContext): void {
  if (resolution.lookup === "shapes") reportUnresolved("unresolved-shape", resolution, context);
}
