// Checks the words: those of the language are spelled only in the vocabulary, and no file names the machine it was made on.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { dateWords } from "../../src/vocabulary/dates.ts";
import { qualifiers } from "../../src/vocabulary/qualifiers.ts";
import { library, nodesOf, placeOf, root, type Source } from "./sources.ts";

/** The date word `now` is the name of an option and of a flag as well. */
const words: ReadonlySet<string> = new Set([
  ...qualifiers.map(({ word }) => word),
  ...[...dateWords.keys()].filter((word) => word !== "now"),
]);

/** Each is written so that it does not match itself. */
const forbidden: readonly RegExp[] = [
  /(?<![\w./-])\/(?:[w]ork|[h]ome|[r]oot|[U]sers|[t]mp)\/\w/,
  /[f]ile:\/\/\/\w/,
  /registry\.(?!npmjs\.org)[a-z0-9-]+\./,
  /_[a]uthToken/,
];

/** An address of the machine itself is a rest of a trial, except where containers, proxies and their ports are described. */
const ownAddress = /\b(?:[l]ocalhost|127\.0\.0\.[1]):\d/;
const containers = /^service\/(?:deploy\/(?:Dockerfile|README\.md|compose\.yaml)|docs\/production\.md)$/;

test("no word of a qualifier or a date is spelled outside the vocabulary and the files generated from it", () => {
  const outside = library.filter(({ path }) => !/^src\/(?:vocabulary|grammar)\//.test(path));
  expect(outside.flatMap(spelledWords)).toEqual([]);
});

test("no file contains a machine's path, a private registry or a token", () => {
  const found = projectFiles().flatMap((path) => {
    const lines = readFileSync(join(root, path), "utf8").split("\n");
    const wrong = containers.test(path) ? forbidden : [...forbidden, ownAddress];
    return lines.flatMap((line, at) =>
      wrong.some((word) => word.test(line))
        ? [`${path}:${String(at + 1)}: ${line.trim().slice(0, 120)}`]
        : [],
    );
  });
  expect(found).toEqual([]);
});

/** String literals that are such a word; types and keys of a syntax tree that TypeScript checks are excepted. */
function spelledWords(source: Source): readonly string[] {
  return [...nodesOf(source.tree)]
    .filter((node) => ts.isStringLiteralLike(node) && !ts.isLiteralTypeNode(node.parent))
    .filter((node) => ts.isStringLiteralLike(node) && words.has(node.text))
    .map((node) => `${placeOf(source, node)}: ${node.getText(source.tree)}`);
}

/** What is or could be committed: tracked files and new ones that are not ignored. */
function projectFiles(): readonly string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const paths = execFileSync("git", args, { cwd: root, encoding: "utf8" }).trimEnd().split("\n");
  return paths.filter((path) => existsSync(join(root, path)) && !/\.(?:png|gz|ico)$/.test(path));
}
