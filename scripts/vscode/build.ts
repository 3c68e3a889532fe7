// `npm run build -w editors/vscode`: builds the extension for VS Code where its manifest is, ready to be packaged.

import { stat } from "node:fs/promises";
import { join } from "node:path";
import { buildExtension, home } from "./extension.ts";

await buildExtension(home);
const files = ["desktop.js", "web.js", "server/slice-cql-lsp.mjs", "server/worker.js"];
const sizes = await Promise.all(
  files.map(
    async (file) => `${file} ${String(Math.round((await stat(join(home, "dist", file))).size / 1000))} kB`,
  ),
);
console.log(`The extension is built: ${sizes.join(", ")}`);
