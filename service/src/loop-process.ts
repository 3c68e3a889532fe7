// The entry point of the processes that run loops; a worker starts it. Node caches compiled code, as in main.ts.

import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)));
const { runLoopsOfParent } = await import("./loops/child.ts");

runLoopsOfParent();
