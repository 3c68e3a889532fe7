// Holds the versions: everything is pinned exactly, and what is installed is what was pinned.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import bench from "../../bench/package.json" with { type: "json" };
import extension from "../../editors/vscode/package.json" with { type: "json" };
import manifest from "../../package.json" with { type: "json" };
import { root } from "./sources.ts";

const pins: readonly (readonly [name: string, pin: string])[] = Object.entries({
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...bench.devDependencies,
  ...extension.devDependencies,
});

test.each(pins)("%s is pinned exactly, at %s", (_name, pin) => {
  expect(pin).toMatch(/^(?:npm:@?[\w./-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/);
});

test.each(pins)("%s is installed as pinned, %s", (name, pin) => {
  const installed: unknown = JSON.parse(
    readFileSync(join(root, "node_modules", name, "package.json"), "utf8"),
  );
  expect(installed).toMatchObject({ version: pin.slice(pin.lastIndexOf("@") + 1) });
});

test("the tests run on the pinned Node", () => {
  expect(process.version).toBe(`v${manifest.devDependencies.node}`);
});

test("the lock file holds hashes and no address", () => {
  const lock = readFileSync(join(root, "package-lock.json"), "utf8");
  expect(lock).toContain('"integrity": "sha512-');
  // A workspace is a folder of this repository.
  expect(lock.match(/"resolved": .*/gu)).toEqual(['"resolved": "bench",', '"resolved": "editors/vscode",']);
});

test("only the packages that need it run a script when they are installed", () => {
  expect(manifest.allowScripts).toEqual({ esbuild: true, node: true });
});
