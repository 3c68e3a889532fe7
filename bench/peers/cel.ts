// CEL, the Common Expression Language, in three libraries: comparisons joined by `&&`.
import type { Peer } from "./peer.ts";
import { conjoined, type Piece } from "./pieces.ts";
import { at, nodesOf } from "./tree.ts";

/** The parser of Buf's library; its tree is that of the specification. */
export const bufbuildCel: Peer = {
  name: "@bufbuild/cel",
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

/** A parser made with Chevrotain; its tree is a concrete one, with the tokens as they are written: what evaluates it reads them. */
export const celJs: Peer = {
  name: "cel-js",
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

/** A parser written by hand, in an environment that takes any name; its tree has positions. */
export const marcbachmannCel: Peer = {
  name: "@marcbachmann/cel-js",
  hold,
  write: conjoined,
  load: async () => {
    const { Environment } = await import("@marcbachmann/cel-js");
    // By default a text may have a thousand terms or so.
    const environment = new Environment({ unlistedVariablesAreDyn: true, limits });
    return (text) => environment.parse(text).ast;
  },
  read: (tree) =>
    [...nodesOf(tree)]
      .filter((node) => at(node, "op") === "==")
      .map((node) => ({ field: at(node, "args", 0, "args"), value: at(node, "args", 1, "args") })),
};

const limits = { maxAstNodes: 1e9, maxDepth: 1e9 };

/** A name has no hyphen, and there is no free text, so it is the value of a field `text`. */
function hold(piece: Piece): Piece {
  return { ...piece, field: piece.field === "" ? "text" : piece.field.replaceAll("-", "_") };
}
