// What there is to say of the slices of a file beside their diagnostics: which are empty, and which are the same.
import { cacheKey } from "../algebra/combine.ts";
import { pointOf } from "../dates/instant.ts";
import type { Compiled } from "../pipeline/compile.ts";
import { emptyReasons, isUnknown } from "../pipeline/explain-empty.ts";
import { containsAlways } from "../relative/contains-always.ts";
import type { Catalog } from "../semantics/catalog.ts";
import { visible } from "../text/show.ts";
import { rowOf } from "../vocabulary/qualifiers.ts";
import type { CheckedBody } from "./bodies.ts";

/** A body and what is remarkable about its slice. */
export interface RemarkedBody extends CheckedBody {
  readonly isEmpty: boolean;
  /** An earlier slice that is the same. Empty slices are not compared. */
  readonly sameAs: Same | undefined;
  /** The same in words that can follow the body's place, but for what a diagnostic says already. */
  readonly warnings: readonly string[];
}

/** Another slice that is the same now, and perhaps at every time. */
export interface Same {
  /** Its place in the file, counted from 0. */
  readonly index: number;
  readonly always: boolean;
}

/** Remarks on each body of a file. O(size of the file), and two questions about all times for each that is the same. */
export function remarked(
  bodies: readonly CheckedBody[],
  catalog: Catalog | undefined,
): readonly RemarkedBody[] {
  /** By what they are now, then by their dates: the first slice of each. */
  const groups = new Map<string, Map<string, Placed>>();
  return bodies.map((body, index) => {
    const { compiled } = body;
    if (compiled === undefined) return { ...body, isEmpty: false, sameAs: undefined, warnings: [] };
    const reasons = emptyReasons(compiled);
    if (reasons.length > 0) {
      const warnings = isSaidEmpty(body, compiled) ? [] : [`the slice is empty: ${reasons.join(", and ")}.`];
      return { ...body, isEmpty: true, sameAs: undefined, warnings };
    }
    const key = cacheKey(compiled.filter_definition);
    const group = groups.get(key) ?? new Map<string, Placed>();
    groups.set(key, group);
    const sameAs = sameIn(group, { compiled, index }, catalog);
    const warnings = sameAs === undefined ? [] : [sameWarning(sameAs, bodies[sameAs.index])];
    return { ...body, isEmpty: false, sameAs, warnings };
  });
}

/** `slice 1 "People"`. */
export function nameOf(index: number, body: CheckedBody | undefined): string {
  const number = `slice ${String(index + 1)}`;
  const name = body?.name ?? null;
  return name === null ? number : `${number} "${visible(name)}"`;
}

interface Placed {
  readonly compiled: Compiled;
  readonly index: number;
}

/** The slice of a group to compare with; puts the given one in. */
function sameIn(group: Map<string, Placed>, given: Placed, catalog: Catalog | undefined): Same | undefined {
  const dates = datesOf(given.compiled);
  const twin = group.get(dates);
  // What is the same now and has the same dates is the same always.
  if (twin !== undefined) return { index: twin.index, always: true };
  const [first] = group.values();
  group.set(dates, given);
  if (first === undefined) return undefined;
  const isInside = (inner: Placed, outer: Placed): boolean =>
    containsAlways(outer.compiled.query, inner.compiled.query, { catalog }) === "always";
  return { index: first.index, always: isInside(first, given) && isInside(given, first) };
}

/** The dates of a query that count, in one spelling: `1w` is `7d`, and what another takes in at any time is left out. */
function datesOf({ query, diagnostics }: Compiled): string {
  const idle = new Set(
    diagnostics.flatMap(({ code, span }) => (code === "redundant-date" ? [span.start] : [])),
  );
  const dates = query.terms.flatMap((term) => {
    const isDate = term.kind === "qualified" && rowOf(term.qualifier).means === "date";
    if (!isDate || idle.has(term.span.start)) return [];
    const { scale, at } = pointOf(term.value.text) ?? { scale: "", at: 0 };
    return [`${term.qualifier} ${scale} ${String(at)}`];
  });
  return [...new Set(dates)].toSorted().join(", ");
}

function sameWarning({ index, always }: Same, other: CheckedBody | undefined): string {
  const same = `this is the same slice as ${nameOf(index, other)}`;
  return always ? `${same}.` : `${same} at this moment, but not at every time.`;
}

/** Whether a diagnostic says already that the slice is empty. */
function isSaidEmpty({ diagnostics }: CheckedBody, compiled: Compiled): boolean {
  if (diagnostics.some(({ code }) => code === "empty-range")) return true;
  const unresolved = diagnostics.filter(
    ({ code }) => code === "unresolved-shape" || code === "unresolved-source",
  );
  return unresolved.some(({ span }) => isOfEmptyKind(span.start, compiled));
}

/** Whether none of the names is known that have the qualifier of the value at an offset. */
function isOfEmptyKind(offset: number, compiled: Compiled): boolean {
  const term = compiled.query.terms.find(({ value }) => value.span.start === offset);
  return term?.kind === "qualified" && isUnknown(rowOf(term.qualifier), compiled);
}
