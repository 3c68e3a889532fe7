// Splits documents into pieces, the unit of reading.

import type { PlannedDocument } from "../database/loop-tables.ts";

/** The length of a piece of a document, in UTF-16 code units, which are what is charged. */
export const pieceLength = 4000;

/** Maximum characters of context read before and after each piece. */
const before = 200;
const after = 400;
/** Minimum characters read after a piece: a passage up to this length across the border of two pieces is complete in one of them. */
const minAfter = 200;

/** A piece of a document that is planned. */
export interface PlannedPiece {
  readonly documentId: string;
  readonly sourceId: string;
  /** The index of the piece in its document, from 0. */
  readonly index: number;
  /** UTF-16 code units charged for one reading. */
  readonly characters: number;
}

/** The indexes of the pieces of a document; an empty document has one piece, too. */
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
      characters: lengthOf(characters, index),
    })),
  );
}

function lengthOf(characters: number, index: number): number {
  return Math.max(0, Math.min(pieceLength, characters - index * pieceLength));
}

/** The UTF-16 code units in the planned pieces of a document. */
export function charactersIn({ characters, pieces }: PlannedDocument): number {
  return pieces.reduce((sum, index) => sum + lengthOf(characters, index), 0);
}

/** A part of a text. */
export interface TextPart {
  readonly start: number;
  readonly text: string;
}

/** The text read for a piece: with some context before and after, cut at spaces where there are any. */
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

/** Do not cut a surrogate pair in half. */
function wholeAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
