// The entry point of the service: parses the command line and runs the command. Compiling modules takes a good part of every start, so Node
// caches the result in a folder next to the modules: anyone who can write there could change the modules, too.

import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)));
// A dynamic import, because only modules loaded from here on are cached.
const { run } = await import("./cli/run.ts");

// Not process.exit, which would cut off output that is still being written.
process.exitCode = await run(process.argv.slice(2), process.env);
