// A lone surrogate inside a term: the text is not well-formed Unicode.
import type { RuleDocs } from "../../diagnostics/docs.ts";
import { loneSurrogates } from "../../text/characters.ts";
import { reportCharacters } from "../characters.ts";
import type { SyntaxRule } from "../rule.ts";

/** Documentation of the rule. */
export const docs: RuleDocs<"malformed-unicode"> = {
  code: "malformed-unicode",
  why: "A lone surrogate is one half of a character above U+FFFF. It cannot be stored or sent as UTF-8, so a filter with it would mean different things in different places. It appears when a text is cut in the middle of an emoji.",
  invalid: [{ text: "type:\ud83d" }, { text: "sort:\udc00" }],
  valid: ["type:😀"],
};

/** Reports lone surrogates. */
export const malformedUnicode: SyntaxRule = {
  looksAt: "unusual",
  check(term, context) {
    reportCharacters("malformed-unicode", loneSurrogates, term, context);
  },
};
