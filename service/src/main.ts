// The service: reads what to do from the command line, and does it. To compile its modules is a good part of every start, so Node keeps
// what it compiled for the next one: in a folder next to the modules, because anyone who can write there could change the modules, too.

import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)));
// Not imported above: only what is loaded from here on is kept.
const { run } = await import("./cli/run.ts");

// Not process.exit, which would cut off output that is still being written.
process.exitCode = await run(process.argv.slice(2), process.env);
