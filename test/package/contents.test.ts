// Checks the contents of the bundles: each has what its row of the table says, and no entry has what it promises to do without.

import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import type { Plugin } from "esbuild";
import { expect, test } from "vitest";
import allowed from "../../scripts/check/contents.json" with { type: "json" };
import { type Bundled, type Contents, library, lookInside, programs } from "../../scripts/check/contents.ts";
import { root } from "../tidy/sources.ts";

const table: ReadonlyMap<string, Contents> = new Map(Object.entries(allowed));

/** What some bundles never have. Other than the table, these are written by hand. */
const promises: readonly {
  readonly what: string;
  readonly of: RegExp;
  /** The name of a package or of a folder of src, or what is imported. */
  readonly not: RegExp;
}[] = [
  {
    what: "nothing of Node.js",
    of: /^(?!slice-cql\/lsp$).*$/,
    not: /^node:|^(?:fs|net|os|path|child_process)$/,
  },
  { what: "no parser", of: /\/(?:grammar|predicate|sql|mongodb|opensearch)$/, not: /chevrotain|^syntax$/ },
  { what: "no dates", of: /\/(?:grammar|predicate|sql|mongodb|opensearch)$/, not: /date-fns|^dates$/ },
  {
    what: "no time zones",
    of: /^(?!.*\/(?:language-service|codemirror|monaco|lsp|worker)$).*$/,
    not: /^date-fns-tz$/,
  },
  { what: "no CodeMirror", of: /^(?!.*\/codemirror$).*$/, not: /^@(?:codemirror|lezer)\/|^codemirror$/ },
  { what: "no Monaco", of: /^(?!.*\/monaco$).*$/, not: /^monaco/ },
  { what: "nothing of Monaco's own", of: /\/monaco$/, not: /^monaco-editor$/ },
  { what: "no language server", of: /^(?!.*\/lsp(?:\/worker)?$).*$/, not: /^vscode-|^lsp$/ },
  { what: "no command line", of: /./, not: /^cli$/ },
  { what: "one backend only", of: /\/predicate$/, not: /^backends\/(?!predicate$)/ },
  { what: "one backend only", of: /\/sql$/, not: /^backends\/(?!sql$)/ },
  { what: "one backend only", of: /\/mongodb$/, not: /^backends\/(?!mongodb$)/ },
  { what: "one backend only", of: /\/opensearch$/, not: /^backends\/(?!opensearch$)/ },
];

test("the table of contents has exactly one row for every bundle", () => {
  const names = [...library, ...programs].map(({ name }) => name);
  expect([...table.keys()].toSorted()).toEqual(names.toSorted());
});

// How something came in: `npx esbuild FILE --bundle --format=esm --outfile=/dev/null --analyze=verbose`.
test.each([...library, ...programs])(
  "$name has the contents of the table, which is current after npm run update",
  async (bundle) => {
    expect(await lookInside(bundle)).toEqual(table.get(bundle.name));
  },
);

test.each(promises)("the promise holds: $what in $of", ({ of, not }) => {
  const names = [...table.keys()].filter((name) => name.startsWith("slice-cql") && of.test(name));
  expect(names).not.toEqual([]);
  const broken = names.flatMap((name) =>
    partsOf(table.get(name)).flatMap((part) => (not.test(part) ? [`${name}: ${part}`] : [])),
  );
  expect(broken).toEqual([]);
});

test("each promise forbids something that another bundle has", () => {
  const parts = [...table.values(), { packages: ["monaco-editor", "@a/b"], folders: [], outside: [] }];
  const everything = parts.flatMap(partsOf);
  const idle = promises.filter(({ not }) => !everything.some((part) => not.test(part)));
  expect(idle).toEqual([]);
});

test("foreign content would be found: of src, a package, a module of Node.js, an editor's library", async () => {
  const predicate = bundleOf("slice-cql/predicate");
  const text =
    'import { readFileSync } from "node:fs"; import { keymap } from "@codemirror/view"; import { parse } from "../../syntax/parse.ts"; console.log(readFileSync, keymap, parse);';
  const { packages, folders, outside } = await lookInside(predicate, [
    planted("src/backends/predicate/table.ts", text),
  ]);
  expect(packages).toContain("chevrotain");
  expect(folders).toContain("syntax");
  expect(outside).toEqual(["@codemirror/view", "node:fs"]);
});

function bundleOf(name: string): Bundled {
  const found = library.find((bundle) => bundle.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

function partsOf(
  { packages, folders, outside }: Contents = { packages: [], folders: [], outside: [] },
): readonly string[] {
  return [...packages, ...folders, ...outside];
}

/** A file of the project with a further text at its beginning. */
function planted(file: string, text: string): Plugin {
  return {
    name: "planted",
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (relative(root, path).replaceAll("\\", "/") !== file) return null;
        return { contents: `${text}\n${await readFile(path, "utf8")}`, loader: "ts" };
      });
    },
  };
}
