// The entries of the package, as package.json exports them: the one list that the checks go through.

import manifest from "../../package.json" with { type: "json" };

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

interface Target {
  readonly types: string;
  readonly node?: string;
  readonly default: string;
}

function entryOf(name: string, { types, node: forNode, default: code }: Target): Entry {
  return {
    name,
    forNode,
    source: code.replace(/^\.\/dist\/(.+)\.js$/, "src/$1.ts"),
    code,
    types,
    report: name === "." ? manifest.name : `${manifest.name}-${name.slice("./".length)}`,
  };
}
