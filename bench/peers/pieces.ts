// What a query says, whatever language it is written in: fields with their values, and words of free text.
import { parse } from "../../src/index.ts";

/** One term. */
export interface Piece {
  /** The qualifier, or nothing for free text. */
  readonly field: string;
  readonly value: string;
  /** Whether it is in quotes although it need not be, as some people write. */
  readonly quoted: boolean;
}

/** The terms of a query in CQL. */
export function piecesOf(text: string): readonly Piece[] {
  return parse(text, { limits }).query.terms.map((term) => ({
    field: term.kind === "qualified" ? term.qualifier : "",
    value: term.value.text,
    quoted: term.value.quoted,
  }));
}

/** A value in double quotes, with a backslash before each quote and backslash in it. */
function quoted(value: string): string {
  return `"${value.replace(/[\\"]/gu, "\\$&")}"`;
}

/** The same terms one after the other, each `field:value` or a value alone, in quotes where these are needed or were written. */
export function juxtaposed(pieces: readonly Piece[], isBare: (piece: Piece) => boolean): string {
  return pieces
    .map((piece) => {
      const value = !piece.quoted && isBare(piece) ? piece.value : quoted(piece.value);
      return piece.field === "" ? value : `${piece.field}:${value}`;
    })
    .join(" ");
}

/** The same terms as comparisons of CEL, all of which have to hold. */
export function conjoined(pieces: readonly Piece[]): string {
  return pieces.map(({ field, value }) => `${field} == ${quoted(value)}`).join(" && ");
}

const limits = { maxLength: Number.POSITIVE_INFINITY, maxTerms: Number.POSITIVE_INFINITY };
