// A control character inside a term.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { controlCharacters } from "../../text/characters.ts";
import { reportCharacters } from "../characters.ts";
import type { SyntaxRule } from "../rule.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"control-character"> = {
  code: "control-character",
  why: "Control characters cannot be seen and are not part of any name; they come from damaged input, or from someone probing how a program handles them. Tabs and line breaks are allowed inside quotes.",
  invalid: [{ text: "type:Per\u0007son", fixed: "type:Person" }, { text: "sort:\u0000" }],
  valid: ["type:Person", 'shape:"Sales\tCRM"', "type:Person\ttype:Company"],
};

/** Reports control characters. */
export const controlCharacter: SyntaxRule = {
  looksAt: "unusual",
  check(term, context) {
    reportCharacters("control-character", controlCharacters, term, context);
  },
};
