// A zero-width or bidirectional character inside a term: two names that look the same are not.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { invisibleCharacters } from "../../text/characters.ts";
import { reportCharacters } from "../characters.ts";
import type { SyntaxRule } from "../rule.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"invisible-character"> = {
  code: "invisible-character",
  why: "Zero-width characters, and those that change the direction of the text, come along when text is copied from a web page. Names are compared exactly, so the name would differ from one that looks the same. Variation selectors and tags are refused only where they change nothing: the heart ❤️ and the flag of England may be part of a name.",
  invalid: [
    { text: "type:Per\u200bson", fixed: "type:Person" },
    { text: 'shape:"Sales\u200e CRM"', fixed: 'shape:"Sales CRM"' },
    { text: "caf\u200be" },
    { text: "type:Per\ufe0fson", fixed: "type:Person" },
    { text: "type:\u3164" },
  ],
  valid: ["type:Person", "type:Персона", "type:❤️"],
};

/** Reports invisible characters. */
export const invisibleCharacter: SyntaxRule = {
  looksAt: "unusual",
  check(term, context) {
    reportCharacters("invisible-character", invisibleCharacters, term, context);
  },
};
