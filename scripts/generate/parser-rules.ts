// The rules of the parser that runs, in the form in which the productions of `grammar/cql.ebnf` are read.

import type { SerializedPart } from "../../src/grammar/types.ts";
import type { EbnfExpression, Production } from "./ebnf.ts";

/** What each rule of a serialized grammar stands for, by its name; a token goes by its name in lower case. */
export function rulesOf(grammar: readonly SerializedPart[]): ReadonlyMap<string, EbnfExpression> {
  return new Map(grammar.map((rule) => [nameOf(rule), sequenceOf(rule)]));
}

/** The productions, with the parser's own rule wherever it has one of that name. */
export function asParsed(
  productions: readonly Production[],
  grammar: readonly SerializedPart[],
): readonly Production[] {
  const rules = rulesOf(grammar);
  return productions.map((each) => ({ ...each, expression: rules.get(each.name) ?? each.expression }));
}

function sequenceOf({ definition = [] }: SerializedPart): EbnfExpression {
  const items = definition.map(expressionOf);
  const [only] = items;
  return only !== undefined && items.length === 1 ? only : { kind: "sequence", items };
}

function expressionOf(part: SerializedPart): EbnfExpression {
  switch (part.type) {
    case "NonTerminal":
    case "Terminal":
      return { kind: "name", text: nameOf(part).toLowerCase() };
    case "Alternation":
      return { kind: "choice", items: (part.definition ?? []).map(sequenceOf) };
    case "Option":
      return { kind: "optional", item: sequenceOf(part) };
    case "Repetition":
      return { kind: "repeated", item: sequenceOf(part) };
    default:
      throw new Error(`the grammar has a ${part.type}, which cannot be drawn yet`);
  }
}

function nameOf({ type, name }: SerializedPart): string {
  if (name === undefined) throw new Error(`a ${type} without a name`);
  return name;
}
