// Holds the wall around the service: it has the toolkit by name, as anybody has, and the toolkit knows nothing of it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import serviceManifest from "../../service/package.json" with { type: "json" };
import { extractorTests, type Import, importsOf, root, service, sourcesIn, targetOf } from "./sources.ts";

const everywhere: readonly Import[] = ["service/bench", "service/test"]
  .flatMap(sourcesIn)
  .concat(service, extractorTests)
  .flatMap(importsOf);
const inside: readonly Import[] = service.flatMap(importsOf);

/** What the tests have besides: their own packages, and from the root the runner, the browser and what it needs. */
const forTests: readonly string[] = [
  "vitest",
  "ajv",
  "esbuild",
  "playwright-core",
  ...Object.keys(serviceManifest.devDependencies),
];

test("no file of the service imports one outside of its folder", () => {
  expect(everywhere.length).toBeGreaterThan(0);
  expect(everywhere.filter(isOutside).map(describeImport)).toEqual([]);
});

test("an import that leaves it is found", () => {
  const [first] = everywhere;
  if (first === undefined) throw new Error("The service imports nothing.");
  const from = { ...first.from, path: "service/src/http/a.ts" };
  const specifiers = [
    "../../../src/index.ts",
    "../../../dist/index.js",
    "/srv/a.ts",
    "../../package.json",
    "fastify",
  ];
  const found = specifiers.filter((specifier) => isOutside({ from, specifier }));
  expect(found).toEqual(["../../../src/index.ts", "../../../dist/index.js", "/srv/a.ts"]);
});

test("the service imports only packages that it depends on, and its tests the tools of the root as well", () => {
  const packages = (imports: readonly Import[]): readonly string[] =>
    [...new Set(imports.filter((each) => targetOf(each) === undefined).map(packageOf))]
      .filter((name) => !name.startsWith("node:"))
      .toSorted();
  const own = Object.keys(serviceManifest.dependencies);
  expect(packages(inside).filter((name) => !own.includes(name))).toEqual([]);
  expect(packages(everywhere).filter((name) => ![...own, ...forTests].includes(name))).toEqual([]);
});

test("every imported file of the service exists", () => {
  const targets = everywhere.flatMap((each) => targetOf(each) ?? []);
  expect(targets.length).toBeGreaterThan(0);
  for (const target of targets) expect(() => readFileSync(join(root, target))).not.toThrow();
});

test("the toolkit does not import the service, and does not install what only the service needs", () => {
  const toolkit = ["src", "scripts", "editors/playground", "editors/vscode/src"]
    .flatMap(sourcesIn)
    .flatMap(importsOf);
  const reaching = toolkit.filter((each) => /(?:^|\/)service\//u.test(targetOf(each) ?? each.specifier));
  expect(reaching.map(describeImport)).toEqual([]);
  const own = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  expect(Object.keys(serviceManifest.dependencies).filter((name) => own.includes(name))).toEqual([]);
});

test("the service is never published", () => {
  expect(serviceManifest.private).toBe(true);
});

function isOutside(each: Import): boolean {
  const target = targetOf(each);
  if (target === undefined) return /^(?:[/#]|(?!node:)[a-z]+:)/u.test(each.specifier);
  return !target.startsWith("service/");
}

/** `slice-cql/sql` is of `slice-cql`, `@scope/name/part` of `@scope/name`. */
function packageOf({ specifier }: Import): string {
  const parts = specifier.split("/");
  return parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}

function describeImport(each: Import): string {
  return `${each.from.path} imports ${each.specifier}`;
}
