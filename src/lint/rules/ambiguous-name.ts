// `source:drive`, where two sources are called so.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { NameResolution } from "../../semantics/resolve.ts";
import type { LintContext } from "../context.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"ambiguous-name"> = {
  code: "ambiguous-name",
  why: "Names need not be unique. Everything with that name is in the slice, which may be more than was intended.",
  invalid: [{ text: "source:drive" }],
  valid: ["source:gmail"],
};

/** Reports a name with several ids. */
export function ambiguousName({ term, lookup, ids }: NameResolution, { report }: LintContext): void {
  if (ids.length < 2 || term.value.text === "") return;
  report("ambiguous-name", term.value.span, () => ({
    args: { name: term.value.text, table: lookup, ids: ids.length },
  }));
}
