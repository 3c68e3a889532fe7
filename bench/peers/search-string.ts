// search-string: one pass over the characters, conditions and texts in two lists.
import type { Peer } from "./peer.ts";
import { juxtaposed, type Piece } from "./pieces.ts";
import { at, nodesOf } from "./tree.ts";

/** The peer. It drops backslashes, so values are written without them. */
export const searchString: Peer = {
  name: "search-string",
  hold: (piece) => ({ ...piece, value: piece.value.replaceAll("\\", "") }),
  write: (pieces) => juxtaposed(pieces, isBare),
  load: async () => {
    const { default: SearchString } = await import("search-string");
    return (text) => SearchString.parse(text);
  },
  read: (tree) => [
    ...[...nodesOf(at(tree, "conditionArray"))]
      .filter((node) => "keyword" in node)
      .map((node) => ({ field: at(node, "keyword"), value: at(node, "value") })),
    ...[...nodesOf(at(tree, "textSegments"))]
      .filter((node) => "text" in node)
      .map((node) => ({ field: "", value: at(node, "text") })),
  ],
};

/** In a condition only the first colon counts; free text must have none, and no minus sign in front. */
function isBare({ field, value }: Piece): boolean {
  return field === "" ? !/^-|[\s",:]/u.test(value) : !/[\s",]/u.test(value);
}
