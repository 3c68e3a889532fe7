// Checks that the service imports the toolkit by its name, as any application does, and that the toolkit does not import the service.

import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import serviceManifest from "../../service/package.json" with { type: "json" };
import { extractorTests, type Import, importsOf, service, sourcesIn, targetOf } from "./sources.ts";

const everywhere: readonly Import[] = ["service/bench", "service/test"]
  .flatMap(sourcesIn)
  .concat(service, extractorTests)
  .flatMap(importsOf);

test("no file of the service imports one outside of its folder", () => {
  expect(everywhere.length).toBeGreaterThan(0);
  expect(everywhere.filter(isOutside).map(describeImport)).toEqual([]);
});

test("an import that leaves the folder of the service would be found", () => {
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

test("the toolkit does not import the service, and does not install what only the service needs", () => {
  const toolkit = ["src", "scripts", "editors/playground", "editors/vscode/src"]
    .flatMap(sourcesIn)
    .flatMap(importsOf);
  const reaching = toolkit.filter((each) => /(?:^|\/)service\//u.test(targetOf(each) ?? each.specifier));
  expect(reaching.map(describeImport)).toEqual([]);
  const own = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  expect(Object.keys(serviceManifest.dependencies).filter((name) => own.includes(name))).toEqual([]);
});

test("only the folder telemetry imports OpenTelemetry, and no other file imports those of its files that load it", () => {
  const loads = (each: Import): boolean => each.specifier.startsWith("@opentelemetry/");
  const files = new Set(
    service
      .flatMap(importsOf)
      .filter(loads)
      .map(({ from }) => from.path),
  );
  expect([...files].filter((path) => !path.startsWith("service/src/telemetry/"))).toEqual([]);
  expect(files.size).toBeGreaterThan(2);
  const importers = service
    .flatMap(importsOf)
    .filter((each) => files.has(targetOf(each) ?? "") && !files.has(each.from.path));
  // By a dynamic import, once there is an endpoint.
  expect(importers.map(describeImport)).toEqual(["service/src/telemetry/start.ts imports ./sdk.ts"]);
});

function isOutside(each: Import): boolean {
  const target = targetOf(each);
  if (target === undefined) return /^(?:[/#]|(?!node:)[a-z]+:)/u.test(each.specifier);
  return !target.startsWith("service/");
}

function describeImport(each: Import): string {
  return `${each.from.path} imports ${each.specifier}`;
}
