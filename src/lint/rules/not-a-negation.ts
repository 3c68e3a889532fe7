// `-type:Person`: CQL cannot exclude anything.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import type { ScopeResolution } from "../../semantics/resolve.ts";
import { colonLookalikes, negationMarks } from "../../vocabulary/lookalikes.ts";
import type { LintContext } from "../context.ts";
import { isLikeQualifier } from "../qualifier-meant.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"not-a-negation"> = {
  code: "not-a-negation",
  why: "A slice names what is in it. In search languages a minus excludes; here `-type:Person` is free text and excludes nothing, which deserves a warning.",
  invalid: [
    { text: "-type:Person" },
    { text: "type:Company !source:gmail" },
    { text: "type!=Person" },
    { text: "-tpye:Person" },
  ],
  valid: ["type:-Person", "after:-7d", "-7"],
};

/** Reports a text that is a qualified term after a minus or an exclamation mark, or one that says "is not". */
export function notANegation({ term }: ScopeResolution, { report, hasAt }: LintContext): void {
  const { text, quoted } = term.value;
  if (term.kind !== "text" || quoted || !marked.test(text) || hasAt(term.span.start)) return;
  const [, after, before = after] = negated.exec(text) ?? [];
  if ((before === undefined || !isLikeQualifier(before)) && !negatedWord.test(text)) return;
  report("not-a-negation", term.span, () => ({ args: { written: text } }));
}

/** What both of the others look for; most words have none of it. */
const marked = new RegExp(`[${negationMarks}<(]`, "u");

/** The mark may stand before a group, and the qualifier be misspelt: what a fix made of it would be the opposite. */
const negated = new RegExp(
  `^(?:(?:[${negationMarks}]+\\(?|not\\()([a-z][\\w-]{0,30})[:=${colonLookalikes}]|([a-z][a-z-]*):?(?:!=?|<>|\u2260)[:=]?)`,
  "iu",
);

/** A word that would be reported as an unknown qualifier without the mark. */
const negatedWord = new RegExp(`^[${negationMarks}][a-z][\\w-]*:(?!//|$)`, "iu");
