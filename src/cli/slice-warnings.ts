// Warnings about the slices of a file, in addition to diagnostics: which are empty, and which are equal.
import { cacheKey } from "../algebra/combine.ts";
import { pointOf } from "../dates/instant.ts";
import type { Compiled } from "../pipeline/compile.ts";
import { emptyReasons, isUnknown } from "../pipeline/explain-empty.ts";
import { containsAlways } from "../relative/contains-always.ts";
import type { Catalog } from "../semantics/catalog.ts";
import { rowOf } from "../vocabulary/qualifiers.ts";
import type { CheckedSlice } from "./checked-slices.ts";

/** A slice and what is remarkable about it. */
export interface SliceWithWarnings extends CheckedSlice {
  readonly isEmpty: boolean;
  /** An earlier slice that is the same. Empty slices are not compared. */
  readonly sameAs: Same | undefined;
  /** The same as text that can follow the body's place, without what a diagnostic already reports. */
  readonly warnings: readonly string[];
}

/** Another slice that is the same now, and perhaps at every time. */
export interface Same {
  /** Its place in the file, counted from 0. */
  readonly index: number;
  readonly always: boolean;
}

/** Remarks on each slice of a file. O(size of the file), and two questions about all times for each that is the same. */
export function withWarnings(
  slices: readonly CheckedSlice[],
  catalog: Catalog | undefined,
): readonly SliceWithWarnings[] {
  /** By what they are now, then by their dates: the first slice of each. */
  const groups = new Map<string, Map<string, Placed>>();
  return slices.map((slice, index) => {
    const { compiled } = slice;
    if (compiled === undefined) return { ...slice, isEmpty: false, sameAs: undefined, warnings: [] };
    const reasons = emptyReasons(compiled);
    if (reasons.length > 0) {
      const warnings = isReportedEmpty(slice, compiled)
        ? []
        : [`the slice is empty: ${reasons.join(", and ")}.`];
      return { ...slice, isEmpty: true, sameAs: undefined, warnings };
    }
    const key = cacheKey(compiled.filter_definition);
    const group = groups.get(key) ?? new Map<string, Placed>();
    groups.set(key, group);
    const sameAs = sameIn(group, { compiled, index }, catalog);
    const warnings = sameAs === undefined ? [] : [sameWarning(sameAs, slices[sameAs.index])];
    return { ...slice, isEmpty: false, sameAs, warnings };
  });
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

/** The dates of a query that count, in one spelling: `1w` is `7d`, and what another one always covers is left out. */
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

function sameWarning({ index, always }: Same, other: CheckedSlice | undefined): string {
  const same = `this is the same slice as ${other?.label ?? String(index)}`;
  return always ? `${same}.` : `${same} now, but not at all times.`;
}

/** Whether a diagnostic already reports that the slice is empty. */
function isReportedEmpty({ diagnostics }: CheckedSlice, compiled: Compiled): boolean {
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
