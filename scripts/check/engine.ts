// The part of Chevrotain that reading CQL runs, as one module: its own functions, without those that no text ever calls.
//
// The grammar accepts every text, so which functions run depends on the grammar and the options, and not on the text: a few
// texts with every kind of token call them all. What they do not call (checks of grammars, error recovery, syntax trees,
// content assist, dozens of numbered methods) is left out, and whatever still refers to it throws.

import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type BuildOptions, build } from "esbuild";
import ts from "typescript";
import { root } from "./process.ts";
import { type Calls, keyOf, type Place, type Pruned, prune } from "./prune.ts";

/** Makes the module. */
export async function makeEngine(): Promise<Pruned> {
  const folder = await mkdtemp(join(tmpdir(), "slice-cql-engine-"));
  const whole = join(folder, "whole.mjs");
  try {
    const contents = 'export { createToken, EmbeddedActionsParser, Lexer } from "chevrotain";';
    await build({ ...settings, stdin: { contents, resolveDir: root }, outfile: whole });
    const { code, leftOut } = prune(await readFile(whole, "utf8"), await callsIn(whole, folder));
    // Bundled again, because functions that are left out were the only ones to call others.
    const stdin = { contents: code, resolveDir: root };
    const mangleProps = new RegExp(`^(?:${(await ownNames(code)).join("|")})$`);
    const banner = { js: notice };
    const { outputFiles } = await build({ ...settings, stdin, mangleProps, banner, write: false });
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

/** A program that reads the texts. */
const reading = `
  import { parseText } from "./src/syntax/parser.ts";
  for (const text of ${JSON.stringify(texts)}) parseText(text);
`;

/**
 * Counts the calls of a module's functions while a program reads texts, the module's loading included. In a process of its own, as
 * a caller may load modules in another way or count calls itself, as test runners do.
 */
async function callsIn(module: string, folder: string): Promise<Calls> {
  const [program, coverage] = [join(folder, "program.mjs"), join(folder, "coverage")];
  const stdin = { contents: reading, resolveDir: root };
  const alias = { chevrotain: module };
  await build({ ...settings, stdin, outfile: program, alias, external: [module] });
  const env = { ...process.env, NODE_V8_COVERAGE: coverage };
  await promisify(execFile)(process.execPath, [program], { env });
  const [report = ""] = await readdir(coverage);
  const { result }: Coverage = JSON.parse(await readFile(join(coverage, report), "utf8"));
  const functions = result.find(({ url }) => url === pathToFileURL(module).href)?.functions;
  if (functions === undefined) throw new Error("Node.js did not count the calls of Chevrotain's functions");
  // The first range is the function itself, the others are blocks in it.
  return new Map(
    functions.flatMap(({ ranges: [own] }) => (own === undefined ? [] : [[keyOf(own), own.count]])),
  );
}

/** What Node.js writes into the folder of NODE_V8_COVERAGE, as far as it is read here. */
interface Coverage {
  readonly result: readonly { readonly url: string; readonly functions: readonly CalledFunction[] }[];
}

interface CalledFunction {
  readonly ranges: readonly (Place & { readonly count: number })[];
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
