// Checks the built playground: it is small, makes no requests, and is built from the package's entries.

import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { gzipSync } from "node:zlib";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { packSamples, unpackSamples } from "../../editors/playground/model/packed.ts";
import { type PlaygroundFile, playgroundFiles } from "../../scripts/playground/build.ts";
import { playgroundData } from "../../scripts/playground/data.ts";
import { importsOf, nodesOf, placeOf, root, sourcesIn, targetOf } from "../tidy/sources.ts";

/** Bytes, of all files together. */
const most = 1_500_000;
const mostZipped = 420_000;

const files: readonly PlaygroundFile[] = playgroundFiles();
const sources = sourcesIn("editors/playground");

test("building the playground twice gives the same bytes", () => {
  expect(playgroundFiles()).toEqual(files);
});

test("the playground is small", () => {
  const sizes = files.map(({ text }) => Buffer.byteLength(text));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(most);
  const zipped = files.map(({ text }) => gzipSync(text).length);
  expect(zipped.reduce((sum, size) => sum + size, 0)).toBeLessThan(mostZipped);
});

test("the page and its styles reference no other site, and the page's policy allows none", () => {
  // The pages of the documentation speak of addresses, but lead to none.
  const page = files.flatMap(({ path, text }) => {
    if (/(?:index\.html|\.css)$/.test(path)) return [text];
    return path.endsWith(".html") ? (text.match(/ (?:src|href|srcset|action)="[^"]*"/g) ?? []) : [];
  });
  const addresses = page.join("").match(/(?:https?:)?\/\/[\w.-]+/g) ?? [];
  expect(addresses.filter((address) => address !== "http://www.w3.org")).toEqual([]);
  const html = readFileSync(join(root, "editors/playground/index.html"), "utf8");
  expect(html).toContain("default-src 'none'; script-src 'self';");
});

test("the targets of the page's links exist", () => {
  const html = readFileSync(join(root, "editors/playground/index.html"), "utf8");
  const links = [...html.matchAll(/(?:href|src)="(?!data:|#)([^"]+)"/g)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThan(4);
  const built = new Set(files.map(({ path }) => path));
  const isThere = (path: string): boolean => built.has(path) || existsSync(join(root, path));
  expect(links.filter((link) => !isThere(posix.join("docs/playground", link)))).toEqual([]);
});

test("every bundled part has its licence next to it", () => {
  const licences = files.find(({ path }) => path.endsWith("LICENSES.txt"))?.text ?? "";
  for (const name of ["@codemirror/view", "chevrotain", "date-fns", "@lezer/common", "date-fns-tz"])
    expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+, licensed under `, "m"));
  expect(licences).toContain("MIT");
  expect(licences).toContain("Apache License");
});

describe("the sources of the page", () => {
  test("import the package by its entries, except the command line's JSON scanner and the list of dialects", () => {
    const entered = sources
      .flatMap(importsOf)
      .map((each) => targetOf(each) ?? each.specifier)
      .filter((target) => !target.startsWith("editors/playground/"));
    const allowed =
      /^(?:src\/(?:index|cli\/input\/json-problem|backends\/sql\/dialects)\.ts|src\/exports\/[\w-]+\.ts|@codemirror\/(?:autocomplete|state|view))$/;
    expect(entered.filter((target) => !allowed.test(target))).toEqual([]);
  });

  test("have models that do not depend on the page", () => {
    const views = sources
      .filter(({ path }) => path.startsWith("editors/playground/model/"))
      .flatMap(importsOf)
      .filter((each) => targetOf(each)?.startsWith("editors/playground/view/"));
    expect(views).toEqual([]);
    const models = sources.filter(({ path }) => path.startsWith("editors/playground/model/"));
    expect(models.filter(({ text }) => /\b(?:document|window|location)\./.test(text))).toEqual([]);
  });

  test("create no element from text: data is never HTML", () => {
    const dangerous =
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(|new Function/;
    expect(sources.filter(({ text }) => dangerous.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test("keep to the sizes and the style of the library", () => {
    const odd = sources.filter(({ text }) => text.split("\n").length > 300 || !/^\/\/ .*[.:?]\n/.test(text));
    expect(odd.map(({ path }) => path)).toEqual([]);
    const isOdd = (node: ts.Node): boolean =>
      (ts.isFunctionLike(node) && node.getText().split("\n").length > 50) ||
      node.kind === ts.SyntaxKind.AnyKeyword ||
      ts.isNonNullExpression(node) ||
      ts.isExportAssignment(node) ||
      (ts.isAsExpression(node) && node.type.getText() !== "const");
    const found = sources.flatMap((each) =>
      [...nodesOf(each.tree)].filter(isOdd).map((node) => placeOf(each, node)),
    );
    expect(found).toEqual([]);
  });
});

describe("the data of the page", () => {
  const { samples, catalog } = playgroundData();
  const unpacked = unpackSamples(samples);
  const lines = readFileSync(join(root, "fixtures/debian/entities.ndjson"), "utf8").trimEnd().split("\n");

  test("has every entity of the fixture, with everything that a filter reads", () => {
    const expected = lines.map((line) => {
      const { type, shape_id, source_id, source_shape_id, created_at, package: name } = JSON.parse(line);
      return { type, shape_id, source_id, source_shape_id, created_at, package: name };
    });
    expect(unpacked.map(({ detail: _detail, ...sample }) => sample)).toEqual(expected);
  });

  test("describes each of them in a few words", () => {
    const first = (type: string): string | undefined =>
      unpacked.find((sample) => sample.type === type)?.detail;
    expect(first("Release")).toBe("1.2.1-1");
    expect(first("Package")).toBe("0.3.9-1+b1");
    expect(first("Bug")).toBe("#48948 in 2.0.2-4");
    expect(first("Vulnerability")).toBe("CVE-2013-1982 in 2:1.3.1-2+deb7u1");
    expect(unpacked.filter(({ detail }) => detail === "" || detail.includes("\n"))).toEqual([]);
  });

  test("has the whole catalog", () => {
    expect(catalog).toEqual(JSON.parse(readFileSync(join(root, "fixtures/debian/catalog.json"), "utf8")));
  });

  test("may have no entity or one", () => {
    expect(unpackSamples(packSamples([]))).toEqual([]);
    expect(unpackSamples(packSamples(unpacked.slice(0, 1)))).toEqual(unpacked.slice(0, 1));
  });
});
