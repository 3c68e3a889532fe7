// `-type:Person`: CQL cannot leave things out.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { ScopeResolution } from "../../semantics/resolve.ts";
import { negationMarks } from "../../vocabulary/lookalikes.ts";
import { isQualifier } from "../../vocabulary/qualifiers.ts";
import type { LintContext } from "../rule.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"not-a-negation"> = {
  code: "not-a-negation",
  why: "A slice names what is in it. In search languages a minus leaves out; here `-type:Person` is free text and leaves out nothing, which is worth a warning.",
  invalid: [{ text: "-type:Person" }, { text: "type:Company !source:gmail" }],
  valid: ["type:-Person", "after:-7d", "-7"],
};

/** Reports a text that is a membership term behind a minus or an exclamation mark. */
export function notANegation({ term }: ScopeResolution, { report, hasAt }: LintContext): void {
  const { text, quoted } = term.value;
  if (term.kind !== "text" || quoted || !negationMarks.includes(text.charAt(0)) || hasAt(term.span.start))
    return;
  const [, word = ""] = negated.exec(text) ?? [];
  if (!isQualifier(word.toLowerCase())) return;
  report("not-a-negation", term.span, () => ({ args: { written: text } }));
}

const negated = new RegExp(`^[${negationMarks}]+([a-z][a-z-]*):`, "iu");
