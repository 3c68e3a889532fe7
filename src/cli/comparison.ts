// How two slices relate now, and whether that holds at all times.
import { intersect } from "../algebra/combine.ts";
import { contains, disjoint, isEmpty } from "../algebra/relations.ts";
import { witness } from "../algebra/witness.ts";
import type { Compiled } from "../pipeline/compile.ts";
import { containmentOf } from "../relative/containment.ts";
import { type Always, containsAlways } from "../relative/contains-always.ts";
import { relativeSlice } from "../relative/slice.ts";
import type { Catalog } from "../semantics/catalog.ts";
import type { FilterDefinition } from "../semantics/definition.ts";
import { shownJson } from "./output/json-text.ts";

/** How slice A relates to slice B, as printed by `--json`. */
export interface SliceComparison {
  /** A is the same as B, inside B, contains B, or they overlap, or nothing is in both. */
  readonly relation: "same" | "inside" | "contains" | "overlapping" | "apart";
  readonly empty: { readonly a: boolean; readonly b: boolean };
  /** Whether A is inside B, and contains B: at every time, at some but not all (perhaps not now), or at none. */
  readonly always: { readonly inside: Always; readonly contains: Always };
  /** An entity that is only in A, only in B, and in both; `null` if there is none. */
  readonly witnesses: { readonly onlyA: Entity; readonly onlyB: Entity; readonly both: Entity };
  /** The evaluation time that relative dates count back from. */
  readonly now: string;
}

type Entity = Readonly<Record<string, unknown>> | null;

/** Compares two slices. Names are looked up in the catalog; without one each stands for itself. */
export function compareSlices(a: Compiled, b: Compiled, catalog: Catalog | undefined): SliceComparison {
  const [inA, inB] = [a.filter_definition, b.filter_definition];
  return {
    relation: relationOf(inA, inB),
    empty: { a: isEmpty(inA), b: isEmpty(inB) },
    always: {
      inside: containsAlways(b.query, a.query, { catalog }),
      contains: containsAlways(a.query, b.query, { catalog }),
    },
    witnesses: {
      onlyA: witness(inA, inB),
      onlyB: witness(inB, inA),
      both: someEntity(intersect(inA, inB)),
    },
    now: a.now,
  };
}

/** No query asks for an id, so with any other id an entity is in the slice as well. */
function someEntity(slice: FilterDefinition): Entity {
  const found = witness(slice, { propertyFilters: [{ path: "id", operator: "exists", value: false }] });
  if (found === null) return null;
  return Object.fromEntries(Object.entries(found).filter(([key]) => key !== "id"));
}

function relationOf(a: FilterDefinition, b: FilterDefinition): SliceComparison["relation"] {
  const [isInside, isAround] = [contains(b, a), contains(a, b)];
  if (isInside) return isAround ? "same" : "inside";
  if (isAround) return "contains";
  return disjoint(a, b) ? "apart" : "overlapping";
}

/** The comparison of two slices in plain words, with entities as JSON, one per line. */
export function comparisonLines(
  comparison: SliceComparison,
  a: Compiled,
  b: Compiled,
  catalog: Catalog | undefined,
): readonly string[] {
  const { onlyA, onlyB, both } = comparison.witnesses;
  return [
    relationLine(comparison),
    ...projectLines("A", a),
    ...projectLines("B", b),
    ...entityLines("In A but not in B", onlyA),
    ...entityLines("In B but not in A", onlyB),
    ...entityLines("In both", comparison.relation === "overlapping" ? both : null),
    ...timeLines(comparison, a, b, catalog),
  ];
}

function relationLine({ relation, empty }: SliceComparison): string {
  if (empty.a && empty.b) return "A and B are both empty, so they are the same.";
  if (empty.a) return "A is empty, so it is inside B.";
  if (empty.b) return "B is empty, so it is inside A.";
  switch (relation) {
    case "same":
      return "A and B are the same slice.";
    case "inside":
      return "A is inside B: everything in A is also in B.";
    case "contains":
      return "B is inside A: everything in B is also in A.";
    case "overlapping":
      return "A and B overlap: some entities are in both, and each has entities the other lacks.";
    case "apart":
      return "A and B are disjoint: nothing is in both.";
  }
}

/** Words that were not meant as free text make a slice of everything, and two such slices are the same. */
function projectLines(which: "A" | "B", { filter_definition }: Compiled): readonly string[] {
  const isProject = contains(filter_definition, { propertyFilters: [] });
  return isProject ? [`${which} is the whole project: nothing narrows it.`] : [];
}

function entityLines(where: string, entity: Entity): readonly string[] {
  return entity === null ? [] : [`${where}, for example:`, shownJson(entity)];
}

function timeLines(
  { relation, always }: SliceComparison,
  a: Compiled,
  b: Compiled,
  catalog: Catalog | undefined,
): readonly string[] {
  const isSame = relation === "same";
  if (isSame && always.inside === "always" && always.contains === "always")
    return ["They are the same at all times."];
  const ofA = timeLine("A is", "inside B", isSame || relation === "inside", always.inside, () =>
    otherTime(b, a, catalog),
  );
  const ofB = timeLine("B is", "inside A", isSame || relation === "contains", always.contains, () =>
    otherTime(a, b, catalog),
  );
  return relation === "contains" ? [...ofB, ...ofA] : [...ofA, ...ofB];
}

/** Nothing if it is so at no time. */
function timeLine(
  who: string,
  where: string,
  isNow: boolean,
  always: Always,
  findOther: () => string | undefined,
): readonly string[] {
  if (always === "always") return [`${who} ${where} at all times.`];
  if (always === "never") return [];
  const other = findOther();
  const see = other === undefined ? "" : `: see --now ${other}`;
  return [
    isNow
      ? `${who} ${where} now, but not at all times${see}.`
      : `${who} not ${where} now, but is at other times${see}.`,
  ];
}

/**
 * The next evaluation time at which containment of `inner` in `outer` differs, or else the last one before; undefined if it is
 * the same at all. ISO 8601 in UTC with milliseconds.
 */
function otherTime(outer: Compiled, inner: Compiled, catalog: Catalog | undefined): string | undefined {
  const [around, within] = [outer, inner].map(({ query }) => relativeSlice(query, { catalog }));
  if (around === undefined || "diagnostics" in around) return undefined;
  if (within === undefined || "diagnostics" in within) return undefined;
  const { holdsAt, since, momentsFrom } = containmentOf(around, within);
  const now = Date.parse(outer.now);
  const isOther = (moment: number): boolean => holdsAt(moment) !== holdsAt(now);
  const found =
    momentsFrom(now).find(isOther) ??
    momentsFrom(since).findLast((moment) => moment < now && isOther(moment));
  return found === undefined ? undefined : new Date(found).toISOString();
}
