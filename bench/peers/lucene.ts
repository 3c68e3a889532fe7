// lucene: the query language of Lucene by a PEG.js parser.
import type { Peer } from "./peer.ts";
import { juxtaposed, type Piece } from "./pieces.ts";
import { at, nodesOf } from "./tree.ts";

/** The peer. Its tree leaves escapes as they are written. */
export const lucene: Peer = {
  name: "lucene",
  hold: (piece) => piece,
  write: (pieces) => juxtaposed(pieces, isBare),
  load: async () => (await import("lucene")).default.parse,
  read: (tree) =>
    [...nodesOf(tree)]
      .filter((node) => "term" in node)
      .map((node) => {
        const field = at(node, "field");
        const value = String(at(node, "term")).replace(/\\([\\"])/gu, "$1");
        return { field: field === "<implicit>" ? "" : field, value };
      }),
};

function isBare({ value }: Piece): boolean {
  return !/^[-+!&|]|[\s:{}()"/^~[\]\\*?]/u.test(value) && !/^(?:AND|OR|NOT)$/u.test(value);
}
