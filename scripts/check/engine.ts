// The part of Chevrotain that reading CQL runs, as one module: its own functions, without those that no text ever calls.
//
// The grammar accepts every text, so which functions run depends on the grammar and the options, and not on the text: a few
// texts with every kind of token call them all. What they do not call (checks of grammars, error recovery, syntax trees,
// content assist, dozens of numbered methods) is left out, and whatever still refers to it throws.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type BuildOptions, build } from "esbuild";
import ts from "typescript";
import { root } from "./process.ts";

/** The module, and what is not in it. */
export interface Engine {
  readonly code: string;
  /** A line for each function that is left out, `file: name`, sorted. */
  readonly leftOut: readonly string[];
}

/** Makes the module. */
export async function makeEngine(): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), "slice-cql-engine-"));
  const whole = join(folder, "whole.mjs");
  const program = join(folder, "program.mjs");
  try {
    const contents = 'export { createToken, EmbeddedActionsParser, Lexer } from "chevrotain";';
    await build({ ...settings, stdin: { contents, resolveDir: root }, outfile: whole });
    const alias = { chevrotain: whole };
    const stdin = { contents: readingTexts, resolveDir: root };
    await build({ ...settings, stdin, outfile: program, alias, external: [whole] });
    const isCalled = await callsIn(whole, program, folder);
    const { code, leftOut } = prune(await readFile(whole, "utf8"), isCalled);
    // Bundled again, because functions that are left out were the only ones to call others.
    const pruned = { contents: code, resolveDir: root };
    const { outputFiles } = await build({ ...settings, stdin: pruned, banner: { js: notice }, write: false });
    return { code: withoutRemains(outputFiles[0]?.text ?? ""), leftOut };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const settings = {
  bundle: true,
  platform: "neutral",
  mainFields: ["module", "main"],
  format: "esm",
  target: "es2023",
  legalComments: "none",
  logLevel: "error",
} as const satisfies BuildOptions;

const notice = `// Parts of Chevrotain, under the Apache License 2.0: see NOTICE. Functions that slice-cql never calls are left out of it.`;

/** Every kind of token and of term, at the start, in the middle and at the end; nothing at all; and enough to grow what grows. */
const texts: readonly string[] = [
  "",
  " ",
  "a",
  ' type:A shape:"x y" \n sort: "p" b',
  'type:A type:"B"c',
  "type:",
  '"',
  '"\\',
  "\uffff \ud800\u00a0x",
  "source:😀 ".repeat(5_000),
];

/** A program that reads them. */
const readingTexts = `
  import { parseText } from "./src/syntax/parser.ts";
  for (const text of ${JSON.stringify(texts)}) parseText(text);
`;

/** Whether a function was called, by where it starts and ends. */
type IsCalled = (start: number, end: number) => boolean;

/**
 * Finds which functions of a module a program calls, the module's loading included. In a process of its own, as whoever builds may
 * load modules in another way or count calls for himself, as test runners do.
 */
async function callsIn(module: string, program: string, folder: string): Promise<IsCalled> {
  const coverage = join(folder, "coverage");
  const env = { ...process.env, NODE_V8_COVERAGE: coverage };
  await promisify(execFile)(process.execPath, [program], { env });
  const [report = ""] = await readdir(coverage);
  const { result }: Coverage = JSON.parse(await readFile(join(coverage, report), "utf8"));
  const functions = result.find(({ url }) => url === pathToFileURL(module).href)?.functions;
  if (functions === undefined) throw new Error("Node.js did not count the calls of Chevrotain's functions");
  // The first range is the function itself, the others are blocks in it.
  const called = new Set(
    functions.flatMap(({ ranges: [own] }) => (own !== undefined && own.count > 0 ? [keyOf(own)] : [])),
  );
  return (startOffset, endOffset) => called.has(keyOf({ startOffset, endOffset }));
}

/** What Node.js writes into the folder of NODE_V8_COVERAGE, as far as it is read here. */
interface Coverage {
  readonly result: readonly { readonly url: string; readonly functions: readonly CalledFunction[] }[];
}

interface CalledFunction {
  readonly ranges: readonly (Place & { readonly count: number })[];
}

interface Place {
  readonly startOffset: number;
  readonly endOffset: number;
}

function keyOf({ startOffset, endOffset }: Place): string {
  return `${String(startOffset)}-${String(endOffset)}`;
}

/** The code without the functions that are not called. */
function prune(code: string, isCalled: IsCalled): Engine {
  const file = ts.createSourceFile("whole.js", code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const leftOut: string[] = [];
  const pieces: string[] = [thrower];
  let done = 0;
  const visit = (node: ts.Node): void => {
    const start = node.getStart(file);
    const instead = replacementOf(node);
    if (instead === undefined || isCalled(start, node.end)) {
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
 * What stands for a function that is left out; none for what has to stay. To call a method that is not there throws as well,
 * but to read an accessor that is not there does not, so these stay.
 */
function replacementOf(node: ts.Node): string | undefined {
  if (ts.isMethodDeclaration(node))
    return ts.isClassLike(node.parent) ? "" : `${node.name.getText()}: leftOut`;
  if (ts.isFunctionDeclaration(node)) return `function ${node.name?.text ?? ""}() { leftOut(); }`;
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node) ? "leftOut" : undefined;
}

/**
 * The code without what only functions that are left out referred to, and no bundler may drop: the enums of TypeScript, each
 * filled by a function when the module is loaded, and members of objects that are left out, such as the error messages.
 */
function withoutRemains(code: string): string {
  const file = ts.createSourceFile("pruned.js", code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const uses = new Map<string, number>();
  const remains: { readonly pos: number; readonly end: number }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) uses.set(node.text, (uses.get(node.text) ?? 0) + 1);
    if (ts.isObjectLiteralExpression(node))
      for (const [index, member] of node.properties.entries())
        if (isLeftOut(member))
          remains.push({ pos: member.pos, end: node.properties[index + 1]?.pos ?? member.end });
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const statement of file.statements) {
    const name = enumFilledBy(statement);
    // Declared once, and twice in `name || (name = {})`.
    if (name !== undefined && uses.get(name) === 3) remains.push(statement);
  }
  return remains
    .toSorted((a, b) => b.pos - a.pos)
    .reduce((text, { pos, end }) => text.slice(0, pos) + text.slice(end), code);
}

function isLeftOut(member: ts.ObjectLiteralElementLike): boolean {
  return ts.isPropertyAssignment(member) && member.initializer.getText() === "leftOut";
}

/** `(function (e) { … })(name || (name = {}));` */
function enumFilledBy(statement: ts.Statement): string | undefined {
  if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) return undefined;
  const [filled] = statement.expression.arguments;
  if (filled === undefined || !ts.isBinaryExpression(filled) || !ts.isIdentifier(filled.left))
    return undefined;
  return filled.operatorToken.kind === ts.SyntaxKind.BarBarToken ? filled.left.text : undefined;
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
