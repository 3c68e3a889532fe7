// Holds the versions: what is installed is what was pinned, and only the dependencies of the package are ranges.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import bench from "../../bench/package.json" with { type: "json" };
import extension from "../../editors/vscode/package.json" with { type: "json" };
import fastifyExample from "../../examples/fastify/package.json" with { type: "json" };
import reactExample from "../../examples/react/package.json" with { type: "json" };
import viteExample from "../../examples/vite/package.json" with { type: "json" };
import manifest from "../../package.json" with { type: "json" };
import runtimes from "../../scripts/runtimes/package.json" with { type: "json" };
import service from "../../service/package.json" with { type: "json" };
import { root } from "./sources.ts";

/** A pin, and the folder of the manifest that has it. */
type Pin = readonly [name: string, pin: string, home: string];

const installed: readonly Pin[] = [
  ...pinsOf(manifest.devDependencies, ""),
  ...pinsOf(bench.devDependencies, "bench"),
  ...pinsOf(extension.devDependencies, "editors/vscode"),
  ...pinsOf(fromRegistry(service.dependencies, "file:.."), "service"),
  ...pinsOf(fromRegistry(fastifyExample.dependencies, "file:../.."), "examples/fastify"),
  ...pinsOf(fromRegistry(reactExample.dependencies, "file:../.."), "examples/react"),
  ...pinsOf(reactExample.devDependencies, "examples/react"),
  ...pinsOf(viteExample.devDependencies, "examples/vite"),
];

/** Only `npm run runtimes` installs these. */
const onDemand: readonly Pin[] = pinsOf(runtimes.devDependencies, "scripts/runtimes");

test.each([...installed, ...onDemand])("%s is pinned exactly, at %s", (_name, pin) => {
  expect(pin).toMatch(/^(?:npm:@?[\w./-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/);
});

test.each(installed)("%s is installed as pinned, %s", (name, pin, home) => {
  expect(packageOf(name, home)).toMatchObject({ version: pin.slice(pin.lastIndexOf("@") + 1) });
});

test.each(Object.entries(manifest.dependencies))(
  "%s, which an application may have too, is a range of one major version",
  (name, range) => {
    expect(range).toMatch(/^\^\d+\.\d+\.\d+$/u);
    expect(packageOf(name, "")).toMatchObject({
      version: expect.stringMatching(new RegExp(`^${range.replace(/^\^|\..*$/gu, "")}\\.`, "u")),
    });
  },
);

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

test.each(["", "scripts/runtimes"])("the lock file in %j holds hashes and no address", (home) => {
  const lock = readFileSync(join(root, home, "package-lock.json"), "utf8");
  expect(lock).toContain('"integrity": "sha512-');
  // A workspace is a folder of this repository, and the service has the repository itself as the toolkit.
  const folders =
    home === ""
      ? ["", "bench", "editors/vscode", "examples/fastify", "examples/react", "examples/vite", "service"]
      : [];
  const workspaces = folders.map((folder) => `"resolved": "${folder}",`);
  expect((lock.match(/"resolved": .*/gu) ?? []).toSorted()).toEqual(workspaces.toSorted());
});

test.each(onDemand)("the lock file has %s as pinned, %s", (name, pin, home) => {
  const lock: { readonly packages: Readonly<Record<string, unknown>> } = JSON.parse(
    readFileSync(join(root, home, "package-lock.json"), "utf8"),
  );
  expect(lock.packages[`node_modules/${name}`]).toMatchObject({
    version: pin.slice(pin.lastIndexOf("@") + 1),
  });
});

test("only the packages that need it run a script when they are installed", () => {
  const allowed = Object.entries(manifest.allowScripts).flatMap(([name, may]) => (may ? [name] : []));
  expect(allowed).toEqual(["esbuild", "node"]);
  expect(runtimes.allowScripts).toEqual({ node: true });
});

function pinsOf(dependencies: Readonly<Record<string, string>>, home: string): readonly Pin[] {
  return Object.entries(dependencies).map(([name, pin]) => [name, pin, home]);
}

/** The toolkit is that of this repository, whatever its version. */
function fromRegistry<T extends string>(
  { "slice-cql": toolkit, ...others }: Readonly<Record<T | "slice-cql", string>>,
  place: string,
): Readonly<Record<string, string>> {
  expect(toolkit).toBe(place);
  return others;
}

/** The manifest of what a workspace has for itself, or shares with the project. */
function packageOf(name: string, home: string): unknown {
  const own = join(root, home, "node_modules", name, "package.json");
  const shared = join(root, "node_modules", name, "package.json");
  return JSON.parse(readFileSync(existsSync(own) ? own : shared, "utf8"));
}
