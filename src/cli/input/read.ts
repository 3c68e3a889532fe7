// Reads whole texts, and explains in one line why one cannot be read.
import { defaultLimits } from "../../vocabulary/limits.ts";
import { codeOf, Failure } from "../failure.ts";
import type { Chunks, Io } from "../io.ts";
import { isGzip } from "./gunzip.ts";

/** How standard input is called in messages. */
export const stdinName = "standard input";

/** How much is read of a text: a device or a pipe may never end. */
export interface ReadLimit {
  readonly bytes: number;
  /** The message for a longer one, after its name. */
  readonly excess: string;
}

/** No code unit takes more than three bytes; a byte order mark takes three more, and the line break at the end two. */
export const queryBound: ReadLimit = {
  bytes: 3 * defaultLimits.maxLength + 5,
  excess: `is too long for a query, which has at most ${String(defaultLimits.maxLength)} characters; check that it is the right input`,
};

/** Half of the longest string that the engine can hold, and far more than any catalog. */
export const jsonBound: ReadLimit = {
  bytes: 256 * 2 ** 20,
  excess: "is larger than the maximum of 256 MiB; check that it is the right file",
};

/** The text of a file. */
export async function readFile(io: Io, path: string, bound: ReadLimit): Promise<string> {
  return decode(await bytesOf(io.openFile(path), path, bound), path);
}

/** The text of a file that may be written back, and the byte order mark before it, or nothing. */
export async function readMarked(io: Io, path: string, bound: ReadLimit): Promise<Marked> {
  const bytes = await bytesOf(io.openFile(path), path, bound);
  const text = decode(bytes, path);
  return { mark: lenient.decode(bytes.subarray(0, markLength)) === byteOrderMark ? byteOrderMark : "", text };
}

/** See {@link readMarked}. */
export interface Marked {
  readonly mark: string;
  readonly text: string;
}

/** The query on standard input. */
export async function readStdin(io: Io): Promise<string> {
  await sayWaiting(io, "the query");
  return decode(await bytesOf(io.stdin.chunks(), stdinName, queryBound), stdinName);
}

/** Informs a person at a terminal which input is expected. */
export async function sayWaiting({ stdin, stderr }: Io, what: string): Promise<void> {
  if (!stdin.isTTY) return;
  await stderr.write(`Type ${what}, then Ctrl+D on a line of its own (Windows: Ctrl+Z, Enter).\n`);
}

/** Writes a file. */
export async function writeFile(io: Io, path: string, text: string): Promise<void> {
  try {
    await io.writeFile(path, text);
  } catch (error) {
    throw new Failure(`${path} cannot be written: ${reasonFor(error)}`);
  }
}

/** The chunks of a file; a failure to read them names it. */
export async function* chunksOf(chunks: Chunks, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw unreadable(name, error);
  }
}

/** Explains why a file cannot be read. */
export function unreadable(name: string, error: unknown): Failure {
  return new Failure(`${name} cannot be read: ${reasonFor(error)}`);
}

/** Bytes as text. A byte order mark at the start is dropped. `of` names what offsets are relative to. */
export function decode(bytes: Uint8Array, name: string, of = ""): string {
  try {
    return strict.decode(bytes);
  } catch {
    const offset = firstBadByte(bytes);
    const byte = (bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, "0");
    const hint = isUtf16(bytes) ? "; it looks like UTF-16" : "";
    throw new Failure(
      `${name} is not UTF-8: byte 0x${byte} at offset ${String(offset)}${of} is invalid${hint}`,
    );
  }
}

async function bytesOf(chunks: Chunks, name: string, { bytes, excess }: ReadLimit): Promise<Buffer> {
  const all: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(chunks, name)) {
    all.push(chunk);
    length += chunk.length;
    if (length > bytes) break;
  }
  const isTooLong = length > bytes;
  // Of what is too long, enough to see what it is.
  const read = Buffer.concat(all, isTooLong ? 2 : length);
  if (isGzip(read))
    throw new Failure(
      `${name} looks gzip-compressed; decompress it first (only entity files may be gzipped)`,
    );
  if (isTooLong) throw new Failure(`${name} ${excess}`);
  return read;
}

const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
const byteOrderMark = "\ufeff";
const markLength = Buffer.byteLength(byteOrderMark);
const replacement = "\ufffd";
const replacementBytes = Buffer.from(replacement);

/** A lenient decoder writes U+FFFD for invalid bytes: the first one that is not in the bytes marks the position. */
function firstBadByte(bytes: Uint8Array): number {
  let at = 0;
  for (const character of lenient.decode(bytes)) {
    const length = Buffer.byteLength(character);
    if (character === replacement && !replacementBytes.equals(bytes.subarray(at, at + length))) break;
    at += length;
  }
  return at;
}

/** By its byte order mark. */
function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function reasonFor(error: unknown): string {
  const code = codeOf(error);
  return reasons.get(code) ?? (code === "" ? String(error) : code);
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "no such file"],
  ["ENOTDIR", "no such file"],
  ["EISDIR", "it is a directory"],
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EROFS", "the file system is read-only"],
  ["ENOSPC", "the disk is full"],
  ["ELOOP", "its symbolic links form a loop"],
  ["ENAMETOOLONG", "the name is too long"],
]);
