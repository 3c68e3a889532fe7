// Random filters over a small world, and others made from one by a single edit.

import type { DateRange, FilterDefinition, PropertyFilter } from "../../../src/index.ts";
import type { Random } from "../../support/backends/random.ts";
import { propertyFilter } from "../../support/property-filter.ts";
import type { PathPool, World } from "./worlds.ts";

/** A filter of a few conditions. */
export function drawFilter(world: World, random: Random): FilterDefinition {
  return {
    ...(random.chance(0.4) ? { entityTypes: listOf(world.types, random) } : {}),
    propertyFilters: random
      .some(world.paths, random.pick([0, 1, 1, 1, 2, 2, 3]))
      .map((pool) => partOf(pool, random.pick(world.operators), random)),
    ...(random.chance(0.45) ? { dateRange: drawRange(world, random) } : {}),
  };
}

/** The filter after one edit, most of which change what it means. Those that there is nothing for are drawn again. */
export function edited(world: World, random: Random, filter: FilterDefinition): FilterDefinition {
  for (let tries = 0; tries < 5; tries++) {
    const other = random.pick(edits)(filter, world, random);
    if (JSON.stringify(other) !== JSON.stringify(filter)) return other;
  }
  return filter;
}

type Edit = (filter: FilterDefinition, world: World, random: Random) => FilterDefinition;

const otherTypes: Edit = (filter, { types }, random) =>
  withTypes(filter, filter.entityTypes && editedList(random, filter.entityTypes, types));
const typesOrNone: Edit = (filter, { types }, random) =>
  withTypes(filter, filter.entityTypes ? undefined : listOf(types, random));
const otherPart: Edit = (filter, world, random) =>
  withParts(
    filter,
    replaced(random, filter.propertyFilters, (part) => [editedPart(world, random, part)]),
  );
const partLess: Edit = (filter, _, random) =>
  withParts(
    filter,
    replaced(random, filter.propertyFilters, () => []),
  );
const partMore: Edit = (filter, world, random) =>
  withParts(filter, [...filter.propertyFilters, drawPart(world, random)]);
const otherOrder: Edit = (filter) => withParts(filter, filter.propertyFilters.toReversed().map(reversed));
const otherRange: Edit = (filter, world, random) =>
  withRange(filter, filter.dateRange && editedRange(world, random, filter.dateRange));
const rangeOrNone: Edit = (filter, world, random) =>
  withRange(filter, filter.dateRange ? undefined : drawRange(world, random));
/** A list of dates instead of the range, or next to it. */
const datesListed: Edit = (filter, { paths }, random) => {
  const pools = paths.filter(({ path }) => path === filter.dateRange?.field);
  if (pools.length === 0) return filter;
  const parts = [...filter.propertyFilters, partOf(random.pick(pools), "in", random)];
  return withParts(random.chance(0.7) ? withRange(filter, undefined) : filter, parts);
};

/** How often each edit comes, relative to the others. */
const weights: readonly (readonly [edit: Edit, weight: number])[] = [
  [otherTypes, 3],
  [typesOrNone, 1],
  [withTypesAsPart, 1],
  [otherPart, 5],
  [partLess, 1],
  [partMore, 1],
  [otherOrder, 1],
  [otherRange, 5],
  [rangeOrNone, 2],
  [datesListed, 2],
];

const edits: readonly Edit[] = weights.flatMap(([edit, weight]) =>
  Array.from({ length: weight }, () => edit),
);

/**
 * Up to five filters that together are the filter, or nearly: it is cut into pieces, each at a value of a list or at an
 * instant of its range; at times one of them is left out, edited, or joined by a stranger.
 */
export function drawPieces(
  world: World,
  random: Random,
  filter: FilterDefinition,
): readonly FilterDefinition[] {
  let pieces: readonly FilterDefinition[] = [filter];
  for (let cuts = random.below(5); cuts > 0; cuts--)
    pieces = replaced(random, pieces, (each) => cut(world, random, each));
  if (random.chance(0.25)) pieces = replaced(random, pieces, () => []);
  else if (random.chance(0.35)) pieces = replaced(random, pieces, (each) => [edited(world, random, each)]);
  if (random.chance(0.2)) pieces = [drawFilter(world, random), ...pieces];
  return random.some(pieces, 5);
}

/** Filters whose lists, or ranges, are together those of the filter: two, or one where there is nothing to cut. */
function cut(world: World, random: Random, filter: FilterDefinition): readonly FilterDefinition[] {
  const { entityTypes, propertyFilters: parts, dateRange } = filter;
  const ways: (() => readonly FilterDefinition[])[] = [];
  if (isLong(entityTypes))
    ways.push(() => halves(random, entityTypes).map((types) => withTypes(filter, types)));
  for (const [at, { path, operator, value }] of parts.entries()) {
    if (!isLong(value)) continue;
    const withValues = (some: readonly unknown[]): FilterDefinition =>
      withParts(filter, parts.toSpliced(at, 1, propertyFilter(path, operator, some)));
    ways.push(() => halves(random, value).map(withValues));
  }
  if (dateRange !== undefined)
    ways.push(() => cutRange(world, random, dateRange).map((range) => withRange(filter, range)));
  return ways.length === 0 ? [filter] : random.pick(ways)();
}

