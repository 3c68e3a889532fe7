// Reads gzip where it is, and other bytes as they are.
import { codeOf, Failure } from "../failure.ts";
import type { Chunks } from "../io.ts";

/** Whether bytes begin as gzip does. */
export function isGzip(bytes: Uint8Array): boolean {
  return magic.equals(bytes.subarray(0, magic.length));
}

/** The bytes of a file, unpacked if it begins as gzip does. No text begins so: it would not be UTF-8. */
export async function* gunzipped(chunks: Chunks, name: string): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  while (lengthOf(head) < magic.length) {
    const next = await iterator.next();
    if (next.done === true) break;
    head.push(next.value);
  }
  const all = resume(head, iterator);
  yield* isGzip(Buffer.concat(head)) ? unpack(all, name) : all;
}

const magic = Buffer.from([0x1f, 0x8b]);

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** What was taken from an iterator, then the rest of it; stopping early stops the iterator. */
async function* resume(
  taken: readonly Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* taken;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

async function* unpack(chunks: Chunks, name: string): AsyncGenerator<Uint8Array> {
  // Loaded only here, so that no command waits for it that reads no gzip.
  const [{ pipeline, Readable }, { createGunzip }] = await Promise.all([
    import("node:stream"),
    import("node:zlib"),
  ]);
  const gunzip = createGunzip({ chunkSize: 65_536 });
  let fed = 0;
  let padding = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      fed += chunk.length;
      const zeros = zerosAtEnd(chunk);
      padding = zeros === chunk.length ? padding + zeros : zeros;
      yield chunk;
    }
  };
  try {
    // An error of either comes out of the second, where it is caught.
    const unpacked: Chunks = pipeline(Readable.from(counted()), gunzip, () => undefined);
    yield* unpacked;
  } catch (error) {
    throw describe(error, name);
  }
  // The platform stops at zeros, which tapes are filled up with, and drops what follows them.
  if (fed - gunzip.bytesWritten > padding) throw new Failure(followed(name));
}

function zerosAtEnd(bytes: Uint8Array): number {
  let count = 0;
  while (count < bytes.length && bytes.at(-1 - count) === 0) count++;
  return count;
}

function describe(error: unknown, name: string): unknown {
  const code = codeOf(error);
  if (code === "Z_BUF_ERROR") return new Failure(`${name} is truncated: its gzip data ends unexpectedly`);
  if (!code.startsWith("Z_") || !(error instanceof Error)) return error;
  // The header at the start was looked at, so this is where another one would be.
  if (error.message === "incorrect header check") return new Failure(followed(name));
  return new Failure(`${name} is damaged: its gzip data cannot be read (${error.message})`);
}

function followed(name: string): string {
  return `${name} is damaged: other data follows its gzip data`;
}
