// The tokens, in two modes: one where a term may start, and one for the value after a qualifier's colon.
import {
  type CustomPatternMatcherReturn,
  createToken,
  type IMultiModeLexerDefinition,
  type ITokenConfig,
  Lexer,
  type TokenType,
} from "chevrotain";
import { isWhitespace, whitespaceCharacters } from "../text/characters.ts";
import { qualifiers } from "../vocabulary/qualifiers.ts";
import { backslash, isEscapable, quote, unescape } from "./escape.ts";
import { colon } from "./prefix.ts";

// With the first characters at hand, Chevrotain has no need to take regular expressions apart, and its code for that can be
// left out of what is published; white space that is skipped takes the flag to say the same.
const inQuotes = { pattern: { exec: matchQuoted }, start_chars_hint: [quote], line_breaks: true };
const visible = { pattern: /\S+/, start_chars_hint: visibleStarts(), line_breaks: false };
const space = {
  pattern: /\s+/y,
  start_chars_hint: Array.from(whitespaceCharacters),
  group: Lexer.SKIPPED,
  line_breaks: true,
};

/** A known qualifier with its colon, whichever it is. */
export const qualifierToken: TokenType = token("Qualifier", { pattern: Lexer.NA });

/** One token type for each row of the vocabulary. What follows is its value, so only the first colon splits. */
const qualifierTokens: readonly TokenType[] = qualifiers.map(({ word }) =>
  token(word, {
    label: word + colon,
    pattern: word + colon,
    categories: qualifierToken,
    push_mode: "value",
  }),
);

/** A value in quotes. The token's payload is the text inside. */
export const quotedToken: TokenType = token("Quoted", { ...inQuotes, pop_mode: true });
/** A value without quotes. */
export const bareToken: TokenType = token("Bare", { ...visible, pop_mode: true });
/** White space right after the colon: the value is missing. */
const noValueToken: TokenType = token("NoValue", { ...space, pop_mode: true });

/** Free text in quotes. The token's payload is the text inside. */
export const phraseToken: TokenType = token("Phrase", inQuotes);
/** Free text without quotes: a word, an address, an unknown qualifier with its value. */
export const wordToken: TokenType = token("Word", visible);
/** White space before, between and after terms. */
const whitespaceToken: TokenType = token("Whitespace", space);

/**
 * What may come next in each mode, in the order in which it is tried. In both modes something matches at every offset of
 * every text, so the lexer never reports an error.
 */
export const lexerDefinition: IMultiModeLexerDefinition = {
  defaultMode: "term",
  modes: {
    term: [whitespaceToken, ...qualifierTokens, phraseToken, wordToken],
    value: [noValueToken, quotedToken, bareToken],
  },
};

/** The tokens that reach the parser. */
export const parserTokens: TokenType[] = [
  qualifierToken,
  ...qualifierTokens,
  quotedToken,
  bareToken,
  phraseToken,
  wordToken,
];

function token(name: string, config: Omit<ITokenConfig, "name">): TokenType {
  return createToken({ name, ...config });
}

/**
 * The first characters of words, thinned out: the lexer distinguishes those up to U+00FF and puts the others into groups of 255,
 * in each of which some are visible; U+FFFF is a separate group.
 */
function visibleStarts(): number[] {
  const starts = [0xffff];
  for (let unit = 0; unit < 0xffff; unit += unit < 0x100 ? 1 : 255)
    if (unit >= 0x100 || !isWhitespace(unit)) starts.push(unit);
  return starts;
}

/**
 * Matches from a quote to the next one that is not escaped or, if there is none, to the end of the text. Written by hand
 * because a regular expression for it overflows the engine's stack on a string of some megabytes.
 */
function matchQuoted(text: string, start: number): CustomPatternMatcherReturn | null {
  if (text.charCodeAt(start) !== quote) return null;
  let end = start + 1;
  while (end < text.length && text.charCodeAt(end) !== quote)
    end += text.charCodeAt(end) === backslash && isEscapable(text.charCodeAt(end + 1)) ? 2 : 1;
  const match: CustomPatternMatcherReturn = [text.slice(start, end + 1)];
  match.payload = unescape(text.slice(start + 1, end));
  return match;
}
