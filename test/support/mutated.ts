// A module of src with one mistake in it, built in memory: what a test of mistakes runs in place of the right one.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * The exports of an entry such as `src/exports/match.ts` after `from`, which must be in `file` exactly once, became `to`.
 * Nothing of it is shared with the modules that the test imports itself.
 */
export async function mutated<Module>(
  entry: string,
  file: string,
  from: string,
  to: string,
): Promise<Module> {
  const right = await readFile(`${root}${file}`, "utf8");
  const found = right.split(from).length - 1;
  if (from === "" || found !== 1)
    throw new Error(`${file} has ${JSON.stringify(from)} ${String(found)} times`);
  const wrong = right.replace(from, () => to);
  return await built<Module>(entry, `${root}${file}`, wrong);
}

/** The exports of an entry as it is, built in the same way. */
export async function unmutated<Module>(entry: string): Promise<Module> {
  return await built<Module>(entry, `${root}${entry}`, await readFile(`${root}${entry}`, "utf8"));
}

async function built<Module>(entry: string, path: string, contents: string): Promise<Module> {
  let isRead = false;
  const replacing: Plugin = {
    name: "replacing",
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, (file) => {
        if (file.path !== path) return null;
        isRead = true;
        return { contents, loader: "ts" };
      });
    },
  };
  const { outputFiles } = await build({
    entryPoints: [`${root}${entry}`],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "es2023",
    logLevel: "silent",
    plugins: [replacing],
  });
  if (!isRead) throw new Error(`${entry} does not import ${path.slice(root.length)}`);
  const [bundle] = outputFiles;
  if (bundle === undefined) throw new Error(`${entry} has no output`);
  return await import(`data:text/javascript;base64,${Buffer.from(bundle.contents).toString("base64")}`);
}
