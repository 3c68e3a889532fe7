// All mutations of a file, in the order of its text.
import ts from "typescript";
import { calls, conditions, literals, operators, results, signs } from "./expressions.ts";
import type { Change, Mutation, Mutator } from "./mutation.ts";
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

/** The mutations of a file; no two of them give the same text. */
export function mutationsOf(path: string, text: string): readonly Mutation[] {
  const source = parsed(path, text);
  const counts = new Map<string, number>();
  return source.statements.flatMap(declarationsOf).flatMap(({ name, node }) =>
    changesIn(node, source).map(({ start, end, text: to, what }) => {
      const kind = `${name}: ${what}`;
      const nth = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, nth);
      return { start, end, text: to, key: nth === 1 ? kind : `${kind}, ${String(nth)}` };
    }),
  );
}

/** The tree of a file, whose nodes know their parents. */
export function parsed(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
}

interface Declaration {
  readonly name: string;
  readonly node: ts.Node;
}

/** What is declared at the top of a file, a class by its members. Names further in are local: a key does not have them. */
function declarationsOf(node: ts.Statement): readonly Declaration[] {
  if (ts.isClassDeclaration(node)) {
    const own = node.name?.text ?? "class";
    return node.members.map((member) => ({
      name: `${own}.${nameOf(member) ?? "constructor"}`,
      node: member,
    }));
  }
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.map((each) => ({ name: each.name.getText(), node: each }));
  return [{ name: nameOf(node) ?? "file", node }];
}

function nameOf(node: ts.Node): string | undefined {
  const name = ts.isFunctionDeclaration(node) || ts.isClassElement(node) ? node.name : undefined;
  return name?.getText();
}

function changesIn(declaration: ts.Node, source: ts.SourceFile): readonly Change[] {
  const found = new Map<string, Change>();
  const visit = (node: ts.Node): void => {
    if (isIdle(node)) return;
    for (const change of mutators.flatMap((mutator) => mutator(node, source))) {
      const place = `${String(change.start)} ${String(change.end)} ${change.text}`;
      if (!found.has(place)) found.set(place, change);
    }
    ts.forEachChild(node, visit);
  };
  visit(declaration);
  return [...found.values()].toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** Types are gone when the code runs; the documentation of a rule is never run. */
function isIdle(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  return ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === "docs";
}
