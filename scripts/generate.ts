// `npm run generate` writes all generated files; with --check it only says which are not current.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fail, root } from "./check/process.ts";
import { generatedFiles, staleFiles } from "./generate/files.ts";

const files = generatedFiles();
const stale = staleFiles(files);
if (process.argv.includes("--check")) {
  if (stale.length > 0) fail(`Not current: ${stale.join(", ")}. Write them: npm run generate`);
  console.log(`${String(files.length)} files are current`);
} else {
  for (const { path, text } of files.filter((file) => stale.includes(file.path))) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  console.log(stale.length === 0 ? "All generated files were current" : `Written: ${stale.join(", ")}`);
}
