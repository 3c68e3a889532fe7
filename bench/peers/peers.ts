// The peers by name, their queries, and what is to be said about them.
import { corpus } from "../corpus.ts";
import { bufbuildCel, celJs } from "./cel.ts";
import { euiQuery } from "./eui-query.ts";
import { liqe } from "./liqe.ts";
import { lucene } from "./lucene.ts";
import { type PeerName, peerNames } from "./names.ts";
import type { Peer } from "./peer.ts";
import { type Piece, piecesOf } from "./pieces.ts";
import { searchQueryParser } from "./search-query-parser.ts";
import { searchString } from "./search-string.ts";

/** The facts of a peer. */
export interface PeerFacts {
  readonly name: PeerName;
  readonly package: string;
  readonly language: string;
  /** A query of the typical corpus as it is written for this peer. */
  readonly example: string;
  /** What its language cannot hold, and what was done about it. */
  readonly note: string;
  /** The part of the terms of the typical corpus whose field or value had to be changed. */
  readonly altered: number;
}

/** A peer. */
export function peerOf(name: PeerName): Peer {
  const peer = peers.find((each) => each.name === name);
  if (peer === undefined) throw new TypeError(`there is no peer ${name}`);
  return peer;
}

/** A query of CQL in the language of a peer. */
export function writtenFor(peer: Peer, text: string): string {
  const written = peer.write(piecesOf(text).map(peer.hold));
  // A text that came over a network is one flat string; one that was just joined here need not be.
  return Buffer.from(written, "utf8").toString("utf8");
}

/** The facts of all peers. */
export function peerFacts(): readonly PeerFacts[] {
  const { texts } = corpus("typical");
  const pieces = texts.flatMap(piecesOf);
  return peerNames.map((name) => {
    const peer = peerOf(name);
    const changed = pieces.filter((piece) => !isSame(piece, peer.hold(piece)));
    return {
      name,
      package: peer.package,
      language: peer.language,
      example: writtenFor(peer, texts[0] ?? ""),
      note: peer.note,
      altered: changed.length / pieces.length,
    };
  });
}

function isSame(piece: Piece, held: Piece): boolean {
  return piece.field === held.field && piece.value === held.value;
}

const peers: readonly Peer[] = [searchString, searchQueryParser, euiQuery, bufbuildCel, celJs, lucene, liqe];
