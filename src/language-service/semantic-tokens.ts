// What each part of a query is, for colours.
import type { Term } from "../syntax/ast.ts";
import { type ParseOptions, parse } from "../syntax/parse.ts";
import type { Span } from "../text/span.ts";
import { type QualifierRow, rowOf } from "../vocabulary/qualifiers.ts";

/**
 * A part of a query and what it is.
 *
 * @example
 * ```ts
 * const token: SemanticToken = { span: { start: 0, end: 4 }, type: "keyword", modifiers: [] };
 * ```
 */
export interface SemanticToken {
  /** Where it is; a quoted value may span lines. */
  readonly span: Span;
  /** What it is, by the names of the Language Server Protocol. */
  readonly type: SemanticTokenType;
  /** `scope`: it does not decide what is in the slice. */
  readonly modifiers: readonly "scope"[];
}

/**
 * A qualifier is a `keyword` and its colon an `operator`; the name of an entity type is a `class`, that of a shape or a source
 * a `property`, a date a `number`, any other value a `string`; free text is a `comment`.
 *
 * @example
 * ```ts
 * const type: SemanticTokenType = "number";
 * ```
 */
export type SemanticTokenType = (typeof semanticTokenTypes)[number];

/** Every type of token, in the order of the legend. */
export const semanticTokenTypes = [
  "keyword",
  "operator",
  "class",
  "property",
  "string",
  "number",
  "comment",
] as const;

/** The tokens of a text, in order; none is empty, and none overlaps another. */
export function semanticTokensOf(text: string, options?: ParseOptions): readonly SemanticToken[] {
  return parse(text, options).query.terms.flatMap(tokensOf);
}

function tokensOf(term: Term): readonly SemanticToken[] {
  if (term.kind === "text") return [{ span: term.span, type: "comment", modifiers: ["scope"] }];
  const row = rowOf(term.qualifier);
  const modifiers: readonly "scope"[] = row.means === "nothing" ? ["scope"] : [];
  const { start } = term.span;
  const colon = start + term.qualifier.length;
  const tokens: readonly SemanticToken[] = [
    { span: { start, end: colon }, type: "keyword", modifiers },
    { span: { start: colon, end: colon + 1 }, type: "operator", modifiers },
    { span: term.value.span, type: valueType(row), modifiers },
  ];
  return tokens.filter(({ span }) => span.end > span.start);
}

function valueType({ means }: QualifierRow): SemanticTokenType {
  switch (means) {
    case "entity-type":
      return "class";
    case "name":
      return "property";
    case "date":
      return "number";
    case "nothing":
      return "string";
  }
}
