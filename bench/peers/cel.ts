// CEL, the Common Expression Language, in two libraries: comparisons joined by `&&`.
import type { Peer } from "./peer.ts";
import { conjoined, type Piece } from "./pieces.ts";
import { at, nodesOf } from "./tree.ts";

const language = 'field == "value" && …';
const note =
  "a name has no hyphen, so source-shape is source_shape; there is no free text, so it is the value of a field `text`";

/** The parser of Buf's library; its tree is that of the specification. */
export const bufbuildCel: Peer = {
  name: "@bufbuild/cel",
  package: "@bufbuild/cel",
  language,
  note,
  hold,
  write: conjoined,
  load: async () => (await import("@bufbuild/cel")).parse,
  read: (tree) =>
    [...nodesOf(tree)]
      .filter((node) => at(node, "function") === "_==_")
      .map((node) => ({
        field: at(node, "args", 0, "exprKind", "value", "name"),
        value: at(node, "args", 1, "exprKind", "value", "constantKind", "value"),
      })),
};

/** A parser made with Chevrotain; its tree is a concrete one, with the tokens as they are written. */
export const celJs: Peer = {
  name: "cel-js",
  package: "cel-js",
  language,
  note: `${note}; its tree is a concrete one: what evaluates it reads the tokens`,
  hold,
  write: conjoined,
  load: async () => {
    const { parse } = await import("cel-js");
    return (text) => {
      const result = parse(text);
      if (!result.isSuccess) throw new SyntaxError(result.errors.join(", "));
      return result.cst;
    };
  },
  read: (tree) =>
    [...nodesOf(tree)]
      .filter((node) => at(node, "name") === "relation")
      .map((node) => {
        const [field, , value] = [...nodesOf(node)].flatMap((each) => {
          const image = at(each, "image");
          return typeof image === "string" ? [image] : [];
        });
        return { field, value: value?.slice(1, -1).replace(/\\([\\"])/gu, "$1") };
      }),
};

function hold(piece: Piece): Piece {
  return { ...piece, field: piece.field === "" ? "text" : piece.field.replaceAll("-", "_") };
}
