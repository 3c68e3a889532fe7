// A query as a few lists, and what it means at very many times: the oracle of the questions about queries.

import { createCatalog, type Query, query, term } from "../../../src/index.ts";
import { FIRST, instantsOf, LAST } from "./calendar.ts";

/** The values of the terms of each qualifier; a list without values stands for no term. */
export interface Spec {
  readonly types?: readonly string[];
  readonly shapes?: readonly string[];
  readonly sources?: readonly string[];
  readonly after?: readonly string[];
  readonly before?: readonly string[];
}

const ids: Readonly<Record<string, readonly string[]>> = {
  crm: ["s1"],
  sales: ["s1"],
  inbox: ["s2"],
  both: ["s1", "s2"],
};

/** Two names of one id, a name of two ids, and what it does not have is unknown. */
export const catalog: ReturnType<typeof createCatalog> = createCatalog({
  shapes: Object.entries(ids).flatMap(([name, list]) => list.map((id) => ({ id, name }))),
  sources: Object.entries(ids).flatMap(([name, list]) => list.map((id) => ({ id, name }))),
});

/** The terms, qualifier by qualifier. */
function termsOf({ types = [], shapes = [], sources = [], after = [], before = [] }: Spec) {
  const kinds = { type: types, shape: shapes, after, source: sources, before } as const;
  const words = ["type", "shape", "after", "source", "before"] as const;
  return words.flatMap((word) => kinds[word].map((value) => [word, value] as const));
}

/** The query as a text. */
export function textOf(spec: Spec): string {
  return termsOf(spec)
    .map((pair) => pair.join(":"))
    .join(" ");
}

/** The query as a tree. */
export function treeOf(spec: Spec): Query {
  return query(termsOf(spec).map(([qualifier, value]) => term(qualifier, value)));
}

/** Every date expression, each once. */
export function datesOf(...specs: readonly Spec[]): readonly string[] {
  return [...new Set(specs.flatMap(({ after = [], before = [] }) => after.concat(before)))];
}

/** The first instant of the range and the one after its last, at each time; NaN where a date is out of the calendar. */
export interface Ends {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
}

/** The ranges of a query. Without a start it is the first instant of all, without an end the one after the last. */
export function endsOf({ after = [], before = [] }: Spec, nows: Float64Array): Ends {
  return {
    starts: outermost(after, nows, Math.min, FIRST),
    ends: outermost(before, nows, Math.max, LAST + 1),
  };
}

function outermost(
  expressions: readonly string[],
  nows: Float64Array,
  outer: (a: number, b: number) => number,
  none: number,
): Float64Array {
  const [first, ...others] = expressions.map((expression) => instantsOf(expression, nows));
  if (first === undefined) return new Float64Array(nows.length).fill(none);
  if (others.length === 0) return first;
  const found = Float64Array.from(first);
  for (const other of others) {
    for (let at = 0; at < found.length; at++) found[at] = outer(found[at] ?? 0, other[at] ?? 0);
  }
  return found;
}

/** Whether a query has a term with a date. */
export function isDated(spec: Spec): boolean {
  return datesOf(spec).length > 0;
}

/** Whether some kind of names has no name that is known: then nothing is in the slice, at any time. */
export function isNameless(spec: Spec): boolean {
  return [spec.shapes, spec.sources].some((names = []) => names.length > 0 && idsOf(names).length === 0);
}

/** Whether the kinds of `a`, dates aside, let in what those of `b` do. */
export function hasKindsOf(a: Spec, b: Spec): boolean {
  const lists = ({ types = [], shapes = [], sources = [] }: Spec) => [
    { isThere: types.length > 0, values: types },
    { isThere: shapes.length > 0, values: idsOf(shapes) },
    { isThere: sources.length > 0, values: idsOf(sources) },
  ];
  const others = lists(b);
  return lists(a).every(({ isThere, values }, at) => {
    const other = others[at];
    if (!isThere) return true;
    return other?.isThere === true && other.values.every((value) => values.includes(value));
  });
}

function idsOf(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => ids[name] ?? []);
}

/** What the range of a slice is at one time, as a text: all empty ones alike. */
export function rangeAt(spec: Spec, now: number): string {
  const { starts, ends } = endsOf(spec, Float64Array.of(now));
  const [start = 0, end = 0] = [starts[0], ends[0]];
  if (Number.isNaN(start + end)) return "refused";
  if (isNameless(spec) || start >= end) return "empty";
  return isDated(spec) ? `${start} to ${end}` : "any";
}
