// `lsp`: the language server, for editors.
import { isRecord } from "../../data/guards.ts";
import { show } from "../../text/show.ts";
import type { Command, Context } from "../command.ts";
import { Failure } from "../failure.ts";
import type { FlagName } from "../flags.ts";
import type { Io } from "../io.ts";

/** The command `lsp`. */
export const lsp: Command = {
  name: "lsp",
  summary: "Serve editors over the Language Server Protocol",
  usage: ["[--stdio] [--clientProcessId PID] [--catalog FILE] [--now INSTANT]"],
  details: [
    "Editors start it: it reads requests from standard input and writes the answers to standard output, until",
    "they end it. It takes no query. docs/editors/lsp.md tells how to set up an editor.",
    "--catalog and --now stand in for the settings sliceCql.catalog and sliceCql.now, where the editor leaves",
    "them open. The catalog is read again when the file changes. The other flags of every command are refused.",
    "Exit status 1 also means that the editor has gone without ending the server.",
  ],
  flags: ["stdio", "clientProcessId"],
  // It watches the file, which may come later.
  readsCatalog: true,
  examples: [{ does: "What can an editor be told to start?", line: "--help" }],
  async run(context) {
    requireEditor(context);
    const { io, args } = context;
    const [{ startServer }, path] = await Promise.all([serverModule(), import("node:path")]);
    const input = io.stdin.chunks();
    const streams = {
      input,
      write: (bytes: Uint8Array) => io.stdout.write(bytes),
      complain: (line: string) => io.stderr.write(line).catch(() => undefined),
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

/** Answers that nobody takes keep the process running, and so does the library, which watches the client's by itself. */
function leave({ stdout }: Io, status: number): void {
  const exit = (): never => process.exit(status);
  // Behind everything that was written.
  stdout.write("").then(exit, exit);
  setTimeout(exit, 1_000).unref();
}

function requireEditor({ io, args: { positionals, given } }: Context): void {
  if (positionals.length > 0) throw new Failure("`lsp` takes no query: the texts come from the editor");
  const useless = refused.find((flag) => given.has(flag));
  if (useless !== undefined) throw new Failure(`\`lsp\` has no use for --${useless}: it speaks to an editor`);
  const client = given.get("clientProcessId");
  if (client !== undefined && !/^\d+$/u.test(client))
    throw new Failure(`--clientProcessId must be the number of a process, not ${show(client)}`);
  if (io.stdin.isTTY)
    throw new Failure(
      "`lsp` is started by editors, see `slice-cql lsp --help`; for a query there is `check`",
    );
}

const refused: readonly FlagName[] = ["file", "json", "color"];

interface ServerModule {
  readonly startServer: (
    streams: {
      readonly input: AsyncIterable<Uint8Array>;
      readonly write: (bytes: Uint8Array) => Promise<void>;
      readonly complain: (line: string) => unknown;
    },
    defaults: unknown,
  ) => Promise<number>;
}

/** Loaded only now, so that no other command waits for it: a file beside the bundle, or the source. */
async function serverModule(): Promise<ServerModule> {
  const file = import.meta.url.endsWith(".ts") ? "../../lsp/node.ts" : "./exports/lsp.js";
  const loaded: unknown = await import(new URL(file, import.meta.url).href);
  if (isServer(loaded)) return loaded;
  throw new Error(`${file} is no language server`);
}

function isServer(loaded: unknown): loaded is ServerModule {
  return isRecord(loaded) && typeof loaded["startServer"] === "function";
}
