// `type:Persn`: a type that the catalog does not list.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { TypeResolution } from "../../semantics/resolve.ts";
import type { LintContext } from "../context.ts";
import { suggest } from "../unresolved.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"unknown-type"> = {
  code: "unknown-type",
  why: "Entity types are not looked up: a filter uses them as written. If the catalog lists the existing types, one that is not among them is worth pointing out.",
  invalid: [{ text: "type:Persn" }, { text: "type:Invoice" }],
  valid: ["type:Person", "type:Company"],
};

/** Reports a type that is not listed, if the catalog lists types. */
export function unknownType({ term }: TypeResolution, { catalog, report, hasAt }: LintContext): void {
  const { text, span } = term.value;
  const types = catalog?.types ?? null;
  if (types === null || text === "" || types.has(text) || hasAt(span.start)) return;
  report("unknown-type", span, () => suggest(term.value, types));
}
