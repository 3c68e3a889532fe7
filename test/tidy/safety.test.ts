// Checks what keeps input from hiding in prototypes, from becoming markup and from overflowing the stack; eval and its like are errors of the linter.

import ts from "typescript";
import { describe, expect, test } from "vitest";
import { circlesIn, libraryProgram, programOf } from "./recursion.ts";
import {
  client,
  consolePages,
  library,
  nodesOf,
  placeOf,
  root,
  type Source,
  service,
  sourcesIn,
} from "./sources.ts";

const shipped: readonly Source[] = [
  ...library,
  ...service,
  ...client,
  ...consolePages,
  ...sourcesIn("editors/vscode/src"),
  ...sourcesIn("editors/playground"),
];

/** What no file has: a test of a node, and a text that it finds. */
const banned: Readonly<Record<string, readonly [matches: (node: ts.Node) => boolean, sample: string]>> = {
  "for…in, which reads what is inherited": [ts.isForInStatement, "for (const key in body) use(body[key])"],
  __proto__: [
    (node) =>
      (ts.isPropertyAccessExpression(node) && node.name.text === "__proto__") ||
      (ts.isStringLiteralLike(node) && node.text === "__proto__"),
    'body["__proto__"]',
  ],
  "a change of a prototype": [
    (node) =>
      ts.isCallExpression(node) && /^(?:Object|Reflect)\.setPrototypeOf$/u.test(node.expression.getText()),
    "Object.setPrototypeOf(body, null)",
  ],
  "HTML out of a text": [
    (node) =>
      ts.isPropertyAccessExpression(node) &&
      /^(?:innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment)$/u.test(node.name.text),
    "element.innerHTML = message",
  ],
};

describe("src, the service, the extension and the playground have no", () => {
  test.each(Object.entries(banned))("%s", (_, [matches, sample]) => {
    const found = shipped.flatMap((source) =>
      [...nodesOf(source.tree)].filter(matches).map((node) => placeOf(source, node)),
    );
    expect(found).toEqual([]);
    const tree = ts.createSourceFile("sample.ts", sample, ts.ScriptTarget.Latest, true);
    expect([...nodesOf(tree)].filter(matches)).not.toEqual([]);
  });
});

const program = libraryProgram();

/** The files in which one function can call itself, and what ends it. `test/hostile/depth.test.ts` tries each. */
const bounded: Readonly<Record<string, string>> = {
  "src/dates/instant.ts": "a date word stands for an offset, which is no word",
  "src/data/as-data.ts": "its depth: three levels",
  "src/backends/predicate/predicate.ts": "halves of a list: as many levels as its length has bits",
  "src/backends/sql/mysql.ts": "at most two keys with a hyphen, or the path is refused",
  "src/lsp/clock.ts": "a timer calls it, on a stack of its own",
  "src/lsp/project/project-catalog.ts": "a timer calls it, on a stack of its own",
};

describe("no function of src calls itself without a bound", () => {
  test("directly or through others, except for known functions with a bound", () => {
    const found = circlesIn(program, (path) => path.startsWith(`${root}/src/`));
    const files = found.map((circle) => circle.map((each) => each.replace(/: .*/u, "")).join(" and "));
    expect(files.toSorted()).toEqual(Object.keys(bounded).toSorted());
  });

  test.each([
    ["itself", "function depth(n) { return n.map(depth); }", [["sample.ts: depth"]]],
    [
      "another that calls it",
      "const a = (n) => b(n); function b(n) { return a(n); }",
      [["sample.ts: a", "sample.ts: b"]],
    ],
    ["itself as a method", "class Tree { size() { return this.size() + 1; } }", [["sample.ts: size"]]],
    ["itself as a member", "const walk = { into(n) { return walk.into(n.next); } };", [["sample.ts: into"]]],
    ["no one", "const a = (n) => b(n); function b(n) { return n; }", []],
  ])("and one that calls %s would be found", (_, text, circles) => {
    expect(circlesIn(programOf(text), (path) => path === "sample.ts")).toEqual(circles);
  });
});

test("no member is written whose name comes from outside, except for a few known ones", () => {
  const checker = program.getTypeChecker();
  const isList = (type: ts.Type): boolean =>
    type.getNumberIndexType() !== undefined && type.getStringIndexType() === undefined;
  const found = program.getSourceFiles().flatMap((file) => {
    if (!file.fileName.startsWith(`${root}/src/`)) return [];
    const written = [...nodesOf(file)]
      .flatMap(targetOf)
      .filter((each) => !isList(checker.getTypeAtLocation(each.expression)));
    return written.map(() => file.fileName.slice(root.length + 1));
  });
  // The names of the limits are asked for before.
  expect(found).toEqual(["src/vocabulary/limits.ts"]);
  const sample = ts.createSourceFile(
    "sample.ts",
    "into[key] = value; delete into[key];",
    ts.ScriptTarget.Latest,
    true,
  );
  expect([...nodesOf(sample)].flatMap(targetOf)).toHaveLength(2);
});

/** What is written to or deleted by a computed name. */
function targetOf(node: ts.Node): readonly ts.ElementAccessExpression[] {
  const isAssigned =
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    node.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
  const target = isAssigned ? node.left : ts.isDeleteExpression(node) ? node.expression : undefined;
  return target !== undefined && ts.isElementAccessExpression(target) ? [target] : [];
}
