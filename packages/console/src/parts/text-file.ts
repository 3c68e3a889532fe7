// Text files that are dropped or chosen: read as text, or refused with what to do.

import { numberOf } from "../words.ts";

/** How long a document may be, in UTF-16 code units. */
const longest = 1_000_000;

/** A file as a document, or why it cannot be one. */
export type ReadFile =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly refused: string };

/** Reads a file: only UTF-8, as anything else would become nonsense that nobody finds. */
export async function readText(file: File): Promise<ReadFile> {
  const { name, size } = file;
  // Each code unit takes at most three bytes.
  if (size > 3 * longest) return { name, refused: tooLong(size) };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    if (text.includes("\0")) return { name, refused: "it is not a text: it has null bytes" };
    if (text.trim() === "") return { name, refused: "it is empty" };
    return text.length > longest ? { name, refused: tooLong(text.length) } : { name, text };
  } catch (error) {
    if (error instanceof TypeError) return { name, refused: "it is not UTF-8; save it as UTF-8 text first" };
    return { name, refused: error instanceof Error ? error.message : String(error) };
  }
}

function tooLong(length: number): string {
  return `it is too long (${numberOf(length)}): a document has at most ${numberOf(longest)} characters; split it`;
}
