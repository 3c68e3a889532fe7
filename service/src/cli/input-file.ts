// The file that an import reads: a file on disk, or standard input.

import { open } from "node:fs/promises";
import { Refusal } from "../values/refusal.ts";

/** A file that is read once, in chunks. */
export interface InputFile {
  /** Its name in error messages. */
  readonly name: string;
  /** Its length in bytes, if known before it is read. */
  readonly bytes: number | undefined;
  readonly chunks: AsyncIterable<Buffer>;
}

const pieceBytes = 256 * 1024;

/** Opens a file; `-` is standard input. */
export async function openInput(path: string): Promise<InputFile> {
  if (path === "-") return { name: "standard input", bytes: undefined, chunks: piecesOf(process.stdin) };
  const file = await open(path);
  const stats = await file.stat();
  if (stats.isDirectory()) {
    await file.close();
    throw new Refusal(`${path} is a folder; name a file of JSON lines`);
  }
  return {
    name: path,
    bytes: stats.isFile() ? stats.size : undefined,
    chunks: piecesOf(file.createReadStream({ highWaterMark: pieceBytes })),
  };
}

async function* piecesOf(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer, void> {
  for await (const piece of stream) if (Buffer.isBuffer(piece)) yield piece;
}
