// The entries of the packages, as package.json exports them: the lists that the checks go through.

import manifest from "../../package.json" with { type: "json" };
import clientManifest from "../../packages/client/package.json" with { type: "json" };

/** An entry that leads to code: what users import, its source, what is built from it, and its API report. */
export interface Entry {
  readonly name: string;
  readonly source: string;
  readonly code: string;
  /** What Node loads instead, if that is another file. */
  readonly forNode: string | undefined;
  readonly types: string;
  readonly report: string;
}

/** The entries in the order of package.json; schemas and the manifest are not code, and a worker's script exports nothing. */
export const entries: readonly Entry[] = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === "string" || name.endsWith("/worker") ? [] : [entryOf(name, target)],
);

/** The entries of the client of the service; their paths are from the root of the project, too. */
export const clientEntries: readonly Entry[] = Object.entries(clientManifest.exports).flatMap(
  ([name, target]) =>
    typeof target === "string" ? [] : [inClient(entryOf(name, target, clientManifest.name))],
);

function inClient({ source, code, types, ...entry }: Entry): Entry {
  const within = (path: string): string => path.replace(/^(?:\.\/)?/, "./packages/client/");
  return { ...entry, source: within(source), code: within(code), types: within(types) };
}

interface Target {
  readonly types: string;
  readonly node?: string;
  readonly default: string;
}

function entryOf(
  name: string,
  { types, node: forNode, default: code }: Target,
  packageName: string = manifest.name,
): Entry {
  return {
    name,
    forNode,
    source: code.replace(/^\.\/dist\/(.+)\.js$/, "src/$1.ts"),
    code,
    types,
    report: name === "." ? packageName : `${packageName}-${name.slice("./".length)}`,
  };
}
