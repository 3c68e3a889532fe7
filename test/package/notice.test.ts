// Checks the licences: NOTICE names what our bundles contain, by the table that another test checks, and each licence is allowed.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import contents from "../../scripts/check/contents.json" with { type: "json" };
import { root } from "../tidy/sources.ts";

const notice = readFileSync(join(root, "NOTICE"), "utf8");

/** Licences that let everybody use, change and pass on what is under them. */
const allowed: readonly string[] = ["Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];

/** What the client of the language server in the extension comes with; as free as the others. */
const allowedInExtension: readonly string[] = [...allowed, "BlueOak-1.0.0"];

const carriedBy: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(contents).map(([name, { packages }]) => [name, packages]),
);

/** The extension has a notice of its own, written when it is built. */
const inNotice = ["slice-cql/lsp", "the command line", "slice-cql/lsp/worker", "the playground"];

test("NOTICE covers every file that bundles others", () => {
  for (const file of ["dist/cli-program.js", "dist/exports/lsp.js", "dist/lsp/worker.js", "docs/playground"])
    expect(notice).toContain(file);
});

test.each(inNotice)("%s bundles only libraries that NOTICE names", (name) => {
  const packages = carriedBy.get(name) ?? [];
  expect(packages.length).toBeGreaterThan(0);
  expect(unnamed(packages, notice)).toEqual([]);
});

test("NOTICE names no library that is not bundled", () => {
  const carried = new Set(inNotice.flatMap((name) => carriedBy.get(name) ?? []).map(nameOf));
  const [, list = ""] = /libraries:\n\n([^]+?)\n\nMIT License/u.exec(notice) ?? [];
  const named = list
    .split("\n- ")
    .map((item) => item.replace(/^- /u, "").replace(/,\s+(?:Copyright|licensed)[^]*$/u, ""))
    .flatMap((item) => item.split(/,\s+|\s+and\s+/u));
  expect(named).toContain("crelt");
  expect(named.filter((name) => !carried.has(name))).toEqual([]);
});

test("a library that NOTICE leaves out would be found, also if its name is a part of another's", () => {
  expect(unnamed(["chevrotain", "date-fns"], notice)).toEqual([]);
  expect(unnamed(["chevrotain", "date"], notice)).toEqual(["date"]);
  expect(unnamed(["crelt", "style-mod"], notice.replace("crelt", ""))).toEqual(["crelt"]);
});

test.each(installed(Object.keys(manifest.dependencies)))("%s has an allowed licence", (name) => {
  expect(allowed).toContain(manifestOf(name).license);
});

test.each([...carriedBy])("the contents of %s have an allowed licence", (name, packages) => {
  const licences = name.startsWith("the extension") ? allowedInExtension : allowed;
  const others = packages.filter((each) => !licences.includes(manifestOf(each).license ?? ""));
  expect(others.map((each) => `${each}: ${manifestOf(each).license ?? "none"}`)).toEqual([]);
});

function unnamed(packages: readonly string[], text: string): readonly string[] {
  const words = new Set(text.split(/[\s,]+/u));
  return packages.filter((name) => !words.has(nameOf(name)));
}

/** Chevrotain is published in parts, under one licence. */
function nameOf(library: string): string {
  return library.startsWith("@chevrotain/") ? "chevrotain" : library;
}

/** These packages, and those that come with them. */
function installed(names: readonly string[]): readonly string[] {
  const all = new Set(names);
  for (const name of all)
    for (const other of Object.keys(manifestOf(name).dependencies ?? {})) all.add(other);
  return [...all].toSorted();
}

interface Manifest {
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8"));
}
