// From what a caller gives, a text or a tree, to both; and remembering which text a tree came from.
import type { Limits } from "../vocabulary/limits.ts";
import type { Query } from "./ast.ts";
import { parseText } from "./parser.ts";

/** A tree and the text it was read from; a tree that was built has none. */
export interface Source {
  readonly query: Query;
  readonly text: string | undefined;
}

/**
 * Reads a text, or finds the text a tree was read from. Without that, a query that `parse` refused (a quote that
 * is never closed, a text over the limits, of which the tree keeps nothing) could be compiled as if it were fine.
 */
export function sourceOf(given: string | Query, limits: Limits): Source {
  if (typeof given === "string") return { query: read(given, limits), text: given };
  const text = texts.get(given);
  // A text over the limits of `parse` left an empty tree; these limits may be others.
  if (text !== undefined && given.terms.length === 0) return { query: read(text, limits), text };
  return { query: given, text };
}

function read(text: string, limits: Limits): Query {
  const tooLong = text.length > limits.maxLength;
  const query: Query = tooLong
    ? { kind: "query", terms: [], span: { start: 0, end: text.length } }
    : parseText(text);
  texts.set(query, text);
  return query;
}

const texts = new WeakMap<Query, string>();
