// A module without the functions that are never called, and what only they and branches that are never taken have.
import { relative } from "node:path";
import ts from "typescript";

/** A pruned module, and what is not in it. */
export interface Pruned {
  readonly code: string;
  /** A line for each function that is left out, `file: name`, sorted. */
  readonly leftOut: readonly string[];
}

/** How often the functions of a module were called, and the parts of them that never ran, by where they start and end. */
export interface Calls {
  readonly counts: ReadonlyMap<string, number>;
  readonly unused: readonly Place[];
}

/** What ran while lexer and parser were built to read nothing, and what ran to read the texts. */
export interface Runs {
  readonly built: Calls;
  readonly read: Calls;
}

/** A part of the code. */
export interface Place {
  readonly startOffset: number;
  readonly endOffset: number;
}

/** A function by where it is. */
export function keyOf({ startOffset, endOffset }: Place): string {
  return `${String(startOffset)}-${String(endOffset)}`;
}

/** The code without the functions that are not called, and the branches that building never takes. */
export function prune(code: string, { built, read }: Runs): Pruned {
  const file = ts.createSourceFile("whole.js", code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const leftOut: string[] = [];
  const pieces: string[] = [thrower];
  let done = 0;
  const leaveOut = (node: ts.Node, start: number, instead: string, name: string): void => {
    leftOut.push(`${originOf(code, start)}: ${name}`);
    pieces.push(code.slice(done, start), instead);
    done = node.end;
  };
  /** `within` is the name of the function around the node, if it runs only while lexer and parser are built. */
  const visit = (node: ts.Node, within: string | undefined): void => {
    const start = node.getStart(file);
    const key = keyOf({ startOffset: start, endOffset: node.end });
    const instead = replacementOf(node);
    const calls = read.counts.get(key) ?? 0;
    const isUnused = ({ startOffset, endOffset }: Place): boolean =>
      startOffset <= start && endOffset >= node.end;
    const only = within !== undefined && ts.isIfStatement(node) ? onlyBranch(node, read.unused) : undefined;
    if (only !== undefined) {
      leftOut.push(`${originOf(code, start)}: ${within ?? ""}, a branch`);
      pieces.push(code.slice(done, start));
      done = only.pos;
      visit(only, within);
      pieces.push(code.slice(done, only.end));
      done = node.end;
    } else if (instead !== undefined && calls === 0) leaveOut(node, start, instead, nameOf(node));
    else if (isBranch(node) && (within !== undefined || isSetting(node)) && read.unused.some(isUnused))
      leaveOut(node, start, "{ leftOut(); }", `${within ?? "while reading"}, a branch`);
    else {
      const isBuilding = calls === built.counts.get(key);
      const own = ts.isFunctionLike(node) ? (isBuilding ? nameOf(node) : undefined) : within;
      ts.forEachChild(node, (child) => visit(child, own));
    }
  };
  visit(file, undefined);
  return { code: pieces.join("") + code.slice(done), leftOut: leftOut.toSorted() };
}

/**
 * Whether an `if` asks for what the definitions of lexer and parser alone decide, or leads to the report of an error that no text has,
 * by a function that is left out.
 */
function isSetting({ parent }: ts.Node): boolean {
  return ts.isIfStatement(parent) && settingNames.test(parent.expression.getText());
}

const settingNames =
  /^!?(?:imageLength !== -1|this\.tokenMatcher\(nextToken, tokType\) === true|modeStack\.length === 1 && .*|group === false|(?:this\.)?(?:hasCustom|isOptimizedMode|longerAlt !== void 0|pushMode !== void 0|recoveryEnabled|trackLines === true && .*|currCharCodeToPatternIdxToConfig && modeCanBeOptimized))$/s;

/** Whether a node is what an `if` does, or does not, or a block that may not run. */
function isBranch(node: ts.Node): boolean {
  if (ts.isSourceFile(node) || ts.isIfStatement(node)) return false;
  const { parent } = node;
  if (ts.isIfStatement(parent)) return parent.expression !== node;
  return ts.isBlock(node) && (ts.isIterationStatement(parent, false) || ts.isCatchClause(parent));
}

/** What an `if` always does, where its condition has no effect of its own. */
function onlyBranch(
  { expression, thenStatement, elseStatement }: ts.IfStatement,
  unused: readonly Place[],
): ts.Statement | undefined {
  const isUnused = (node: ts.Node): boolean =>
    unused.some(({ startOffset, endOffset }) => startOffset <= node.getStart() && endOffset >= node.end);
  if (elseStatement === undefined || !hasNoEffect(expression)) return undefined;
  if (isUnused(thenStatement)) return elseStatement;
  return isUnused(elseStatement) ? thenStatement : undefined;
}

/** Whether an expression only compares and reads. */
function hasNoEffect(node: ts.Node): boolean {
  if (ts.isCallExpression(node) && !node.expression.getText().endsWith(".includes")) return false;
  if (ts.isFunctionLike(node) || ts.isNewExpression(node) || ts.isDeleteExpression(node)) return false;
  if (ts.isPostfixUnaryExpression(node) || /^(?:\+\+|--)/u.test(node.getText())) return false;
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return false;
  return !node.getChildren().some((child) => !hasNoEffect(child));
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

const thrower = `function leftOut() { throw new Error("Chevrotain: left out of slice-cql"); }\n`;

/**
 * What stands for a function that is left out; none for what has to stay. Calling a missing method throws as well,
 * but reading a missing accessor does not, so these stay.
 */
function replacementOf(node: ts.Node): string | undefined {
  if (ts.isMethodDeclaration(node))
    return ts.isClassLike(node.parent) ? "" : `${node.name.getText()}: leftOut`;
  if (ts.isFunctionDeclaration(node)) return `function ${node.name?.text ?? ""}() { leftOut(); }`;
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node) ? "leftOut" : undefined;
}

/** Its own name or that of what it is assigned to, after that of its class. */
function nameOf(node: ts.Node): string {
  const named = ts.isArrowFunction(node) || ts.isFunctionExpression(node) ? node.parent : node;
  const isNamed = ts.isMethodDeclaration(named) || ts.isFunctionDeclaration(named);
  const name =
    isNamed || ts.isPropertyAssignment(named) || ts.isVariableDeclaration(named)
      ? named.name?.getText()
      : undefined;
  return `${ownerOf(node)}${name ?? "(anonymous)"}`;
}

/** The class of a method and a full stop. esbuild writes a class as an expression that is assigned to its name. */
function ownerOf({ parent }: ts.Node): string {
  if (!ts.isClassLike(parent)) return "";
  const named = ts.isVariableDeclaration(parent.parent) ? parent.parent : parent;
  return `${named.name?.getText() ?? "(anonymous)"}.`;
}

/** The file that a place of the bundle came from, by esbuild's comment above it. */
function originOf(code: string, at: number): string {
  const comment = "\n// ";
  const start = code.lastIndexOf(`${comment}node_modules/`, at);
  const line = code.slice(start + comment.length, code.indexOf("\n", start + comment.length));
  return relative("node_modules", line);
}
