// Reads gzip where it is, and other bytes as they are.
import { codeOf, Failure } from "../failure.ts";
import type { Chunks } from "../io.ts";

/** Whether bytes begin as gzip does. */
export function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

/** The bytes of a file, unpacked if they begin as gzip does. No text begins so: it would not be UTF-8. */
export async function* gunzipped(chunks: Chunks, name: string): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array();
  let next = await iterator.next();
  // A pipe can deliver a byte at a time.
  while (next.done !== true && head.length + next.value.length < 2) {
    head = Buffer.concat([head, next.value]);
    next = await iterator.next();
  }
  if (next.done === true && head.length === 0) return;
  const first = next.done === true ? head : Buffer.concat([head, next.value]);
  let length = 0;
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for (let chunk = first; ; chunk = next.value) {
        length += chunk.length;
        yield chunk;
        if (next.done !== true) next = await iterator.next();
        if (next.done === true) return;
      }
    } finally {
      await iterator.return?.();
    }
  };
  if (!isGzip(first)) {
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
  if (gunzip.bytesWritten < length) throw new Failure(followed(name));
}

function describe(error: unknown, name: string): unknown {
  const code = codeOf(error);
  if (code === "Z_BUF_ERROR") return new Failure(`${name} is truncated: its gzip data ends unexpectedly`);
  if (!code.startsWith("Z_") || !(error instanceof Error)) return error;
  // The header at the start was looked at, so this is where another member would begin.
  if (error.message === "incorrect header check") return new Failure(followed(name));
  return new Failure(`${name} is damaged: its gzip data cannot be read (${error.message})`);
}

function followed(name: string): string {
  return `${name} is damaged: other data follows its gzip data`;
}