/** The range before an instant, and from it on; now and then there is a gap, or they overlap. */
function cutRange(world: World, random: Random, { field, start, end }: DateRange): readonly DateRange[] {
  const bound = drawBound(world, random, field);
  const from = random.chance(0.15) ? drawBound(world, random, field) : bound;
  return [rangeOf(field, start, bound), rangeOf(field, from, end)];
}

/** The list in two; now and then they have a member in common. */
function halves<T>(random: Random, list: readonly T[]): readonly (readonly T[])[] {
  const at = 1 + random.below(list.length - 1);
  return [list.slice(0, at), list.slice(random.chance(0.2) ? at - 1 : at)];
}

function editedPart(world: World, random: Random, part: PropertyFilter): PropertyFilter {
  const { path, operator, value } = part;
  const pool = random.pick(world.paths.filter((each) => each.path === path));
  if (random.chance(0.15)) return drawPart(world, random);
  if (random.chance(0.1)) return partOf(pool, random.pick(world.operators), random);
  if (Array.isArray(value))
    return propertyFilter(path, operator, editedList<unknown>(random, value, pool.values));
  if (operator === "exists") return { path, operator, value: !value };
  return operator === "eq" && random.chance(0.5)
    ? propertyFilter(path, "in", [value])
    : propertyFilter(path, operator, random.pick(pool.values));
}

function editedList<T>(random: Random, list: readonly T[], pool: readonly T[]): readonly T[] {
  const at = random.below(list.length);
  const some = pool.length === 0 ? [] : [random.pick(pool)];
  switch (random.below(5)) {
    case 0:
      return list.toSpliced(at, 1);
    case 1:
      return list.toSpliced(at, 1, ...some);
    case 2:
      return [...list.toReversed(), ...list.slice(at, at + 1)];
    default:
      return list.toSpliced(at, 0, ...some);
  }
}

function editedRange(world: World, random: Random, { field, start, end }: DateRange): DateRange {
  const other = drawBound(world, random, field);
  switch (random.below(6)) {
    case 0:
      return rangeOf(field, start === undefined ? other : undefined, end);
    case 1:
      return rangeOf(field, start, end === undefined ? other : undefined);
    case 2:
      return rangeOf(field, other, end);
    case 3:
      return rangeOf(field, start, other);
    case 4:
      // It touches the range that was there.
      return end === undefined ? rangeOf(field, undefined, start) : rangeOf(field, end, other);
    default:
      return drawRange(world, random);
  }
}

function drawPart(world: World, random: Random): PropertyFilter {
  return partOf(random.pick(world.paths), random.pick(world.operators), random);
}

function partOf(
  { path, values }: PathPool,
  operator: PropertyFilter["operator"],
  random: Random,
): PropertyFilter {
  if (operator === "exists") return { path, operator, value: random.chance(0.5) };
  if (operator !== "in" && operator !== "nin") return propertyFilter(path, operator, random.pick(values));
  return propertyFilter(path, operator, listOf(values, random));
}

/** A list of some values, which may be there twice; now and then of none. */
function listOf<T>(values: readonly T[], random: Random): readonly T[] {
  const length = random.chance(0.06) ? 0 : random.pick([1, 1, 2, 2, 3, 4]);
  return Array.from({ length }, () => random.pick(values));
}

function drawRange(world: World, random: Random): DateRange {
  const { field, bounds } = random.pick(world.fields);
  const [one, other] = [random.pick(bounds), random.pick(bounds)];
  const [start, end] = one <= other || random.chance(0.1) ? [one, other] : [other, one];
  return rangeOf(field, random.chance(0.7) ? start : undefined, random.chance(0.7) ? end : undefined);
}

function drawBound(world: World, random: Random, field: string): string {
  return random.pick(world.fields.flatMap((pool) => (pool.field === field ? pool.bounds : [])));
}

function rangeOf(field: string, start: string | undefined, end: string | undefined): DateRange {
  return { field, ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) };
}

function withTypes(filter: FilterDefinition, types: readonly string[] | undefined): FilterDefinition {
  const { entityTypes: _, ...rest } = filter;
  return types === undefined ? rest : { ...rest, entityTypes: types };
}

function withParts(filter: FilterDefinition, propertyFilters: readonly PropertyFilter[]): FilterDefinition {
  return { ...filter, propertyFilters };
}

function withRange(filter: FilterDefinition, range: DateRange | undefined): FilterDefinition {
  const { dateRange: _, ...rest } = filter;
  return range === undefined ? rest : { ...rest, dateRange: range };
}

/** The types as a property filter of the same meaning. */
function withTypesAsPart({ entityTypes, ...rest }: FilterDefinition): FilterDefinition {
  if (entityTypes === undefined) return rest;
  return withParts(rest, [...rest.propertyFilters, { path: "type", operator: "in", value: entityTypes }]);
}

function reversed(part: PropertyFilter): PropertyFilter {
  return Array.isArray(part.value) ? propertyFilter(part.path, part.operator, part.value.toReversed()) : part;
}

function isLong<T>(value: readonly T[] | undefined): value is readonly T[];
function isLong(value: unknown): value is readonly unknown[];
function isLong(value: unknown): boolean {
  return Array.isArray(value) && value.length > 1;
}

/** The list with others in place of one of its members. */
function replaced<T>(random: Random, list: readonly T[], change: (member: T) => readonly T[]): readonly T[] {
  const at = random.below(list.length);
  return list.toSpliced(at, 1, ...list.slice(at, at + 1).flatMap(change));
}
