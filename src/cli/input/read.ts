// Reads whole texts, and says in one line why one cannot be read.
import { codeOf, Failure } from "../failure.ts";
import type { Chunks, Io } from "../io.ts";
import { isGzip } from "./gunzip.ts";

/** How standard input is called in messages. */
export const stdinName = "standard input";

/** The text of a file. */
export async function readFile(io: Io, path: string): Promise<string> {
  return await textOf(io.openFile(path), path);
}

/** All of standard input. */
export async function readStdin(io: Io): Promise<string> {
  await sayWaiting(io, "the query");
  return await textOf(io.stdin.chunks(), stdinName);
}

/** Tells a person at a terminal what is waited for. */
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

/** Says why a file cannot be read. */
export function unreadable(name: string, error: unknown): Failure {
  return new Failure(`${name} cannot be read: ${reasonFor(error)}`);
}

/** Bytes as text. A byte order mark at the start is no part of it. `of` says what offsets are counted in. */
export function decode(bytes: Uint8Array, name: string, of = ""): string {
  try {
    return strict.decode(bytes);
  } catch {
    const offset = firstBadByte(bytes);
    const byte = (bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, "0");
    const hint = isUtf16(bytes) ? "; it seems to be UTF-16" : "";
    throw new Failure(
      `${name} is not UTF-8: byte 0x${byte} at offset ${String(offset)}${of} is wrong${hint}`,
    );
  }
}

async function textOf(chunks: Chunks, name: string): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunksOf(chunks, name)) all.push(chunk);
  const bytes = Buffer.concat(all);
  if (!isGzip(bytes)) return decode(bytes, name);
  throw new Failure(`${name} seems to be gzip: unpack it first, as only files of entities are read packed`);
}

const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
const replacement = "\ufffd";
const replacementBytes = Buffer.from(replacement);

/** A lenient decoder puts U+FFFD for what is wrong: the first one that is not there in bytes is the place. */
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
  ["ENOENT", "there is no such file"],
  ["ENOTDIR", "there is no such file"],
  ["EISDIR", "it is a directory"],
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EROFS", "the file system is read-only"],
  ["ENOSPC", "the disk is full"],
  ["ENAMETOOLONG", "the name is too long"],
]);
