// The documentation of every code, as the files of the rules have it, in the order of the catalogue.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { diagnosticCodes } from "../../src/diagnostics/catalogue/catalogue.ts";
import type { RuleDocs } from "../../src/diagnostics/docs.ts";
import { filterIgnoredDocs, malformedBodyDocs } from "../../src/pipeline/slice-body-docs.ts";
import { root } from "../check/process.ts";

/** The folders in which every file is a rule, and has documentation if it is the only one to report its code. */
export const ruleFolders: readonly string[] = ["src/syntax/rules", "src/dates/mistakes", "src/lint/rules"];

const paths = ruleFolders.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(folder, file)),
);
const found = await Promise.all(paths.map((path) => docsIn(path)));
const all: readonly RuleDocs[] = [...found.flat(), malformedBodyDocs, filterIgnoredDocs];

/** One element a code. */
export const ruleDocs: readonly RuleDocs[] = all.toSorted(
  (a, b) => diagnosticCodes.indexOf(a.code) - diagnosticCodes.indexOf(b.code),
);

async function docsIn(path: string): Promise<readonly RuleDocs[]> {
  const rule: { readonly docs?: RuleDocs } = await import(pathToFileURL(join(root, path)).href);
  return rule.docs === undefined ? [] : [rule.docs];
}
