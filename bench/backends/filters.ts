// What is asked of the entities: the filters that are measured, each also written by hand, and many others.
import { compile, type FilterDefinition, query, term } from "../../src/index.ts";
import { isDate } from "../../src/semantics/timestamp.ts";
import { names } from "../corpus.ts";
import { now } from "../now.ts";
import { type Random, random } from "../random.ts";
import { catalog, type Entity, words } from "./entities.ts";

/** A filter, and the function that a person would write in its place. */
export interface Case {
  readonly name: CaseName;
  readonly filter: FilterDefinition;
  /** Plain code that is safe for entities of the right form; of dates it checks that they are some, as a predicate does. */
  readonly byHand: (entity: Entity) => boolean;
}

/** The cases; the first ones are filters that `compile` makes, the others read nested properties. */
export const caseNames = [
  "type, shape, source, range",
  "type, range",
  "source",
  "nested",
  "nested twice, number",
] as const;

/** One of {@link caseNames}. */
export type CaseName = (typeof caseNames)[number];

/** Whether a case reads nested properties. */
export function isNested(name: CaseName): boolean {
  return name.startsWith("nested");
}

/** Makes a case. */
export function caseOf(name: CaseName): Case {
  return { name, ...makers[name]() };
}

const makers: Readonly<Record<CaseName, () => Omit<Case, "name">>> = {
  "type, shape, source, range": () => {
    const filter = compiled({ types: 2, shapes: 1, sources: 3, after: "2025-03-01", before: "2026-05-01" });
    const [type, otherType] = filter.entityTypes ?? [];
    const [shape] = valuesAt("shape_id", filter);
    const [source, second, third] = valuesAt("source_id", filter);
    const { start = "", end = "" } = filter.dateRange ?? {};
    const byHand = (entity: Entity): boolean =>
      (entity.type === type || entity.type === otherType) &&
      entity.shape_id === shape &&
      (entity.source_id === source || entity.source_id === second || entity.source_id === third) &&
      isDate(entity.created_at) &&
      entity.created_at >= start &&
      entity.created_at < end;
    return { filter, byHand };
  },
  "type, range": () => {
    const filter = compiled({ types: 2, after: "6mo" });
    const [type, otherType] = filter.entityTypes ?? [];
    const start = filter.dateRange?.start ?? "";
    const byHand = (entity: Entity): boolean =>
      (entity.type === type || entity.type === otherType) &&
      isDate(entity.created_at) &&
      entity.created_at >= start;
    return { filter, byHand };
  },
  source: () => {
    const filter = compiled({ sources: 3 });
    const [source, second, third] = valuesAt("source_id", filter);
    const byHand = (entity: Entity): boolean =>
      entity.source_id === source || entity.source_id === second || entity.source_id === third;
    return { filter, byHand };
  },
  nested: () => {
    const [, city = ""] = words.cities;
    const filter: FilterDefinition = {
      propertyFilters: [{ path: "address.city", operator: "eq", value: city }],
    };
    return { filter, byHand: (entity) => entity.address?.city === city };
  },
  "nested twice, number": () => {
    const filter: FilterDefinition = {
      propertyFilters: [
        { path: "address.place.zone", operator: "in", value: ["Z3", "Z14"] },
        { path: "score", operator: "gt", value: 50 },
      ],
    };
    const byHand = ({ address, score }: Entity): boolean =>
      (address?.place.zone === "Z3" || address?.place.zone === "Z14") && score !== undefined && score > 50;
    return { filter, byHand };
  },
};

/** How many names of each kind a query has, those in front first, and its dates. */
export interface Wanted {
  readonly types?: number;
  readonly shapes?: number;
  readonly sources?: number;
  readonly sourceShapes?: number;
  readonly after?: string;
  readonly before?: string;
  /** How many names are left out in front. */
  readonly from?: number;
}

/** The filter of a query. */
export function compiled(wanted: Wanted): FilterDefinition {
  const { types = 0, shapes = 0, sources = 0, sourceShapes = 0, after, before, from = 0 } = wanted;
  const some = (list: readonly string[], count: number): readonly string[] => list.slice(from, from + count);
  const terms = [
    ...some(words.types, types).map((name) => term("type", name)),
    ...some(words.shapes, shapes).map((name) => term("shape", name)),
    ...some(words.sources, sources).map((name) => term("source", name)),
    ...some(names.shapes, sourceShapes).map((name) => term("source-shape", name)),
    ...(after === undefined ? [] : [term("after", after)]),
    ...(before === undefined ? [] : [term("before", before)]),
  ];
  const result = compile(query(terms), { catalog, now });
  if (!result.ok) throw new Error("a query of the benchmark was refused");
  return result.filter_definition;
}

/** Sixty filters of all kinds, such as a server has seen before: they use the code that all filters share. */
export function otherFilters(): readonly FilterDefinition[] {
  const from = random(5);
  const queries = Array.from({ length: 42 }, () => compiled(anyQuery(from)));
  const others = conditions.flatMap((condition) =>
    ["name", "address.city"].map((path) => ({ propertyFilters: [{ path, ...condition }] })),
  );
  return [...queries, ...others];
}

function anyQuery(from: Random): Wanted {
  const sometimes = (most: number): number => (from.between(0, 3) === 0 ? 0 : from.between(1, most));
  return {
    types: sometimes(4),
    shapes: sometimes(5),
    sources: sometimes(7),
    sourceShapes: from.between(0, 5) === 0 ? 2 : 0,
    from: from.between(0, 4),
    ...(from.between(0, 3) > 0 && { after: `2025-${from.one(["02", "05", "09"])}-11` }),
    ...(from.between(0, 2) > 0 && { before: `2026-${from.one(["02", "05", "09"])}-01` }),
  };
}

const conditions = [
  { operator: "eq", value: "Paris" },
  { operator: "neq", value: "Paris" },
  { operator: "in", value: ["Oslo", "Rome"] },
  { operator: "nin", value: ["Oslo", "Rome"] },
  { operator: "gt", value: "M" },
  { operator: "gte", value: "M" },
  { operator: "lt", value: "M" },
  { operator: "lte", value: "M" },
  { operator: "exists", value: false },
] as const;

/** What the property filter of a path asks for. */
function valuesAt(name: string, { propertyFilters }: FilterDefinition): readonly unknown[] {
  const value = propertyFilters.find(({ path }) => path === name)?.value;
  return Array.isArray(value) ? value : [];
}
