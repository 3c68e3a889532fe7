// Finds the functions that can call themselves, directly or through others, with the type checker of TypeScript.

import { join } from "node:path";
import ts from "typescript";
import { nodesOf, root } from "./sources.ts";

/** A circle of functions, each as `path: name`, in alphabetical order. */
export type Circle = readonly string[];

/** The circles of functions in a program. One that calls itself is a circle of one; to hand a function on counts as a call. */
export function circlesIn(program: ts.Program, isOwn: (path: string) => boolean): readonly Circle[] {
  const checker = program.getTypeChecker();
  const graph = new Map<ts.Node, Set<ts.Node>>();
  const names = new Map<ts.Node, string>();
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile || !isOwn(file.fileName)) continue;
    for (const node of nodesOf(file)) {
      const owner = ts.isIdentifier(node) ? ownerOf(node) : undefined;
      if (owner === undefined) continue;
      names.set(owner, `${file.fileName.replace(`${root}/`, "")}: ${nameOf(owner)}`);
      const target = functionOf(checker, node);
      if (target === undefined || target.getSourceFile().isDeclarationFile) continue;
      const targets = graph.get(owner) ?? new Set();
      graph.set(owner, targets.add(target));
    }
  }
  return circles(graph).map((circle) => circle.map((node) => names.get(node) ?? nameOf(node)).toSorted());
}

/** A program of the files of the library. */
export function libraryProgram(): ts.Program {
  const path = join(root, "tsconfig.json");
  const { config } = ts.readConfigFile(path, (name) => ts.sys.readFile(name));
  const { options } = ts.parseJsonConfigFileContent(
    { ...Object(config), include: ["src"], exclude: [] },
    ts.sys,
    root,
  );
  const files = ts.sys.readDirectory(join(root, "src"), [".ts"]);
  return ts.createProgram(files, options);
}

/** A program of one text, to try the search on. */
export function programOf(text: string): ts.Program {
  const file = ts.createSourceFile("sample.ts", text, ts.ScriptTarget.Latest, true);
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost({}),
    getSourceFile: (name) => (name === "sample.ts" ? file : undefined),
  };
  return ts.createProgram(["sample.ts"], { noLib: true }, host);
}

type NamedFunction = ts.FunctionLikeDeclaration;

/** The innermost function with a name around a node; a nameless one belongs to the one that it is in. */
function ownerOf(node: ts.Node): NamedFunction | undefined {
  for (let at = node.parent; at !== undefined && !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionLike(at) && "body" in at && hasName(at)) return at;
  }
  return undefined;
}

function hasName(node: ts.SignatureDeclaration): node is NamedFunction {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node)
    ? ts.isVariableDeclaration(node.parent) ||
        ts.isPropertyAssignment(node.parent) ||
        ts.isPropertyDeclaration(node.parent)
    : node.name !== undefined;
}

function nameOf(node: ts.Node): string {
  const named = ts.isFunctionLike(node) && node.name === undefined ? node.parent : node;
  return "name" in named && typeof named.name === "object" && named.name !== null && "getText" in named.name
    ? (ts.getNameOfDeclaration(Object(named))?.getText() ?? "?")
    : "?";
}

/** The function that an identifier refers to, if it does, and is not where that is declared. */
function functionOf(checker: ts.TypeChecker, node: ts.Node): ts.Node | undefined {
  let symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0)
    symbol = checker.getAliasedSymbol(symbol);
  for (const declaration of symbol?.declarations ?? []) {
    if ("name" in declaration && declaration.name === node) continue;
    if (ts.isFunctionLike(declaration) && "body" in declaration && declaration.body !== undefined)
      return declaration;
    const value = "initializer" in declaration ? declaration.initializer : undefined;
    const inner = unwrapped(value);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function unwrapped(value: unknown): ts.Node | undefined {
  const node: ts.Node | undefined = typeof value === "object" && value !== null ? Object(value) : undefined;
  return node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) ? node : undefined;
}

/** The strongly connected parts of more than one node, and the nodes that point to themselves. */
function circles(graph: ReadonlyMap<ts.Node, ReadonlySet<ts.Node>>): readonly (readonly ts.Node[])[] {
  const reaches = (from: ts.Node): ReadonlySet<ts.Node> => {
    const found = new Set<ts.Node>();
    const left = [...(graph.get(from) ?? [])];
    for (let node = left.pop(); node !== undefined; node = left.pop()) {
      if (found.has(node)) continue;
      found.add(node);
      left.push(...(graph.get(node) ?? []));
    }
    return found;
  };
  const reached = new Map([...graph.keys()].map((node) => [node, reaches(node)] as const));
  const done = new Set<ts.Node>();
  const parts: ts.Node[][] = [];
  for (const [node, all] of reached) {
    if (done.has(node) || !all.has(node)) continue;
    const part = [...all].filter((other) => reached.get(other)?.has(node) === true);
    for (const each of part) done.add(each);
    parts.push(part);
  }
  return parts;
}
