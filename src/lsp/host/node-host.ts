// The server's machine, on Node.js.
import { existsSync, readFileSync, unwatchFile, watchFile } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isRecord } from "../../data/guards.ts";
import { show } from "../../text/show.ts";
import { fetchText } from "./fetch-text.ts";
import type { CatalogLocation, Host } from "./host.ts";

/** Files, the web and the clock of this machine; `root` is the folder of the package. */
export function nodeHost({
  root,
  unreadable,
  exit,
}: Pick<Host, "unreadable" | "exit"> & { readonly root: URL }): Host {
  const docs = new URL("docs/diagnostics.md", root);
  return {
    locate,
    read: ({ uri }, signal) => (uri.startsWith("file:") ? readText(uri, signal) : fetchText(uri, signal)),
    watch({ uri }, changed) {
      const path = fileURLToPath(uri);
      // Unlike events of the system, polling survives a file that is replaced, or created after its folder.
      watchFile(path, { interval: 1_000, persistent: false }, changed);
      return () => unwatchFile(path, changed);
    },
    version: () => versionOf(root),
    docsUrl: existsSync(docs) ? docs.href : undefined,
    now: () => Date.now(),
    later(milliseconds, work) {
      const timer = setTimeout(work, milliseconds).unref();
      return () => clearTimeout(timer);
    },
    follow(processId) {
      // The number means nothing here if the client is in another container.
      if (!isAlive(processId)) return;
      setInterval(() => {
        if (!isAlive(processId)) exit(1);
      }, 3_000).unref();
    },
    unreadable,
    exit,
  };
}

function locate(location: string, folder: string | undefined): CatalogLocation {
  if (/^https?:/iu.test(location)) {
    const { href } = new URL(location);
    return { uri: href, shown: href };
  }
  const isFile = /^file:/iu.test(location);
  // A single letter is a drive.
  if (!isFile && /^[a-z][a-z0-9+.-]+:\/\//iu.test(location))
    throw new Error(`${show(location)} is neither a file path nor an http(s) URL`);
  const base = folder?.startsWith("file:") === true ? fileURLToPath(folder) : ".";
  const path = isFile ? fileURLToPath(location) : resolve(base, location);
  return { uri: pathToFileURL(path).href, shown: path };
}

/** Bundled with something else, the server has no manifest of its own. */
function versionOf(root: URL): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
    const version = isRecord(manifest) ? manifest["version"] : undefined;
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}

async function readText(uri: string, signal: AbortSignal): Promise<string> {
  try {
    const path = fileURLToPath(uri);
    const stats = await stat(path);
    // Reading a pipe or a device may never end.
    if (!stats.isFile() && !stats.isDirectory()) throw new Error("it is not a regular file");
    return await readFile(path, { encoding: "utf8", signal });
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    throw new Error(reasons.get(error.code) ?? error.message, { cause: error });
  }
}

const reasons: ReadonlyMap<unknown, string> = new Map([
  ["ENOENT", "no such file"],
  ["EISDIR", "it is a folder"],
  ["EACCES", "permission denied"],
]);

/** Signal 0 is never delivered, but fails if the process does not exist. */
function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
