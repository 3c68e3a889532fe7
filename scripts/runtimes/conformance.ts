// Runs the conformance tests on an installed package, whose folder is the argument, on the Node.js that runs this.

import { join, relative, resolve } from "node:path";
import type { Plugin } from "vitest/config";
import { startVitest } from "vitest/node";
import { entries } from "../check/entries.ts";
import { fail, root } from "../check/process.ts";

const installed = process.argv[2] ?? fail("Say where the package is installed");
const codeOf: ReadonlyMap<string, string> = new Map(
  entries.map(({ source, code }) => [source, join(installed, code)]),
);

/** What the tests import of src becomes the entry in its place. Anything else would not test what is installed. */
const inPlaceOfSources: Plugin = {
  name: "installed-package",
  enforce: "pre",
  resolveId(specifier, importer) {
    if (importer === undefined || !specifier.startsWith(".")) return null;
    const source = relative(root, resolve(importer, "..", specifier)).replaceAll("\\", "/");
    const code = codeOf.get(source);
    if (code === undefined && source.startsWith("src/"))
      throw new Error(`${relative(root, importer)} imports ${source}, which is no entry of the package`);
    return code ?? null;
  },
};

const vitest = await startVitest(
  [],
  {
    config: false,
    root,
    watch: false,
    maxWorkers: 1,
    // One file of that folder is about the fixtures themselves.
    include: ["test/conformance/{matches,meanings,texts}.test.ts"],
  },
  { plugins: [inPlaceOfSources] },
);
const cases = vitest.state.getFiles().flatMap(({ tasks }) => tasks.flatMap(leaves));
await vitest.close();
const failed = cases.filter((state) => state !== "pass").length;
if (failed > 0) process.exitCode = 1;
console.log(`${process.version}: ${String(cases.length - failed)} conformance cases, ${String(failed)} fail`);

type Task = ReturnType<typeof vitest.state.getFiles>[number]["tasks"][number];

/** How each test in a suite went. */
function leaves(task: Task): readonly (string | undefined)[] {
  return task.type === "suite" ? task.tasks.flatMap(leaves) : [task.result?.state];
}
