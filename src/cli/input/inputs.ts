// The files of entities of a run, which are looked at before anything is written.
import type { Chunks, Io } from "../io.ts";
import { chunksOf, sayWaiting, stdinName, unreadable } from "./read.ts";

/** A file of entities, or standard input. */
export interface Input {
  /** How it is called in messages. */
  readonly name: string;
  /** In bytes; undefined if it is known only after reading. */
  readonly size: number | undefined;
  readonly chunks: () => Chunks;
}

/** Finds the files, `-` for standard input. Fails if one of them cannot be read. */
export async function findInputs(io: Io, paths: readonly string[]): Promise<readonly Input[]> {
  const inputs: Input[] = [];
  for (const path of paths) inputs.push(path === "-" ? standardInput(io) : await findFile(io, path));
  return inputs;
}

/** The bytes of all of them together, if that is known of each. */
export function totalSize(inputs: readonly Input[]): number | undefined {
  return inputs.reduce<number | undefined>(
    (sum, { size }) => (sum === undefined || size === undefined ? undefined : sum + size),
    0,
  );
}

function standardInput(io: Io): Input {
  return { name: stdinName, size: undefined, chunks: () => fromStandardInput(io) };
}

async function* fromStandardInput(io: Io): Chunks {
  await sayWaiting(io, "entities, one JSON object per line");
  yield* chunksOf(io.stdin.chunks(), stdinName);
}

async function findFile(io: Io, path: string): Promise<Input> {
  try {
    const size = await io.sizeOf(path);
    return { name: path, size, chunks: () => chunksOf(io.openFile(path), path) };
  } catch (error) {
    throw unreadable(path, error);
  }
}
