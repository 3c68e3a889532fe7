// Checks the versions of Node, and what no command of npm checks: a lock file without addresses, and which packages run a script when installed.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import runtimes from "../../scripts/runtimes/package.json" with { type: "json" };
import { root } from "./sources.ts";

test("the tests run on the pinned Node", () => {
  expect(process.version).toBe(`v${manifest.devDependencies.node}`);
});

test("the package is tried on the oldest supported Node, on that of the tests, and on a newer one", () => {
  const majors = Object.entries(runtimes.devDependencies).map(([alias, pin]) => {
    expect(pin).toMatch(new RegExp(`^npm:node@${alias.slice("node-".length)}\\.`));
    return Number(alias.slice("node-".length));
  });
  expect(manifest.engines.node).toBe(`>=${String(majors[0])}`);
  expect(Object.values(runtimes.devDependencies)).toContain(`npm:node@${manifest.devDependencies.node}`);
  expect(majors).toEqual([22, 24, 26]);
});

test.each(["", "scripts/runtimes"])("the lock file in %j has hashes and no registry", (home) => {
  const lock = readFileSync(join(root, home, "package-lock.json"), "utf8");
  expect(lock).toContain('"integrity": "sha512-');
  expect(lock).not.toMatch(/"resolved": ".*:/u);
});

test("only the packages that need it run a script when they are installed", () => {
  const allowed = Object.entries(manifest.allowScripts).flatMap(([name, may]) => (may ? [name] : []));
  expect(allowed).toEqual(["esbuild", "node"]);
  expect(runtimes.allowScripts).toEqual({ node: true });
});
