// `source:gmial`: a source that the catalog does not know.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { NameResolution } from "../../semantics/resolve.ts";
import type { LintContext } from "../context.ts";
import { reportUnresolved } from "../unresolved.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"unresolved-source"> = {
  code: "unresolved-source",
  why: "A name that the catalog does not know is never in the filter; it is returned in `unresolved.sources`. If no name of the qualifier is known, the slice matches nothing: dropping the qualifier would widen it to everything.",
  invalid: [{ text: "source:gmial" }, { text: "source:Gmail", fixed: "source:gmail" }],
  valid: ["source:gmail"],
};

/** Reports an unknown name of a source. */
export function unresolvedSource(resolution: NameResolution, context: LintContext): void {
  if (resolution.lookup === "sources") reportUnresolved("unresolved-source", resolution, context);
}
