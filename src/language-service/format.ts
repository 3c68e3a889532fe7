// The edits to canonical spelling, term by term.
import { format } from "../pipeline/format.ts";
import { parse } from "../syntax/parse.ts";
import type { TextEdit } from "../text/edits.ts";
import { shiftSpan } from "../text/span.ts";
import { editsBetween } from "./edits.ts";

/** Edits that make `format(text)` of a text and leave alone what stays, so that a cursor keeps its place. */
export function formatEdits(text: string): readonly TextEdit[] {
  const formatted = format(text);
  if (formatted === text) return [];
  const [before, after] = [piecesOf(text), piecesOf(formatted)];
  // Formatting never joins, parts or moves terms; if it did, the whole would still be right.
  if (before.length !== after.length) return editsBetween(text, formatted);
  return before.flatMap(({ start, piece }, index) =>
    editsBetween(piece, after[index]?.piece ?? "").map((edit) => ({
      span: shiftSpan(edit.span, start),
      text: edit.text,
    })),
  );
}

interface Piece {
  readonly start: number;
  readonly piece: string;
}

/** White space and terms by turns; the first and the last are white space, which may be empty. */
function piecesOf(text: string): readonly Piece[] {
  const bounds = parse(text).query.terms.flatMap(({ span }) => [span.start, span.end]);
  return [0, ...bounds].map((start, index) => ({ start, piece: text.slice(start, bounds[index]) }));
}
