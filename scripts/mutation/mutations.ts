// All mutations of a file, in the order of its text.
import ts from "typescript";
import { calls, conditions, literals, operators, results, signs } from "./expressions.ts";
import type { Mutation, Mutator } from "./mutation.ts";
import { emptied, missing } from "./statements.ts";

const mutators: readonly Mutator[] = [
  conditions,
  operators,
  signs,
  literals,
  calls,
  results,
  missing,
  emptied,
];

/** What can be made wrong in a file; the same text is never made twice. */
export function mutationsOf(path: string, text: string): readonly Mutation[] {
  const source = parsed(path, text);
  const found = new Map<string, Mutation>();
  const visit = (node: ts.Node): void => {
    if (isIdle(node)) return;
    for (const mutation of mutators.flatMap((mutator) => mutator(node, source)))
      found.set(`${String(mutation.start)} ${String(mutation.end)} ${mutation.text}`, mutation);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found.values()].toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** The tree of a file, whose nodes know their parents. */
export function parsed(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
}

/** Types are gone when the code runs; the documentation of a rule is never run. */
function isIdle(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  return ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === "docs";
}
