// Writes what the clients have from the OpenAPI document of the service, as `npm run update` does; with --check it only says what is not current.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readDocument } from "./document.ts";
import { filesOf, root, staleIn } from "./files.ts";

const files = await filesOf(await readDocument());
const stale = await staleIn(files);
if (process.argv.includes("--check")) {
  if (stale.length > 0) {
    console.error(`Not current: ${stale.map(({ path }) => path).join(", ")}. Write them: npm run update`);
    process.exitCode = 1;
  }
} else for (const { path, text } of stale) await writeFile(join(root, path), text);
console.log(
  `${String(files.length)} files of the clients, ${String(stale.length)} of them not current before`,
);
