// Mistakes in expressions: operators, literals, calls, and the results of functions.
import ts from "typescript";
import { type Mutation, type Mutator, replaced } from "./mutation.ts";
import { wrongPatterns } from "./regular-expressions.ts";

/** What a condition chooses is chosen always or never; a loop is only never entered, as it would else not end. */
export const conditions: Mutator = (node, source) => {
  if (ts.isIfStatement(node)) return replaced(node.expression, source, ["true", "false"]);
  if (ts.isConditionalExpression(node)) return replaced(node.condition, source, ["true", "false"]);
  if (ts.isWhileStatement(node) || ts.isDoStatement(node))
    return replaced(node.expression, source, ["false"]);
  if (ts.isForStatement(node) && node.condition) return replaced(node.condition, source, ["false"]);
  return [];
};

const otherOperators: ReadonlyMap<string, readonly string[]> = new Map([
  ["<", ["<=", ">="]],
  ["<=", ["<", ">"]],
  [">", [">=", "<="]],
  [">=", [">", "<"]],
  ["===", ["!=="]],
  ["!==", ["==="]],
  ["+", ["-"]],
  ["-", ["+"]],
  ["*", ["/"]],
  ["/", ["*"]],
  ["%", ["*"]],
  ["&", ["|"]],
  ["<<", [">>"]],
  ["+=", ["-="]],
  ["-=", ["+="]],
  ["&&", ["||"]],
  ["||", ["&&"]],
]);

/** Another operator; of `a && b` and the like also each side alone. */
export const operators: Mutator = (node, source) => {
  if (!ts.isBinaryExpression(node)) return [];
  const operator = node.operatorToken.getText(source);
  const [left, right] = [node.left.getText(source), node.right.getText(source)];
  const swapped = (otherOperators.get(operator) ?? []).map((other) => `(${left} ${other} ${right})`);
  const sides = ["&&", "||", "??"].includes(operator) ? [`(${left})`, `(${right})`] : [];
  return replaced(node, source, [...swapped, ...sides]);
};

/** Without its sign or its negation, or in steps the other way. */
export const signs: Mutator = (node, source) => {
  if (ts.isPrefixUnaryExpression(node)) {
    const isSign = [ts.SyntaxKind.ExclamationToken, ts.SyntaxKind.MinusToken].includes(node.operator);
    return isSign ? replaced(node, source, [`(${node.operand.getText(source)})`]) : [];
  }
  if (!ts.isPostfixUnaryExpression(node)) return [];
  const isUp = node.operator === ts.SyntaxKind.PlusPlusToken;
  return replaced(node, source, [`${node.operand.getText(source)}${isUp ? "--" : "++"}`]);
};

/** Another literal: nothing in the place of something, and something in the place of nothing. */
export const literals: Mutator = (node, source) => {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return replaced(node, source, ["false"]);
  if (node.kind === ts.SyntaxKind.FalseKeyword) return replaced(node, source, ["true"]);
  if (ts.isStringLiteral(node)) return replaced(node, source, [node.text === "" ? '"mutated"' : '""']);
  if (ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node))
    return replaced(node, source, ['""']);
  if (ts.isRegularExpressionLiteral(node)) return replaced(node, source, wrongPatterns(node.text));
  if (ts.isArrayLiteralExpression(node))
    return replaced(node, source, [node.elements.length === 0 ? '["mutated"]' : "[]"]);
  if (ts.isObjectLiteralExpression(node) && node.properties.length > 0) return replaced(node, source, ["{}"]);
  return [];
};

const otherMethods: ReadonlyMap<string, string> = new Map([
  ["some", "every"],
  ["every", "some"],
  ["startsWith", "endsWith"],
  ["endsWith", "startsWith"],
  ["toLowerCase", "toUpperCase"],
  ["toUpperCase", "toLowerCase"],
  ["min", "max"],
  ["max", "min"],
]);

const needlessMethods: ReadonlySet<string> = new Set(
  "filter toSorted slice trim trimEnd trimStart toLowerCase flat replace".split(" "),
);

/** Another method, or none; and no question whether there is anything to call. */
export const calls: Mutator = (node, source) => {
  if (ts.isPropertyAccessChain(node) && node.questionDotToken)
    return replaced(node.questionDotToken, source, ["."]);
  if (ts.isElementAccessChain(node) && node.questionDotToken)
    return replaced(node.questionDotToken, source, [""]);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { name, expression } = node.expression;
  const other = otherMethods.get(name.text);
  const swapped = other === undefined ? [] : replaced(name, source, [other]);
  const left: Mutation = { start: expression.getEnd(), end: node.getEnd(), text: "" };
  return needlessMethods.has(name.text) ? [...swapped, left] : swapped;
};

/** A function's result that is always the same. */
export const results: Mutator = (node, source) => {
  const result = ts.isReturnStatement(node)
    ? node.expression
    : ts.isArrowFunction(node) && !ts.isBlock(node.body)
      ? node.body
      : undefined;
  if (result === undefined) return [];
  const text = result.getText(source);
  return replaced(
    result,
    source,
    ["undefined", "true", "false"].filter((constant) => constant !== text),
  );
};
