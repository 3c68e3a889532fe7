// `type:A type:A`: a repeated membership term.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { Resolution } from "../../semantics/resolve.ts";
import { printTerm } from "../../syntax/print.ts";
import type { LintContext } from "../context.ts";
import { removeTerm } from "../removal.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"duplicate-term"> = {
  code: "duplicate-term",
  why: "Terms of one qualifier unite, so repeating a term does not change the slice. It is often a sign that another name was meant.",
  invalid: [
    { text: "type:Person type:Person", fixed: "type:Person" },
    { text: 'type:Person shape:A type:"Person"', fixed: "type:Person shape:A" },
  ],
  valid: ["type:Person type:person", "sort:name sort:name"],
};

/** Reports a membership term that says the same as an earlier one. */
export function duplicateTerm(resolution: Resolution, context: LintContext): void {
  const { term, means, index } = resolution;
  if (means === "nothing" || term.value.text === "") return;
  const first = context.firstLike(resolution);
  if (first === resolution) return;
  context.report(
    "duplicate-term",
    term.span,
    () => ({
      args: { written: printTerm(term) },
      related: [{ span: first.term.span, message: "first written here" }],
      fixes: [removeTerm(context.query, index, "remove the duplicate")],
    }),
    { unnecessary: true },
  );
}
