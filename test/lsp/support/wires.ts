// Servers to speak to: one in a process of its own, bundled as it is published, and one in this process.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { bundleLanguageServer } from "../../../scripts/check/bundle.ts";
import { type ServerSettings, startServer } from "../../../src/exports/lsp.ts";
import type { Wire } from "./client.ts";

/** A bundled server. */
export interface Bundle {
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/** Bundles the server as `npm run build` does, into a folder of its own. */
export async function bundleServer(): Promise<Bundle> {
  const folder = await mkdtemp(join(tmpdir(), "slice-cql-lsp-"));
  const path = join(folder, "dist/exports/lsp.js");
  await bundleLanguageServer(path);
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Starts a program of Node.js that is a server, and tells its process id. */
export function overProcess(
  path: string,
  args: readonly string[] = ["--stdio"],
  started: (processId: number) => void = () => undefined,
): Wire {
  const child = spawn(process.execPath, [path, ...args], {
    stdio: ["pipe", "pipe", "pipe"],
    env: environment(),
  });
  started(child.pid ?? 0);
  const errors: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  // A server that has ended takes nothing any more.
  child.stdin.on("error", () => undefined);
  const ended = new Promise<Awaited<Wire["ended"]>>((resolve) => {
    child.on("close", (status) => resolve({ status, errors: Buffer.concat(errors).toString() }));
  });
  return {
    write: (bytes) => child.stdin.write(bytes),
    onData: (listener) => child.stdout.on("data", listener),
    hangUp: () => child.stdin.end(),
    ended,
  };
}

/** Starts a server in this process. */
export function inThisProcess(defaults?: ServerSettings): Wire {
  // In object mode, chunks stay as they were written.
  const input = new PassThrough({ objectMode: true });
  const errors: string[] = [];
  let listener: (chunk: Uint8Array) => void = () => undefined;
  const streams = {
    input,
    write: async (bytes: Uint8Array): Promise<void> => listener(bytes),
    log: (line: string) => errors.push(line),
  };
  return {
    write: (bytes) => input.write(bytes),
    onData(given) {
      listener = given;
    },
    hangUp: () => input.end(),
    ended: startServer(streams, defaults).then((status) => ({ status, errors: errors.join("") })),
  };
}

/** That of the tests, without what the tests themselves are run with. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, NODE_V8_COVERAGE: _coverage, ...others } = process.env;
  return others;
}
