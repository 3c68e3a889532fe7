// A module without the functions that are never called, and what only they have.

import { relative } from "node:path";
import ts from "typescript";

/** A pruned module, and what is not in it. */
export interface Pruned {
  readonly code: string;
  /** A line for each function that is left out, `file: name`, sorted. */
  readonly leftOut: readonly string[];
}

/** How often the functions of a module were called, by where they are. */
export type Calls = ReadonlyMap<string, number>;

/** A part of the code. */
export interface Place {
  readonly startOffset: number;
  readonly endOffset: number;
}

/** A function by where it is. */
export function keyOf({ startOffset, endOffset }: Place): string {
  return `${String(startOffset)}-${String(endOffset)}`;
}

/** The code without the functions that are not called. */
export function prune(code: string, calls: Calls): Pruned {
  const file = ts.createSourceFile("whole.js", code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const leftOut: string[] = [];
  const pieces: string[] = [thrower];
  let done = 0;
  const visit = (node: ts.Node): void => {
    const start = node.getStart(file);
    const instead = replacementOf(node);
    if (instead === undefined || (calls.get(keyOf({ startOffset: start, endOffset: node.end })) ?? 0) > 0) {
      ts.forEachChild(node, visit);
      return;
    }
    leftOut.push(`${originOf(code, start)}: ${nameOf(node)}`);
    pieces.push(code.slice(done, start), instead);
    done = node.end;
  };
  visit(file);
  return { code: pieces.join("") + code.slice(done), leftOut: leftOut.toSorted() };
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
