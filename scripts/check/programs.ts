// Programs and pages of test/package that use the installed package: what they import of src becomes an entry of the package.

import { join, relative } from "node:path";
import { build, type Plugin } from "esbuild";
import { entries } from "./entries.ts";
import { root } from "./process.ts";

const home = join(root, "test/package/programs");

/** How a program loads the package: by `import`, or by `require`. */
export type Format = "esm" | "cjs";

/**
 * Bundles a program of `test/package/programs` into a file; the entries of the package stay imports of it, by their names. In
 * CommonJS `import()` becomes `require()` as well.
 */
export async function bundleProgram(program: string, outfile: string, format: Format): Promise<void> {
  await build({
    entryPoints: [join(home, program)],
    outfile,
    bundle: true,
    format,
    platform: "node",
    target: "node22",
    supported: { "dynamic-import": format === "esm" },
    packages: "external",
    plugins: [installedEntries],
    logLevel: "error",
  });
}

/** Leaves the entries to the installed package. Anything else of src in a program would be tested in place of it; what helps tests is free to use it. */
const installedEntries: Plugin = {
  name: "installed-entries",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^\.\.?\// }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      if (pluginData === resolving) return undefined;
      const found = await resolve(path, { resolveDir, kind, pluginData: resolving });
      const source = relative(root, found.path).replaceAll("\\", "/");
      const name = nameOf(source);
      if (name !== undefined) return { path: name, external: true };
      if (source.startsWith("src/") && importer.startsWith(home))
        return { errors: [{ text: `${source} is no entry of the package` }] };
      return found;
    });
  },
};

const resolving = Symbol("resolving");

/** The name by which a user imports a file of the project, if it is one that can be imported. */
function nameOf(source: string): string | undefined {
  if (source === "package.json" || /^schemas\/[^/]+\.json$/.test(source)) return `slice-cql/${source}`;
  return namesOfSources.get(source);
}

const namesOfSources: ReadonlyMap<string, string> = new Map(
  entries.map(({ name, source }) => [source, name.replace(/^\./, "slice-cql")]),
);
