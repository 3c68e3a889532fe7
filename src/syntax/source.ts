// From what a caller gives, a text or a tree, to both; and remembering which text a tree came from.
import type { Limits } from "../vocabulary/limits.ts";
import type { Query } from "./ast.ts";
import { query as buildQuery } from "./build.ts";
import { type Features, featuresOf } from "./features.ts";
import { parseText } from "./parser.ts";

/** A tree and the text it was read from; a tree that was built has none. */
export interface Source {
  readonly query: Query;
  readonly text: string | undefined;
  /** Which terms the rules about the text have to see; missing if they have to see all. */
  readonly features: Features | undefined;
}

/**
 * Reads a text, or finds the text a tree was read from. Without that, a query that `parse` refused (a quote that
 * is never closed, a text over the limits, of which the tree keeps nothing) could be compiled as if it were fine.
 */
export function sourceOf(given: string | Query, limits: Limits): Source {
  if (typeof given === "string") return read(given, limits);
  const text = texts.get(given);
  // A text over the limits of `parse` left an empty tree; these limits may be others.
  if (text !== undefined && given.terms.length === 0) return read(text, limits);
  return { query: text === undefined ? placed(given) : given, text, features: undefined };
}

/**
 * A tree put together from others, or by hand: its terms are given places of their own, as diagnostics go by them. Two terms in
 * one place would hide each other's mistakes.
 */
function placed(query: Query): Query {
  let end = 0;
  for (const { span, value } of query.terms) {
    const isApart = span.start >= end && span.end > span.start;
    if (!isApart || value.span.start < span.start || value.span.end > span.end)
      return buildQuery(query.terms);
    end = span.end;
  }
  return query;
}

function read(text: string, limits: Limits): Source {
  if (text.length > limits.maxLength) {
    const query: Query = { kind: "query", terms: [], span: { start: 0, end: text.length } };
    texts.set(query, text);
    return { query, text, features: undefined };
  }
  const query = parseText(text);
  const features = featuresOf(text, query);
  if (features.size > 0 || query.terms.length === 0) texts.set(query, text);
  return { query, text, features };
}

/**
 * The texts of trees that lose part of their text: one with a feature that a rule may object to, or with a literal
 * backslash, which printing doubles and which counts as unusual; and one without terms, which could also be of a text that was
 * not read. Remembering every text would take as long as reading it.
 */
const texts = new WeakMap<Query, string>();
