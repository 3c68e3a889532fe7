// What a peer is: how a query is written in its language, how it is parsed, and what is found in the tree.
import type { PeerName } from "./names.ts";
import type { Piece } from "./pieces.ts";

/** A library with a parser. */
export interface Peer {
  readonly name: PeerName;
  /** The piece as its language can hold it; the same piece, if it can. */
  readonly hold: (piece: Piece) => Piece;
  /** The query in its language. The pieces are such as it can hold. */
  readonly write: (pieces: readonly Piece[]) => string;
  /** Imports the library, and nothing else. */
  readonly load: () => Promise<Parse>;
  /** The pieces in a tree. */
  readonly read: (tree: unknown) => readonly Found[];
}

/** Returns a tree. Throws if the text is refused. */
export type Parse = (text: string) => unknown;

/** A piece as it is in a tree. */
export interface Found {
  readonly field: unknown;
  readonly value: unknown;
}
