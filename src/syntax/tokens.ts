// The tokens: one a term, with the white space behind it, so that a query has as few tokens as terms.
import { type CustomPatternMatcherReturn, createToken, type IToken, Lexer, type TokenType } from "chevrotain";
import { isWhitespace } from "../text/characters.ts";
import type { Term } from "./ast.ts";
import { Notes, scanTerm, scanWhitespace } from "./scan.ts";

/**
 * A term of either kind; its value may be empty, or an unterminated quote. Its payload is the term. Chevrotain is told
 * to skip what matches, as the pattern adds the token itself: Chevrotain would take three steps and four objects.
 */
export const termToken: TokenType = createToken({
  name: "Term",
  pattern: { exec: matchTerm },
  group: Lexer.SKIPPED,
  line_breaks: true,
});

/** White space before the first term: the only white space that is not behind one. */
const whitespaceToken: TokenType = createToken({
  name: "Whitespace",
  pattern: { exec: matchWhitespace },
  group: Lexer.SKIPPED,
  line_breaks: true,
});

/**
 * In the order in which they are tried. Together they match at every offset of every text. They give Chevrotain no
 * `start_chars_hint`: its table of first characters has no place for U+FFFF, and a term that begins with it was lost.
 */
export const tokenTypes: readonly TokenType[] = [termToken, whitespaceToken];

/** The doubtful terms, by their place, of the text that was read last; to be taken after each. */
export function takeDoubts(): readonly number[] {
  if (doubts.length === 0) return none;
  const taken = doubts;
  doubts = [];
  return taken;
}

/** The patterns are made once, and have no other place to leave word of a doubtful term. Nothing interrupts a reading. */
let doubts: number[] = [];
const notes = new Notes();
const none: readonly number[] = [];

function matchTerm(text: string, offset: number, tokens: IToken[]): CustomPatternMatcherReturn | null {
  if (isWhitespace(text.charCodeAt(offset))) return null;
  const term = scanTerm(text, offset, notes);
  addToken(tokens, text, term);
  return match;
}

function addToken(tokens: IToken[], text: string, payload: Term): void {
  const { start, end } = payload.span;
  const next = scanWhitespace(text, end);
  if (notes.doubtful) doubts.push(tokens.length);
  // The next term is doubtful from the start if it touches this one.
  notes.doubtful = next === end && next < text.length;
  // Chevrotain reads the matched text at once and keeps nothing of it, so one match will do.
  match[0] = text.slice(start, next);
  const tokenTypeIdx = termToken.tokenTypeIdx ?? 0;
  tokens.push({ image: match[0], startOffset: start, tokenTypeIdx, tokenType: termToken, payload });
}

const match: [image: string] = [""];

function matchWhitespace(text: string, offset: number): CustomPatternMatcherReturn | null {
  const end = scanWhitespace(text, offset);
  return end === offset ? null : [text.slice(offset, end)];
}
