// `npm run generate` writes the files that are generated from sources, as `npm run update` does among others; with --check it only says which are
// not current.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fail, root } from "./check/process.ts";
import { type GeneratedFile, generatedFiles, staleFiles } from "./generate/files.ts";

if (process.argv.includes("--check")) {
  const files = generatedFiles();
  const stale = staleFiles(files);
  if (stale.length > 0) fail(`Not current: ${stale.join(", ")}. Write them: npm run update`);
  console.log(`${String(files.length)} files are current`);
} else {
  const written = writeStale(generatedFiles());
  console.log(written.length === 0 ? "All generated files were current" : `Written: ${written.join(", ")}`);
}

function writeStale(files: readonly GeneratedFile[]): readonly string[] {
  const stale = staleFiles(files);
  for (const { path, text } of files.filter((file) => stale.includes(file.path))) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return stale;
}
