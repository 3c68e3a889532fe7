// The part of Chevrotain that reading CQL runs, as one module: its own functions, without those that no text ever calls.
//
// The grammar accepts every text, so which functions run depends on the grammar and the options, and not on the text: a few
// texts with every kind of token call them all. What they do not call (checks of grammars, error recovery, syntax trees,
// content assist, dozens of numbered methods) is left out, and whatever still refers to it throws. Of a function that runs only
// while lexer and parser are built, which is the same for every text, the branches that are not taken are left out too, and so is the question
// if one of two is taken.
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
  try {
    const contents = 'export { createToken, EmbeddedActionsParser, Lexer } from "chevrotain";';
    await build({ ...settings, stdin: { contents, resolveDir: root }, outfile: whole });
    const { code, leftOut } = prune(await readFile(whole, "utf8"), {
      built: await callsIn(whole, [""], folder),
      read: await callsIn(whole, texts, folder),
    });
    // Bundled again, because functions that are left out were the only ones to call others.
    const stdin = { contents: code, resolveDir: root };
    const mangleProps = new RegExp(`^(?:${(await ownNames(code)).join("|")})$`);
    const { outputFiles } = await build({
      ...settings,
      stdin,
      mangleProps,
      banner: { js: notice },
      write: false,
    });
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

const notice = `// Parts of Chevrotain, under the Apache License 2.0: see NOTICE. What slice-cql never runs is left out of it, and its own properties have short names.`;

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

/** A program that reads texts. */
const reading = (given: readonly string[]): string => `
  import { parseText } from "./src/syntax/parser.ts";
  for (const text of ${JSON.stringify(given)}) parseText(text);
`;

/** How often the functions of a module were called, and the parts of them that never ran, by where they start and end. */
interface Calls {
  readonly counts: ReadonlyMap<string, number>;
  readonly unused: readonly Place[];
}

/**
 * Counts the calls of a module's functions while a program reads texts, the module's loading included. In a process of its own, as
 * a caller may load modules in another way or count calls itself, as test runners do.
 */
async function callsIn(module: string, given: readonly string[], folder: string): Promise<Calls> {
  const [program, coverage] = [join(folder, "program.mjs"), join(folder, `coverage-${String(given.length)}`)];
  const stdin = { contents: reading(given), resolveDir: root };
  const alias = { chevrotain: module };
  await build({ ...settings, stdin, outfile: program, alias, external: [module] });
  const env = { ...process.env, NODE_V8_COVERAGE: coverage };
  await promisify(execFile)(process.execPath, [program], { env });
  const [report = ""] = await readdir(coverage);
  const { result }: Coverage = JSON.parse(await readFile(join(coverage, report), "utf8"));
  const functions = result.find(({ url }) => url === pathToFileURL(module).href)?.functions;
  if (functions === undefined) throw new Error("Node.js did not count the calls of Chevrotain's functions");
  // The first range is the function itself, the others are blocks in it.
  return {
    counts: new Map(
      functions.flatMap(({ ranges: [own] }) => (own === undefined ? [] : [[keyOf(own), own.count]])),
    ),
    unused: functions.flatMap(({ ranges }) => ranges.slice(1).filter(({ count }) => count === 0)),
  };
}

/** What ran while lexer and parser were built to read nothing, and what ran to read the texts. */
interface Runs {
  readonly built: Calls;
  readonly read: Calls;
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

/** The code without the functions that are not called, and the branches that building never takes. */
function prune(code: string, { built, read }: Runs): Engine {
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
  if (ts.isFunctionLike(node) || ts.isNewExpression(node) || ts.isPostfixUnaryExpression(node)) return false;
  if (ts.isBinaryExpression(node) && /(?<![=!<>]|[=!]=)=$/u.test(node.operatorToken.getText())) return false;
  return !node.getChildren().some((child) => !hasNoEffect(child));
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

/**
 * The properties that only this code knows, which need no long names: not those of the platform, of the files that use it, nor any
 * that a string of it names.
 */
async function ownNames(code: string): Promise<readonly string[]> {
  const users = await Promise.all(
    ["tokens.ts", "parser.ts"].map(async (file) => await readFile(join(root, "src/syntax", file), "utf8")),
  );
  const known = new Set([...users.flatMap((text) => text.match(/\w+/gu) ?? []), ...platformNames()]);
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) known.add(node.text);
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.name)) names.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("pruned.js", code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS));
  return [...names].filter((name) => /^\w{4,}$/u.test(name) && !known.has(name)).toSorted();
}

/** The properties of everything that the platform has, and of the results of regular expressions and iterators. */
function platformNames(): readonly string[] {
  const globals = Object.getOwnPropertyNames(globalThis).map((name): unknown =>
    Reflect.get(globalThis, name),
  );
  const owners = globals.flatMap((value) =>
    typeof value === "function" ? [value, value.prototype] : [value],
  );
  const names = owners
    .filter((owner) => owner instanceof Object)
    .flatMap((owner) => Object.getOwnPropertyNames(owner));
  return [...names, "groups", "index", "input", "lastIndex", "done", "value", "next"];
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
