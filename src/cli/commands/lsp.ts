// `lsp`: the language server, for editors.
import { isRecord } from "../../data/guards.ts";
import { show } from "../../text/show.ts";
import type { Command, CommandContext } from "../command.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";

/** The command `lsp`. */
export const lsp: Command = {
  name: "lsp",
  summary: "Serve editors over the Language Server Protocol",
  usage: ["[--stdio] [--clientProcessId PID] [--catalog FILE] [--now INSTANT]"],
  details: [
    "Editors start it: it reads requests from standard input and writes responses to standard output, until",
    "they stop it. It takes no query. docs/editors/lsp.md explains how to set up an editor.",
    "--catalog and --now are the defaults for the settings sliceCql.catalog and sliceCql.now, if the editor",
    "does not set them. The catalog is reloaded when the file changes.",
    "Exit status 1 also means that the editor exited without stopping the server.",
  ],
  flags: ["stdio", "clientProcessId"],
  withoutFlags: ["file", "json", "color"],
  // It watches the file, which may come later.
  readsCatalog: true,
  examples: [{ does: "How do editors start the server?", line: "--help" }],
  async run(context) {
    requireEditor(context);
    const { io, args } = context;
    const [{ startServer }, path] = await Promise.all([serverModule(), import("node:path")]);
    const input = io.stdin.chunks();
    const streams = {
      input,
      write: (bytes: Uint8Array) => io.stdout.write(bytes),
      log: (line: string) => io.stderr.write(line).catch(() => undefined),
    };
    const catalog = args.given.get("catalog");
    const status = await startServer(streams, {
      // As seen from here, and not from a folder of the editor.
      catalog: catalog === undefined ? undefined : path.resolve(catalog),
      now: args.given.get("now"),
    });
    if (input === process.stdin) leave(io, status);
    return status === 0 ? 0 : 1;
  },
};

/** Unread output keeps the process running, and so does the library, which watches the client's process itself. */
function leave({ stdout }: Io, status: number): void {
  const exit = (): never => process.exit(status);
  // After everything that was written.
  stdout.write("").then(exit, exit);
  setTimeout(exit, 1_000).unref();
}

function requireEditor({ io, args: { positionals, given } }: CommandContext): void {
  if (positionals.length > 0) throw new Failure("`lsp` takes no query: the texts come from the editor");
  const client = given.get("clientProcessId");
  if (client !== undefined && !/^\d+$/u.test(client))
    throw new Failure(`--clientProcessId must be a process ID, not ${show(client)}`);
  if (io.stdin.isTTY)
    throw new Failure(
      "`lsp` is started by editors, see `slice-cql lsp --help`; for a query there is `check`",
    );
}

interface ServerModule {
  readonly startServer: (
    streams: {
      readonly input: AsyncIterable<Uint8Array>;
      readonly write: (bytes: Uint8Array) => Promise<void>;
      readonly log: (line: string) => unknown;
    },
    defaults: unknown,
  ) => Promise<number>;
}

/** Loaded only now, so that no other command waits for it: a file next to the bundle, or the source. */
async function serverModule(): Promise<ServerModule> {
  const file = import.meta.url.endsWith(".ts") ? "../../lsp/node.ts" : "./exports/lsp.js";
  const loaded: unknown = await import(new URL(file, import.meta.url).href);
  if (isServer(loaded)) return loaded;
  throw new Error(`${file} is not a language server`);
}

function isServer(loaded: unknown): loaded is ServerModule {
  return isRecord(loaded) && typeof loaded["startServer"] === "function";
}
