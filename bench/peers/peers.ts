// The peers by name, and their queries.
import { bufbuildCel, celJs, marcbachmannCel } from "./cel.ts";
import { euiQuery } from "./eui-query.ts";
import { liqe } from "./liqe.ts";
import { lucene } from "./lucene.ts";
import type { PeerName } from "./names.ts";
import type { Peer } from "./peer.ts";
import { piecesOf } from "./pieces.ts";
import { searchQueryParser } from "./search-query-parser.ts";
import { searchString } from "./search-string.ts";

/** A peer. */
export function peerOf(name: PeerName): Peer {
  return peers[name];
}

/** A query of CQL in the language of a peer. */
export function writtenFor(peer: Peer, text: string): string {
  const written = peer.write(piecesOf(text).map(peer.hold));
  // A text that came over a network is one flat string; one that was just joined here need not be.
  return Buffer.from(written, "utf8").toString("utf8");
}

const peers: Readonly<Record<PeerName, Peer>> = {
  "search-string": searchString,
  "search-query-parser": searchQueryParser,
  "EUI Query": euiQuery,
  "@marcbachmann/cel-js": marcbachmannCel,
  "@bufbuild/cel": bufbuildCel,
  "cel-js": celJs,
  lucene,
  liqe,
};
