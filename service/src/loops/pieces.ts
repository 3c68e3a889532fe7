// Pieces of documents: what is read at a time.

import type { PlannedDocument } from "../database/loop-tables.ts";

/** The length of a piece of a document in UTF-16 code units, which is what is paid for. */
export const pieceLength = 4000;

/** Maximum characters of context read before and after each piece. */
const before = 200;
const after = 400;
/** The least that is read after it: a passage of this length across the border of two pieces is whole in one of them. */
const minAfter = 200;

/** A piece of a document that is planned. */
export interface PlannedPiece {
  readonly documentId: string;
  readonly sourceId: string;
  /** Which piece of its document it is; the first is 0. */
  readonly index: number;
  /** UTF-16 code units that are paid for when it is read once. */
  readonly characters: number;
}

/** The indexes of the pieces of a document; an empty one has a piece, too. */
export function indexesOf({ characters }: Pick<PlannedDocument, "characters">): readonly number[] {
  return Array.from({ length: Math.max(1, Math.ceil(characters / pieceLength)) }, (_, at) => at);
}

/** All pieces of a plan, in the order in which they are read. */
export function piecesOf(plan: readonly PlannedDocument[]): readonly PlannedPiece[] {
  return plan.flatMap(({ document_id, source_id, characters, pieces }) =>
    pieces.map((index) => ({
      documentId: document_id,
      sourceId: source_id,
      index,
      characters: Math.max(0, Math.min(pieceLength, characters - index * pieceLength)),
    })),
  );
}

/** A part of a text. */
export interface TextPart {
  readonly start: number;
  readonly text: string;
}

/** What is read for a piece: its text with some before and after, from a space to a space where there is one. */
export function partOf(text: string, index: number): TextPart {
  const start = startAt(text, index * pieceLength);
  const end = (index + 1) * pieceLength + after;
  return { start, text: text.slice(start, end >= text.length ? text.length : endAt(text, end)) };
}

/** The first position after a space, in the text before a piece. */
function startAt(text: string, nominal: number): number {
  const from = Math.max(0, nominal - before);
  if (from === 0) return 0;
  const space = text.slice(from, nominal).search(/\s/);
  return space === -1 ? wholeAt(text, nominal) : from + space + 1;
}

/** The last space, in the text that may follow a piece. */
function endAt(text: string, nominal: number): number {
  const from = nominal - after + minAfter;
  const words = text.slice(from, nominal);
  const space = Math.max(words.lastIndexOf(" "), words.lastIndexOf("\n"));
  return space === -1 ? wholeAt(text, nominal) : from + space + 1;
}

/** Never between the two halves of a character. */
function wholeAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
