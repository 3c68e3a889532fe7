// Reads gzip where it is, and other bytes as they are.
import { codeOf, Failure } from "../failure.ts";
import type { Chunks } from "../io.ts";

/** Whether bytes begin as gzip does. */
export function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

/**
 * The bytes of a file, unpacked if its first chunk begins as gzip does; no file or pipe gives less than two bytes at first. No text
 * begins so: it would not be UTF-8.
 */
export async function* gunzipped(chunks: Chunks, name: string): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  let length = 0;
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for (let next = first; next.done !== true; next = await iterator.next()) {
        length += next.value.length;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  };
  if (first.done === true || !isGzip(first.value)) {
    yield* whole();
    return;
  }
  // Loaded only here, so that no command waits for it that reads no gzip.
  const [{ pipeline, Readable }, zlib] = await Promise.all([import("node:stream"), import("node:zlib")]);
  const gunzip = zlib.createGunzip({ chunkSize: 65_536 });
  try {
    // An error of either comes out of the second, where it is caught.
    const unpacked: Chunks = pipeline(Readable.from(whole()), gunzip, () => undefined);
    yield* unpacked;
  } catch (error) {
    throw describe(error, name);
  }
  // Node accepts further members, but a zero byte ends them: it would silently drop what follows.
  if (gunzip.bytesWritten < length) throw new Failure(`${name} is damaged: other data follows its gzip data`);
}

function describe(error: unknown, name: string): unknown {
  const code = codeOf(error);
  if (code === "Z_BUF_ERROR") return new Failure(`${name} is truncated: its gzip data ends unexpectedly`);
  if (!code.startsWith("Z_") || !(error instanceof Error)) return error;
  return new Failure(`${name} is damaged: its gzip data cannot be read (${error.message})`);
}
