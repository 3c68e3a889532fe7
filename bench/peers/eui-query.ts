// The query of Elastic UI's search bar: a PEG.js parser, and an index of the clauses.
import type { Peer } from "./peer.ts";
import { juxtaposed, type Piece } from "./pieces.ts";
import { at, nodesOf } from "./tree.ts";

/** The peer. Of the package only the file of the query is loaded, and what that file asks for. */
export const euiQuery: Peer = {
  name: "EUI Query",
  hold: (piece) => piece,
  write: (pieces) => juxtaposed(pieces, isBare),
  load: async () => {
    const { Query } = await import("@elastic/eui/lib/components/search_bar/query/query.js");
    return (text) => Query.parse(text);
  },
  read: (tree) =>
    [...nodesOf(at(tree, "ast", "_clauses"))]
      .filter((node) => "match" in node)
      .map((node) => ({ field: at(node, "field") ?? "", value: at(node, "value") })),
};

/** In a field only the first colon counts, and a minus sign in front is part of the value; words that mean something need quotes. */
function isBare({ field, value }: Piece): boolean {
  const isPlain = (
    field === "" ? /^[\p{L}\p{N}\p{So}][^\s"\\():<>=]*$/u : /^[\p{L}\p{N}\p{So}-][^\s"\\()<>=]*$/u
  ).test(value);
  return isPlain && !/^(?:or|true|false|yes|no|on|off|\d+)$/iu.test(value);
}
