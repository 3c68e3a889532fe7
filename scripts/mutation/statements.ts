// Mistakes in statements: one is missing, or a whole block is.
import ts from "typescript";
import { type Mutator, replaced } from "./mutation.ts";

/** A statement that is left out: what it does is not done, and what it leaves is not left. */
export const missing: Mutator = (node, source) => {
  const isLoneEffect =
    ts.isExpressionStatement(node) ||
    ts.isThrowStatement(node) ||
    ts.isContinueStatement(node) ||
    ts.isBreakStatement(node);
  const nothing = ts.isBlock(node.parent) ? ";" : "{}";
  return isLoneEffect ? replaced(node, source, { "statement dropped": nothing }) : [];
};

/** A block that is empty; of one statement that is the same as to leave that out. */
export const emptied: Mutator = (node, source) =>
  ts.isBlock(node) && node.statements.length > 1 ? replaced(node, source, { "block emptied": "{}" }) : [];
