// The grammar that runs: a Chevrotain lexer and parser from text to the tree.
import { EmbeddedActionsParser, Lexer } from "chevrotain";
import type { Query, Term } from "./ast.ts";
import { takeDoubts, termToken, tokenTypes } from "./tokens.ts";

/** The tree of a text. Total: every text has one, and neither lexer nor parser reports errors. */
export function parseText(text: string): Query {
  return readText(text).query;
}

/** A tree, and the places of the terms to which a rule about the text may object. */
export interface Reading {
  readonly query: Query;
  readonly doubtful: readonly number[];
}

/** Reads a text. */
export function readText(text: string): Reading {
  tools ??= { lexer: createLexer(), parser: new CqlParser() };
  const { lexer, parser } = tools;
  // Whoever used a lexer by itself left word of its terms.
  takeDoubts();
  parser.input = lexer.tokenize(text).tokens;
  const terms = parser.query();
  // The parser would hold on to the tokens until the next query.
  parser.input = [];
  return { query: { kind: "query", terms, span: { start: 0, end: text.length } }, doubtful: takeDoubts() };
}

/** A new lexer; `validate` runs Chevrotain's checks of the token definitions. */
export function createLexer(validate = false): Lexer {
  return new Lexer([...tokenTypes], { positionTracking: "onlyOffset", skipValidations: !validate });
}

/** The parser; its rules bear the names of the productions in `grammar/cql.ebnf`. */
export class CqlParser extends EmbeddedActionsParser {
  /** `validate` runs Chevrotain's checks of the grammar. */
  constructor(validate = false) {
    super([...tokenTypes], { maxLookahead: 1, recoveryEnabled: false, skipValidations: !validate });
    this.performSelfAnalysis();
  }

  /** query = [ whitespace ], { term, [ whitespace ] } ; white space comes with the tokens. */
  readonly query: () => readonly Term[] = this.RULE("query", () => {
    const terms: Term[] = [];
    this.MANY(() => {
      terms.push(termOf(this.CONSUME(termToken)));
    });
    return terms;
  });
}

/** The token's payload; while Chevrotain records the grammar its tokens have none. */
function termOf({ payload }: { readonly payload?: Term }): Term {
  return payload ?? noTerm;
}

const noTerm: Term = {
  kind: "text",
  value: { text: "", quoted: false, span: { start: 0, end: 0 } },
  span: { start: 0, end: 0 },
};

interface Tools {
  readonly lexer: Lexer;
  readonly parser: CqlParser;
}

/** Built at the first parse: programs that only load the package do not pay for it. */
let tools: Tools | undefined;
