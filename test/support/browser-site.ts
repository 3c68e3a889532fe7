// Serves what a browser test opens: a TypeScript file bundled as a page, or a folder as it is, from this machine only.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { build } from "esbuild";
import { entries } from "../docs/typescript.ts";
import { root } from "../tidy/sources.ts";

/** A site that is being served. `url` ends with a slash. */
export interface Site {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** What a page made of a TypeScript file has besides its script. */
export interface PageParts {
  /** What stands in `<body>` before the script; a heading and an empty `<div id="root">` unless given. */
  readonly body?: string;
  /** A module to bundle in place of the file, as a user of the package would write it; then the entry is only a name. */
  readonly code?: string;
  /** What stands in `<head>` besides character set and title, such as `<style>`. */
  readonly head?: string;
}

type Files = (path: string) => Promise<Uint8Array | string | undefined>;

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
};

/**
 * Bundles a TypeScript (or JavaScript) file, a path from the root of the project, and serves it as the page `/`:
 * `/page.js` is the bundle, and `/page.css` its styles if it imports any.
 */
export async function servePage(entry: string, parts: PageParts = {}): Promise<Site> {
  const files = await bundle(entry, parts.code);
  const body = parts.body ?? `<main><h1>${entry}</h1><div id="root"></div></main>`;
  const styles = files.has("/page.css") ? '<link rel="stylesheet" href="page.css">' : "";
  files.set(
    "/",
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${entry}</title>` +
      `<link rel="icon" href="data:,">${styles}${parts.head ?? ""}</head>` +
      `<body>${body}<script src="page.js"></script></body></html>`,
  );
  return await serveFiles(async (path) => await Promise.resolve(files.get(path)));
}

/** Serves the files of a folder, an absolute path or one from the root of the project. */
export async function serveFolder(folder: string): Promise<Site> {
  const base = normalize(folder.startsWith(sep) ? folder : join(root, folder));
  return await serveFiles(async (path) => {
    const file = join(base, path.endsWith("/") ? `${path}index.html` : path);
    if (!file.startsWith(base)) return undefined;
    return await readFile(file).catch(() => undefined);
  });
}

async function bundle(entry: string, code?: string): Promise<Map<string, Uint8Array | string>> {
  const { outputFiles } = await build({
    ...(code === undefined
      ? { entryPoints: { page: join(root, entry) } }
      : { stdin: { contents: code, loader: "ts", resolveDir: root, sourcefile: "page.ts" } }),
    entryNames: "page",
    alias: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)])),
    outdir: "/",
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    target: "es2023",
    loader: { ".ttf": "dataurl" },
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
  });
  return new Map(outputFiles.map(({ path, contents }) => [`/${path.replace(/^.*[/\\]/, "")}`, contents]));
}

/** Serves whatever a function gives for the path of a request. */
export async function serveFiles(files: Files): Promise<Site> {
  const server = createServer((request, response) => {
    void answer(decodeURIComponent(new URL(request.url ?? "/", "http://site").pathname));
    async function answer(path: string): Promise<void> {
      const found = await files(path);
      const type = mediaTypes[path.endsWith("/") ? ".html" : extname(path)] ?? "application/octet-stream";
      response.writeHead(found === undefined ? 404 : 200, { "content-type": type });
      response.end(found);
    }
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("The site has no port"));
      else resolve(address.port);
    });
  });
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${String(port)}/`, close };
}
