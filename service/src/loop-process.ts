// The program of the processes in which loops run; a worker starts it. Node keeps what it has compiled, as in main.ts.

import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)));
const { runLoopsOfParent } = await import("./loops/child.ts");

runLoopsOfParent();
