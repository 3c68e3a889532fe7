// Runs the command line in this process, with streams and files that are made up.

import { ClosedPipe } from "../../src/cli/failure.ts";
import type { Chunks, Io } from "../../src/cli/io.ts";
import { run } from "../../src/cli/run.ts";

/** What a run finds around it. */
export interface World {
  readonly stdin?: Content;
  /** Files by path: their text or bytes, what they return while being read, or the code of the read error. */
  readonly files?: Readonly<Record<string, Content | { readonly code: string }>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly terminals?: readonly ("stdin" | "stdout" | "stderr")[];
  /** How wide the terminal is. */
  readonly columns?: number;
  /** The files whose size only reading tells, as that of a pipe. */
  readonly pipes?: readonly string[];
  /** How many milliseconds pass between two looks at the clock. */
  readonly tick?: number;
  /** The streams that are not read. */
  readonly closed?: readonly ("stdout" | "stderr")[];
  /** The code of the error of writing a file. */
  readonly unwritable?: string;
  /** In how many bytes at a time files arrive. */
  readonly chunk?: number;
}

type Content = string | Uint8Array | (() => Chunks);

/** What a run left. */
export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The files that were written, with what is in them now. */
  readonly written: Readonly<Record<string, string>>;
}

/** 2026-11-20T12:00:00.000Z, the present of every run. */
export const present: number = Date.UTC(2026, 10, 20, 12);

/** Runs the command line. */
export async function runCli(args: readonly string[], world: World = {}): Promise<Outcome> {
  const { files = {}, terminals = [], closed = [], chunk = 65_536 } = world;
  const out: Record<"stdout" | "stderr", Uint8Array[]> = { stdout: [], stderr: [] };
  const written: Record<string, string> = {};
  let clock = present - (world.tick ?? 0);
  const output = (name: "stdout" | "stderr"): Io["stdout"] => ({
    isTTY: terminals.includes(name),
    columns: () => world.columns ?? 80,
    async write(data) {
      if (closed.includes(name)) throw new ClosedPipe();
      out[name].push(Buffer.from(data));
    },
  });
  const io: Io = {
    stdin: {
      isTTY: terminals.includes("stdin"),
      chunks: () => piecesOf(world.stdin ?? "", chunk),
    },
    stdout: output("stdout"),
    stderr: output("stderr"),
    env: world.env ?? {},
    async sizeOf(path) {
      if (world.pipes?.includes(path) === true) return undefined;
      const content = contentOf(files, path);
      return typeof content === "function" ? undefined : Buffer.byteLength(content);
    },
    openFile: (path) => open(files, path, chunk),
    async writeFile(path, text) {
      if (world.unwritable !== undefined) throw systemError(world.unwritable);
      written[path] = text;
    },
    now: () => (clock += world.tick ?? 0),
  };
  const status = await run(args, io);
  const text = (name: "stdout" | "stderr"): string => Buffer.concat(out[name]).toString();
  return { status, stdout: text("stdout"), stderr: text("stderr"), written };
}

/** An error of the system. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: as the system says it`), { code });
}

/** A file or a stream that has no end. Fails the test that reads more than so many pieces of it. */
export function endless(piece: Uint8Array, most: number): () => Chunks {
  return async function* () {
    for (let count = 0; count < most; count++) yield piece;
    throw new Error("too much was read");
  };
}

async function* piecesOf(content: Content, chunk: number): Chunks {
  if (typeof content === "function") return yield* content();
  const bytes = Buffer.from(content);
  for (let start = 0; start < bytes.length; start += chunk) yield bytes.subarray(start, start + chunk);
}

async function* open(files: Files, path: string, chunk: number): Chunks {
  yield* piecesOf(contentOf(files, path), chunk);
}

function contentOf(files: Files, path: string): Content {
  const file = Object.hasOwn(files, path) ? files[path] : undefined;
  if (file === undefined) throw systemError("ENOENT");
  if (typeof file === "object" && "code" in file) throw systemError(file.code);
  return file;
}

type Files = NonNullable<World["files"]>;
