// Checks the style rules that no linter has: how files open, what is documented, how often types are asserted.

import ts from "typescript";
import { expect, test } from "vitest";
import {
  client,
  consolePages,
  extractorTests,
  library,
  nodesOf,
  placeOf,
  type Source,
  service,
  sourcesIn,
} from "./sources.ts";

/** Maximum type assertions (`as`, but for `as const`) in the products; each says why the line above it. */
const assertions = 12;

/** What is delivered. */
const products: readonly Source[] = [...library, ...service, ...client, ...consolePages];
/** Of these, what reads no answers of a server, for which there are only promises. */
const checked: readonly Source[] = [...library, ...service];
const everything: readonly Source[] = [
  ...products,
  ...[
    "test",
    "service/test",
    "scripts",
    "packages/client/test",
    "packages/client/scripts",
    "packages/console/scripts",
  ].flatMap(sourcesIn),
  ...extractorTests,
];

test("a file opens with a sentence that says what it is for", () => {
  // An entry says it in the comment that the reference shows.
  const opening = /^(?:#!.*\n)?(?:(?:\/\/ .*\n)*\/\/ |\/\*\*\n \* ).*[.:?]\n/;
  const silent = everything.filter(({ text }) => !opening.test(text));
  expect(silent.map(({ path }) => path)).toEqual([]);
});

test("every export of src, of the service, of its client and of its console has a doc comment", () => {
  const isBare = (node: ts.Node): boolean => isExported(node) && !isDocumented(node) && !isOverloaded(node);
  expect(find(products, isBare)).toEqual([]);
});

test("no entry exports everything of another file", () => {
  expect(find(library, (node) => ts.isExportDeclaration(node) && node.exportClause === undefined)).toEqual(
    [],
  );
});

test(`there are at most ${String(assertions)} type assertions`, () => {
  const found = find(checked, (node) => ts.isAsExpression(node) && node.type.getText() !== "const");
  expect(found.slice(assertions)).toEqual([]);
  const lines = new Map(checked.map(({ path, text }) => [path, text.split("\n")]));
  const bare = found.filter((place) => {
    const [path = "", line = ""] = place.split(":");
    return lines.get(path)?.[Number(line) - 2]?.trimStart().startsWith("// ") !== true;
  });
  expect(bare).toEqual([]);
});

test("no compiler or linter is silenced", () => {
  const silenced = products.filter(({ text }) =>
    /@ts-(?:ignore|expect-error|nocheck)|(?:oxlint|biome)-(?:disable|ignore)|v8 ignore/.test(text),
  );
  expect(silenced.map(({ path }) => path)).toEqual([]);
});

test("interfaces, and the types of parameters and results, are readonly", () => {
  const writable = (node: ts.Node): boolean =>
    ts.isPropertySignature(node) && !has(node, ts.SyntaxKind.ReadonlyKeyword) && !isLocalOrPattern(node);
  expect(find(products, writable)).toEqual([]);
});

function find(sources: readonly Source[], matches: (node: ts.Node) => boolean): readonly string[] {
  return sources.flatMap((source) =>
    [...nodesOf(source.tree)].filter(matches).map((node) => `${placeOf(source, node)}: ${firstLine(node)}`),
  );
}

function firstLine(node: ts.Node): string {
  return node.getText().split("\n")[0] ?? "";
}

function has(node: ts.Node, kind: ts.SyntaxKind): boolean {
  return (
    ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((modifier) => modifier.kind === kind)
  );
}

/** Overloads share the comment of the first one, re-exports that of their declaration. */
function isExported(node: ts.Node): boolean {
  return has(node, ts.SyntaxKind.ExportKeyword) && !ts.isExportDeclaration(node);
}

/** The overloads are what is exported, and not the body that serves them. */
function isOverloaded(node: ts.Node): boolean {
  if (!ts.isFunctionDeclaration(node) || node.body === undefined) return false;
  return node
    .getSourceFile()
    .statements.some(
      (other) =>
        ts.isFunctionDeclaration(other) && other.body === undefined && other.name?.text === node.name?.text,
    );
}

function isDocumented(node: ts.Node): boolean {
  return ts
    .getJSDocCommentsAndTags(node)
    .some((comment) => ts.isJSDoc(comment) && comment.comment !== undefined);
}

/** A function may fill in a variable of its own; and `Extract<T, { kind: "a" }>` only selects. */
function isLocalOrPattern(node: ts.Node): boolean {
  const { parent } = node.parent;
  if (ts.isTypeReferenceNode(parent)) return /^(?:Extract|Exclude)$/.test(parent.typeName.getText());
  return ts.isVariableDeclaration(parent) && !ts.isSourceFile(parent.parent.parent.parent);
}
