// `npm run playground`: builds the page, writes it to docs/playground, and serves docs on this machine until it is stopped.
// PORT chooses the port.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { root } from "../check/process.ts";
import { writePlayground } from "./build.ts";

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

const written = writePlayground();
console.log(written.length === 0 ? "docs/playground is current" : `Written: ${written.join(", ")}`);
serve(Number(process.env["PORT"] ?? "0"));

/** The folder above, since the page has links to the documentation. Port 0 is any that is free. */
function serve(port: number): void {
  const docs = join(root, "docs");
  const server = createServer((request, response) => {
    const path = decodedPath(request.url ?? "/");
    const file = normalize(join(docs, path.endsWith("/") ? `${path}index.html` : path));
    const body = file.startsWith(docs + sep) ? contentsOf(file) : undefined;
    const type = mediaTypes[extname(file)] ?? "text/plain; charset=utf-8";
    response.writeHead(body === undefined ? 404 : 200, { "content-type": type, "cache-control": "no-store" });
    response.end(body ?? "Not found\n");
  });
  server.listen(port, "localhost", () => {
    const address = server.address();
    const chosen = typeof address === "object" && address !== null ? address.port : port;
    console.log(`The playground is at http://localhost:${String(chosen)}/playground/ (stop it with Ctrl-C)`);
  });
}

function decodedPath(url: string): string {
  try {
    return decodeURIComponent(new URL(url, "http://playground").pathname);
  } catch {
    return "/";
  }
}

function contentsOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
