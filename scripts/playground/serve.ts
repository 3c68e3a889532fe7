// `npm run playground`: builds the page, and serves it on this machine until it is stopped. PORT chooses the port.

import { join } from "node:path";
import { context } from "esbuild";
import { root } from "../check/process.ts";
import { writePlayground } from "./build.ts";

writePlayground();
const chosen = process.env["PORT"];
const server = await context({});
// The folder above, since the page links to the documentation.
const { port } = await server.serve({
  servedir: join(root, "docs"),
  host: "localhost",
  ...(chosen !== undefined && { port: Number(chosen) }),
});
console.log(`The playground is at http://localhost:${String(port)}/playground/ (stop it with Ctrl-C)`);
