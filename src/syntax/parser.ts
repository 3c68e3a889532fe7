// The grammar that runs: a Chevrotain lexer and parser from text to tree.
import { EmbeddedActionsParser, type IToken, Lexer, type ParserMethod } from "chevrotain";
import { isQualifier } from "../vocabulary/qualifiers.ts";
import type { QualifiedTerm, Query, Term, TextTerm, Value } from "./ast.ts";
import {
  bareToken,
  lexerDefinition,
  parserTokens,
  phraseToken,
  qualifierToken,
  quotedToken,
  wordToken,
} from "./tokens.ts";

/** The tree of a text. Total: every text has one, and neither lexer nor parser reports errors. */
export function parseText(text: string): Query {
  tools ??= { lexer: createLexer(), parser: new CqlParser() };
  const { lexer, parser } = tools;
  const { tokens } = lexer.tokenize(text);
  parser.input = tokens;
  const terms = parser.query();
  // The parser holds on to this array until the next query.
  tokens.length = 0;
  return { kind: "query", terms, span: { start: 0, end: text.length } };
}

/** A new lexer; `validate` runs Chevrotain's checks of the token definitions. */
export function createLexer(validate = false): Lexer {
  return new Lexer(lexerDefinition, {
    positionTracking: "onlyOffset",
    ensureOptimizations: true,
    skipValidations: !validate,
  });
}

/**
 * The parser. Its rules have the names of the productions in `grammar/cql.ebnf`, and each has its production above it;
 * white space never reaches the parser. Alternatives are kept in fields, as new closures for every term would cost as
 * much as the term.
 */
export class CqlParser extends EmbeddedActionsParser {
  /** `validate` runs Chevrotain's checks of the grammar. */
  constructor(validate = false) {
    super(parserTokens, { maxLookahead: 1, recoveryEnabled: false, skipValidations: !validate });
    this.performSelfAnalysis();
  }

  /** query = { term } ; */
  readonly query: ParserMethod<[], readonly Term[]> = this.RULE("query", () => {
    const terms: Term[] = [];
    this.MANY(() => {
      terms.push(this.SUBRULE(this.term));
    });
    return terms;
  });

  /** term = qualified | text ; */
  private readonly term: ParserMethod<[], Term> = this.RULE("term", () => this.OR(this.terms));
  private readonly terms = [
    { ALT: (): Term => this.SUBRULE(this.qualified) },
    { ALT: (): Term => this.SUBRULE(this.text) },
  ];

  /** qualified = qualifier, [ value ] ; */
  private readonly qualified: ParserMethod<[], QualifiedTerm> = this.RULE("qualified", () => {
    const qualifier = this.CONSUME(qualifierToken);
    const value = this.OPTION(this.valueIfAny);
    return this.ACTION(() => qualifiedTerm(qualifier, value));
  });
  private readonly valueIfAny = (): Value => this.SUBRULE(this.value);

  /** value = quoted | bare ; */
  private readonly value: ParserMethod<[], Value> = this.RULE("value", () => this.OR(this.values));
  private readonly values = [
    { ALT: (): Value => valueOf(this.CONSUME(quotedToken)) },
    { ALT: (): Value => valueOf(this.CONSUME(bareToken)) },
  ];

  /** text = phrase | word ; */
  private readonly text: ParserMethod<[], TextTerm> = this.RULE("text", () => this.OR(this.texts));
  private readonly texts = [
    { ALT: (): TextTerm => textTerm(this.CONSUME(phraseToken)) },
    { ALT: (): TextTerm => textTerm(this.CONSUME(wordToken)) },
  ];
}

function qualifiedTerm(token: IToken, value = noValue(endOf(token))): QualifiedTerm {
  const { name: qualifier } = token.tokenType;
  if (!isQualifier(qualifier)) throw new TypeError(`${qualifier} is not a qualifier`);
  return { kind: "qualified", qualifier, value, span: { start: token.startOffset, end: value.span.end } };
}

function textTerm(token: IToken): TextTerm {
  const value = valueOf(token);
  return { kind: "text", value, span: value.span };
}

function valueOf(token: IToken): Value {
  // Only what is in quotes has a payload: the text inside.
  const inside = token.payload as string | undefined;
  const span = { start: token.startOffset, end: endOf(token) };
  return { text: inside ?? token.image, quoted: inside !== undefined, span };
}

function noValue(at: number): Value {
  return { text: "", quoted: false, span: { start: at, end: at } };
}

function endOf({ startOffset, image }: IToken): number {
  return startOffset + image.length;
}

interface Tools {
  readonly lexer: Lexer;
  readonly parser: CqlParser;
}

/** Built at the first parse, so that a program that only loads the package does not pay for it. */
let tools: Tools | undefined;
