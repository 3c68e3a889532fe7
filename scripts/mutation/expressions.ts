// Mistakes in expressions: operators, literals, calls, and the results of functions.
import ts from "typescript";
import { type Change, type Mutator, replaced } from "./mutation.ts";
import { wrongPatterns } from "./regular-expressions.ts";

/** What a condition chooses is chosen always or never; a loop is only never entered, as it would else not end. */
export const conditions: Mutator = (node, source) => {
  if (ts.isIfStatement(node)) return replaced(node.expression, source, alwaysOrNever);
  if (ts.isConditionalExpression(node)) return replaced(node.condition, source, alwaysOrNever);
  if (ts.isWhileStatement(node) || ts.isDoStatement(node)) return replaced(node.expression, source, never);
  if (ts.isForStatement(node) && node.condition) return replaced(node.condition, source, never);
  return [];
};

const never = { "condition false": "false" } as const;
const alwaysOrNever = { "condition true": "true", ...never } as const;

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
  const swapped = (otherOperators.get(operator) ?? []).map(
    (other) => [`${operator} to ${other}`, `(${left} ${other} ${right})`] as const,
  );
  const sides = { [`left of ${operator}`]: `(${left})`, [`right of ${operator}`]: `(${right})` };
  const isChoice = ["&&", "||", "??"].includes(operator);
  return replaced(node, source, { ...Object.fromEntries(swapped), ...(isChoice ? sides : {}) });
};

/** Without its sign or its negation, or in steps the other way. */
export const signs: Mutator = (node, source) => {
  if (ts.isPrefixUnaryExpression(node)) {
    const isSign = [ts.SyntaxKind.ExclamationToken, ts.SyntaxKind.MinusToken].includes(node.operator);
    const what = `${ts.tokenToString(node.operator) ?? ""} dropped`;
    return isSign ? replaced(node, source, { [what]: `(${node.operand.getText(source)})` }) : [];
  }
  if (!ts.isPostfixUnaryExpression(node)) return [];
  const isUp = node.operator === ts.SyntaxKind.PlusPlusToken;
  const operand = node.operand.getText(source);
  return replaced(node, source, isUp ? { "++ to --": `${operand}--` } : { "-- to ++": `${operand}++` });
};

/** Another literal: nothing in the place of something, and something in the place of nothing. */
export const literals: Mutator = (node, source) => {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return replaced(node, source, { "true to false": "false" });
  if (node.kind === ts.SyntaxKind.FalseKeyword) return replaced(node, source, { "false to true": "true" });
  if (ts.isStringLiteral(node) && node.text === "")
    return replaced(node, source, { "text filled": '"mutated"' });
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node))
    return replaced(node, source, { "text emptied": '""' });
  if (ts.isRegularExpressionLiteral(node))
    return wrongPatterns(node.text).flatMap((pattern) => replaced(node, source, { pattern }));
  if (ts.isArrayLiteralExpression(node)) {
    const isEmpty = node.elements.length === 0;
    return replaced(node, source, isEmpty ? { "list filled": '["mutated"]' } : { "list emptied": "[]" });
  }
  if (ts.isObjectLiteralExpression(node) && node.properties.length > 0)
    return replaced(node, source, { "object emptied": "{}" });
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
    return replaced(node.questionDotToken, source, { "?. to .": "." });
  if (ts.isElementAccessChain(node) && node.questionDotToken)
    return replaced(node.questionDotToken, source, { "?.[ to [": "" });
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { name, expression } = node.expression;
  const other = otherMethods.get(name.text);
  const swapped = other === undefined ? [] : replaced(name, source, { [`${name.text} to ${other}`]: other });
  const what = `${name.text} dropped`;
  const left: Change = { start: expression.getEnd(), end: node.getEnd(), text: "", what };
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
  const others = ["undefined", "true", "false"].filter((other) => other !== result.getText(source));
  return replaced(result, source, Object.fromEntries(others.map((other) => [`result ${other}`, other])));
};
