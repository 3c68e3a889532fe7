// Parses texts as Helix, Neovim and Emacs do, with the Tree-sitter grammar.

import { readFileSync } from "node:fs";
import { Language, type Node, Parser, Query } from "web-tree-sitter";
import type { Span, Term } from "../../../src/index.ts";
import { isQualifier } from "../../../src/vocabulary/qualifiers.ts";

/** Where the grammar is. */
export const treeSitterFolder: URL = new URL("../../../grammar/tree-sitter-slice-cql/", import.meta.url);

await Parser.init();
const language = await Language.load(readFileSync(new URL("slice_cql.wasm", treeSitterFolder)));
const parser = new Parser();
parser.setLanguage(language);
const highlights = new Query(
  language,
  readFileSync(new URL("queries/highlights.scm", treeSitterFolder), "utf8"),
);

/** The terms of each paragraph of a file, and its comments. Throws an `Error` if the tree has an error in it. */
export function readWithTreeSitter(text: string): {
  readonly paragraphs: readonly (readonly Term[])[];
  readonly comments: readonly string[];
} {
  return inTree(text, (root) => {
    if (root.hasError) throw new Error(`an error in ${root.toString()}`);
    const paragraphs = root.namedChildren.map((paragraph) =>
      paragraph.namedChildren.filter(({ type }) => type !== "comment").map(termOf),
    );
    const comments = root.descendantsOfType("comment").map((comment) => comment.text.trim());
    return { paragraphs: paragraphs.filter((terms) => terms.length > 0), comments };
  });
}

/** The parts of a text that have a colour, each with the name of its last capture. */
export function highlight(text: string): readonly { readonly text: string; readonly name: string }[] {
  return inTree(text, (root) =>
    highlights.captures(root).map(({ name, node }) => ({ text: node.text, name })),
  );
}

function inTree<T>(text: string, read: (root: Node) => T): T {
  const tree = parser.parse(text);
  if (tree === null) throw new Error("the parser has no language");
  try {
    return read(tree.rootNode);
  } finally {
    tree.delete();
  }
}

function termOf(node: Node): Term {
  const span = spanOf(node);
  if (node.type === "text") {
    const [value] = node.namedChildren;
    if (value === undefined) throw new Error("a text without a value");
    return { kind: "text", value: valueOf(value), span };
  }
  const qualifier = node.childForFieldName("qualifier")?.text ?? "";
  if (!isQualifier(qualifier)) throw new Error(`\`${qualifier}\` as a qualifier`);
  const value = node.childForFieldName("value");
  const empty = { text: "", quoted: false, span: { start: span.end, end: span.end } };
  return { kind: "qualified", qualifier, value: value === null ? empty : valueOf(value), span };
}

function valueOf(node: Node): Term["value"] {
  const span = spanOf(node);
  if (node.type !== "quoted") return { text: node.text, quoted: false, span };
  const isClosed = node.childCount > 1 && node.lastChild?.type === '"';
  const inside = node.text.slice(1, isClosed ? -1 : undefined);
  let [text, done] = ["", 0];
  // Of each escape the backslash is left out.
  for (const { startIndex } of node.namedChildren) {
    const at = startIndex - span.start - 1;
    text += inside.slice(done, at);
    done = at + 1;
  }
  return { text: text + inside.slice(done), quoted: true, span };
}

function spanOf({ startIndex, endIndex }: Node): Span {
  return { start: startIndex, end: endIndex };
}
