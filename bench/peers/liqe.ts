// liqe: a language like that of Lucene by a parser of nearley, which follows all readings of a text at once.
import type { Peer } from "./peer.ts";
import { juxtaposed, type Piece } from "./pieces.ts";
import { at, nodesOf } from "./tree.ts";

/** The peer. Values with a slash or a colon in them, or a minus sign in front, are in quotes. */
export const liqe: Peer = {
  name: "liqe",
  hold: (piece) => piece,
  write: (pieces) => juxtaposed(pieces, isBare),
  load: async () => (await import("liqe")).parse,
  read: (tree) =>
    [...nodesOf(tree)]
      .filter((node) => at(node, "type") === "Tag")
      .map((node) => ({
        field: at(node, "field", "name") ?? "",
        value: at(node, "expression", "value"),
      })),
};

/** What is a number alone would become one; a minus sign in front would deny the term. */
function isBare({ value }: Piece): boolean {
  return (
    /^(?:[#$@A-Z_a-z\u0080-\uFFFF]|\d+[-.A-Z_a-z])[\w#$.@\u0080-\uFFFF-]*$/.test(value) &&
    !/^(?:AND|OR|NOT|true|false|null)$/.test(value)
  );
}
