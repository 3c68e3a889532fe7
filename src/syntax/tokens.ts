// The tokens: one a term, with the white space behind it, so that a query has as few tokens as terms.
import { type CustomPatternMatcherReturn, createToken, Lexer, type TokenType } from "chevrotain";
import type { Term } from "./ast.ts";
import { scanQualified, scanText, scanWhitespace } from "./scan.ts";

/** term = qualified | text ; the category of both, which the grammar consumes. */
export const termToken: TokenType = createToken({ name: "Term", pattern: Lexer.NA });

/** A known qualifier with its value, which may be empty or an unterminated quote. Its payload is the term. */
export const qualifiedToken: TokenType = createToken({
  name: "Qualified",
  categories: termToken,
  pattern: { exec: matchQualified },
  line_breaks: true,
});

/** Any other term. Its payload is the term. */
export const textToken: TokenType = createToken({
  name: "Text",
  categories: termToken,
  pattern: { exec: matchText },
  line_breaks: true,
});

/** White space before the first term: the only white space that is not behind one. */
export const whitespaceToken: TokenType = createToken({
  name: "Whitespace",
  pattern: { exec: matchWhitespace },
  group: Lexer.SKIPPED,
  line_breaks: true,
});

/**
 * In the order in which they are tried. Together they match at every offset of every text. They give Chevrotain no
 * `start_chars_hint`: its table of first characters has no place for U+FFFF, and a term that begins with it was lost.
 */
export const tokenTypes: readonly TokenType[] = [termToken, whitespaceToken, qualifiedToken, textToken];

function matchQualified(text: string, offset: number): CustomPatternMatcherReturn | null {
  const term = scanQualified(text, offset);
  return term === null ? null : matchOf(text, term);
}

function matchText(text: string, offset: number): CustomPatternMatcherReturn {
  return matchOf(text, scanText(text, offset));
}

function matchOf(text: string, term: Term): CustomPatternMatcherReturn {
  const match: CustomPatternMatcherReturn = [
    text.slice(term.span.start, scanWhitespace(text, term.span.end)),
  ];
  match.payload = term;
  return match;
}

function matchWhitespace(text: string, offset: number): CustomPatternMatcherReturn | null {
  const end = scanWhitespace(text, offset);
  return end === offset ? null : [text.slice(offset, end)];
}
