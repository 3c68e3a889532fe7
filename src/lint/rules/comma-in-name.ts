// `type:Person,Company`: commas do not separate names.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { NameResolution, TypeResolution } from "../../semantics/resolve.ts";
import { printValueText } from "../../syntax/print.ts";
import type { LintContext } from "../context.ts";
import { isKnownAs } from "../known.ts";
import { termForEach } from "../lists.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"comma-in-name"> = {
  code: "comma-in-name",
  why: "A comma can be part of a name, so CQL has no lists; terms of one qualifier unite instead. It is reported only when the parts are known names and the whole is not.",
  invalid: [
    { text: "source:gmail,slack", fixed: "source:gmail source:slack" },
    { text: 'shape:"Sales CRM, Inbox"', fixed: 'shape:"Sales CRM" shape:Inbox' },
    { text: "type:Person,Company", fixed: "type:Person type:Company" },
  ],
  valid: ["source:gmail source:slack", 'source:"Smith, Jones"', "source:gmail,unknown"],
};

/** Reports a name with commas between names that are known. */
export function commaInName(resolution: NameResolution | TypeResolution, context: LintContext): void {
  const { term } = resolution;
  const { text, span } = term.value;
  if (!text.includes(",") || isKnownAs(text, resolution, context) || context.hasAt(span.start)) return;
  const parts = text.split(",").map((part) => part.trim());
  if (!parts.every((part) => isKnownAs(part, resolution, context))) return;
  context.report("comma-in-name", span, () => ({
    args: { qualifier: term.qualifier, parts: parts.map(printValueText) },
    fixes: [termForEach({ parts, terms: [], isCertain: true }, resolution, context)],
  }));
}
