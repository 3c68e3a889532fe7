// The console: a page that loads the files of `packages/console`, whose names change with their contents.

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyReply } from "fastify";
import { accepts } from "../http/accept.ts";
import { Problem } from "../values/problem.ts";

/** The files of the build by their names, under a megabyte together; each is compressed as well, with `.gz` at the end of its name. */
type Build = ReadonlyMap<string, Buffer>;

/** Where the build is: next to the service in its package, or in the workspace. */
const folders: readonly string[] = ["../../console", "../../../packages/console/dist"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

const types: ReadonlyMap<string, string> = new Map([
  [".css", "text/css; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".txt", "text/plain; charset=utf-8"],
]);

/** Own files only, nothing inline: what is shown may be written by anyone. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Serves `/console` and its files, which are read with the first request for one: from the first of some folders that has them. */
export function addConsole(app: FastifyInstance, from: readonly string[] = folders): void {
  const build = remembered(async () => await readBuild(from));
  app.get("/console/", { schema: { hide: true } }, async (_, reply) => await reply.redirect("/console"));
  app.get("/console", { schema: { hide: true } }, async (_, reply) => {
    void headersOf(reply).header("cache-control", "no-cache").type("text/html; charset=utf-8");
    return await reply.send((await build()).get("index.html") ?? notBuilt);
  });
  app.get<Named>("/console/:file", { schema: { hide: true } }, async ({ params, headers }, reply) => {
    const files = await build();
    const type = types.get(extname(params.file));
    const plain = files.get(params.file);
    if (plain === undefined || type === undefined) throw new Problem("not_found");
    const isPacked = accepts(headers["accept-encoding"], "gzip");
    const packed = isPacked ? files.get(`${params.file}.gz`) : undefined;
    if (packed !== undefined) void reply.header("content-encoding", "gzip");
    void headersOf(reply)
      .header("cache-control", hashed.test(params.file) ? "public, max-age=31536000, immutable" : "no-cache")
      .header("vary", "accept-encoding")
      .type(type);
    return await reply.send(packed ?? plain);
  });
}

/** The parameters of the path of a file. */
interface Named {
  readonly Params: { readonly file: string };
}

/** A name that changes with the contents of its file. */
const hashed = /-[A-Z0-9]{8}\.\w+$/;

/** Reads once; again if that failed, or found nothing: the disk was busy, or the console was not built yet. */
function remembered(read: () => Promise<Build>): () => Promise<Build> {
  let reading: Promise<Build> | undefined;
  const forget = () => {
    reading = undefined;
  };
  return async () => {
    if (reading === undefined) {
      reading = read();
      reading.then((build) => build.size === 0 && forget(), forget);
    }
    return await reading;
  };
}

/** Empty if the console is not built. */
async function readBuild(from: readonly string[]): Promise<Build> {
  const folder = from.find((each) => existsSync(join(each, "index.html")));
  if (folder === undefined) return new Map();
  const names = await readdir(folder);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  );
}

function headersOf(reply: FastifyReply): FastifyReply {
  return reply.headers({
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
  });
}

const notBuilt = `<!doctype html>
<html lang="en">
<title>Console · Slice service</title>
<p>The console is not built: <code>npm run build</code> builds it.</p>
</html>
`;
