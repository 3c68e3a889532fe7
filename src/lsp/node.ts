// The language server on Node.js: the program that editors start, and what `slice-cql lsp` runs.
import { existsSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { visible } from "../text/show.ts";
import { frameReader, frameWriter } from "./connection/streams.ts";
import { nodeHost } from "./host/node-host.ts";
import { serve } from "./server.ts";
import type { ServerSettings } from "./server-settings.ts";
import type { ServerStreams } from "./server-streams.ts";

/**
 * Starts a language server, over the standard streams of the process unless others are given. One process can run
 * several.
 *
 * Source: the Language Server Protocol 3.18; `docs/editors/lsp.md`.
 *
 * @param streams - The client; by default the one that started this process.
 * @param defaults - Settings for what the client leaves open, such as `{ catalog: "names.json" }`.
 * @returns The exit status, when the client has left: 0 after `shutdown`, 1 without it. Never rejects.
 * @example
 * ```ts
 * process.exitCode = await startServer();
 * ```
 */
export async function startServer(
  streams: ServerStreams = standardStreams(),
  defaults?: ServerSettings,
): Promise<number> {
  const { input, write, log } = streams;
  const status = await new Promise<number>((exit) => {
    const host = nodeHost({
      // The same way up from this file in the repository and from the bundle in the package.
      root: new URL("../..", import.meta.url),
      unreadable(reason) {
        log?.(`slice-cql: the input cannot be read: ${visible(reason)}\n`);
        // Where the next message begins is unknown.
        exit(1);
      },
      exit,
    });
    serve(frameReader(input), frameWriter(write), host, defaults);
  });
  // A pending read would keep the process running.
  input.destroy?.();
  return status;
}

/** The console goes to standard error: anything else on standard output would break the protocol. */
function standardStreams(): ServerStreams {
  const { stdin, stdout, stderr } = process;
  // Each write gets its own error; without a listener the event would end the process as well.
  stdout.on("error", () => undefined);
  const print = globalThis.console.error.bind(globalThis.console);
  Object.assign(globalThis.console, { log: print, info: print, debug: print });
  return {
    input: stdin,
    write: (bytes) =>
      new Promise((resolve, reject) => {
        stdout.write(bytes, (error) => {
          if (error === null || error === undefined) resolve();
          else reject(error);
        });
      }),
    log: (line) => stderr.write(line),
  };
}

/**
 * By its own name as well, here, in the package or in the extension for VS Code: bundled into another program, this file is
 * that program, which has its own start.
 */
function isProgram(): boolean {
  const [, program] = process.argv;
  const { url } = import.meta;
  if (program === undefined || !ownNames.test(url)) return false;
  return existsSync(program) && realpathSync(program) === fileURLToPath(url);
}

const ownNames = /\/(?:exports\/lsp\.js|server\/slice-cql-lsp\.mjs|lsp\/node\.ts)$/u;

async function run(): Promise<void> {
  const other = process.argv.find((word) => /^--(?:node-ipc|socket|pipe)\b/u.test(word));
  if (other !== undefined) {
    process.stderr.write(`slice-cql: ${visible(other)} is not supported, only --stdio is\n`);
    process.exitCode = 2;
    return;
  }
  const status = await startServer();
  const exit = (): never => process.exit(status);
  // After everything that was written. The library may keep a timer running, so the process would not exit on its own.
  process.stdout.write("", exit);
  setTimeout(exit, 1_000).unref();
}

// Not awaited, so that CommonJS can load this file as well.
if (isProgram()) void run();
