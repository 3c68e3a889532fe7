// Filters over a small world, others next to one, and the pieces of one.

import fc from "fast-check";
import type { DateRange, FilterDefinition, PropertyFilter } from "../../../src/index.ts";
import { bounded } from "../../support/backends/one-filter.ts";
import { filterIn, filterOf, ofLengths, rangeOf } from "../../support/filters.ts";
import { propertyFilter } from "../../support/property-filter.ts";
import type { Universe } from "./universe.ts";

/** Two filters, the second of which is mostly next to the first, and those that the first may be covered by. */
export interface Question {
  readonly a: FilterDefinition;
  readonly b: FilterDefinition;
  readonly others: readonly FilterDefinition[];
}

/** Questions about the filters of a universe, most of which are about something. */
export function questionIn({ world, members }: Universe): fc.Arbitrary<Question> {
  const filter = filterIn(world);
  const ofSome = filter.filter((each) => members(each) !== 0n);
  const ranges = fc.tuple(...world.fields.map(({ field, bounds }) => rangeOf(field, bounds)));
  const cut = fc.record({ way: fc.nat(99), at: fc.nat(99), gap: fc.nat(6), ranges });
  return fc
    .record({
      a: fc.oneof({ arbitrary: ofSome, weight: 3 }, { arbitrary: filter, weight: 1 }),
      other: filter,
      edits: ofLengths(edit, [1, 1, 1, 2]),
      isNext: fc.nat(9),
      cuts: ofLengths(cut, [0, 1, 2, 2, 3, 4]),
      end: fc.record({ how: fc.nat(9), at: fc.nat(99), edit }),
    })
    .map(({ a, other, edits, isNext, cuts, end }) => {
      const b = isNext === 0 ? other : edits.reduce((one, each) => edited(one, other, each), a);
      const cutOnce = (all: readonly FilterDefinition[], each: Cut): readonly FilterDefinition[] =>
        replaced(all, each.way, (piece) => piecesOf(piece, each));
      const pieces = cuts.reduce(cutOnce, [a]);
      if (end.how < 2) return { a, b, others: replaced(pieces, end.at, () => []) };
      if (end.how < 4)
        return { a, b, others: replaced(pieces, end.at, (piece) => [edited(piece, other, end.edit)]) };
      return { a, b, others: end.how < 6 ? [other, ...pieces].slice(0, 5) : pieces.toReversed() };
    });
}

/** What becomes of the conditions of each kind: they stay, are those of a stranger or none, or get something of those. */
const how = fc.constantFrom("own", "own", "own", "own", "other", "none", "mixed", "mixed", "mixed");
const edit = fc.record({ types: how, parts: how, range: how, at: fc.nat(99) });

interface Edit {
  readonly types: How;
  readonly parts: How;
  readonly range: How;
  readonly at: number;
}

type How = "own" | "other" | "none" | "mixed";

function edited(
  one: FilterDefinition,
  other: FilterDefinition,
  { types, parts, range, at }: Edit,
): FilterDefinition {
  const { entityTypes, propertyFilters, dateRange } = one;
  const ranges = { own: dateRange, other: other.dateRange, none: undefined };
  const allTypes = { own: entityTypes, other: other.entityTypes, none: undefined };
  const allParts = { own: propertyFilters, other: other.propertyFilters, none: propertyFilters.slice(1) };
  const edited = filterOf(
    types === "mixed" ? entityTypes && mixed(entityTypes, other.entityTypes ?? [], at) : allTypes[types],
    parts === "mixed" ? mixedParts(propertyFilters, other.propertyFilters, at) : allParts[parts],
    range === "mixed" ? dateRange && mixedRange(dateRange, other.dateRange, at) : ranges[range],
  );
  return at % 10 === 0 ? respelled(edited, other) : edited;
}

/** One is missing, another, or more; or all are there once more in another order. */
function mixed<T>(list: readonly T[], [other]: readonly T[], at: number): readonly T[] {
  const [place, more] = [at % (list.length + 1), other === undefined ? [] : [other]];
  const ways = [
    list.toSpliced(place, 1),
    list.toSpliced(place, 1, ...more),
    list.toSpliced(place, 0, ...more),
  ];
  return ways[at % 4] ?? [...list.toReversed(), ...list.slice(place)];
}

/** What asks for the same path gets values of the other, or gives way to it. */
function mixedParts(
  parts: readonly PropertyFilter[],
  others: readonly PropertyFilter[],
  at: number,
): readonly PropertyFilter[] {
  const other = others.find(({ path }) => parts.some((part) => part.path === path));
  const place = parts.findIndex(({ path }) => path === other?.path);
  const { path = "", operator = "in", value } = parts[place] ?? {};
  if (other === undefined || at % 5 === 0) return mixed(parts, others, at);
  if (!Array.isArray(value) || !Array.isArray(other.value)) return parts.with(place, other);
  return parts.with(place, propertyFilter(path, operator, mixed<unknown>(value, other.value, at)));
}

/** One bound is another or none, or the range goes on where it ended. */
function mixedRange({ field, start, end }: DateRange, other: DateRange | undefined, at: number): DateRange {
  if (field !== other?.field) return bounded(field, at % 2 ? start : undefined, at % 2 ? undefined : end);
  if (at % 3 === 0) return end === undefined ? bounded(field, end, start) : bounded(field, end, other.end);
  return at % 3 === 1 ? bounded(field, other.start, end) : bounded(field, start, other.end);
}

/** The types as a part, one value as a list, and dates as a list of dates. */
function respelled({ entityTypes, propertyFilters, dateRange }: FilterDefinition, other: FilterDefinition) {
  const dates = other.propertyFilters.filter(({ path }) => path === dateRange?.field);
  return filterOf(
    undefined,
    [
      ...propertyFilters.map((part) =>
        part.operator === "eq" ? propertyFilter(part.path, "in", [part.value]) : part,
      ),
      ...(entityTypes === undefined ? [] : [propertyFilter("type", "in", entityTypes)]),
      ...dates,
    ],
    dates.length > 0 ? undefined : dateRange,
  );
}

interface Cut {
  readonly way: number;
  readonly at: number;
  readonly gap: number;
  readonly ranges: readonly DateRange[];
}

/** The filter in two, by a list or by its range, which now and then overlap or have a gap; or in one, with nothing to cut. */
function piecesOf(filter: FilterDefinition, { way, at, gap, ranges }: Cut): readonly FilterDefinition[] {
  const { entityTypes = [], propertyFilters: parts, dateRange: range } = filter;
  const halves = <T>(list: readonly T[]): readonly (readonly T[])[] => {
    const middle = 1 + (at % (list.length - 1));
    return [list.slice(0, middle), list.slice(gap === 0 ? middle - 1 : middle)];
  };
  const ways: (readonly FilterDefinition[])[] = parts.flatMap(({ path, operator, value }, place) => {
    if (!Array.isArray(value) || value.length < 2) return [];
    const within = halves<unknown>(value).map((some) =>
      parts.with(place, propertyFilter(path, operator, some)),
    );
    return [within.map((some) => filterOf(filter.entityTypes, some, range))];
  });
  if (entityTypes.length > 1) ways.push(halves(entityTypes).map((some) => filterOf(some, parts, range)));
  const { field, start: bound, end = bound } = ranges.find((each) => each.field === range?.field) ?? {};
  if (range !== undefined && field !== undefined)
    ways.push([
      { ...filter, dateRange: bounded(field, range.start, bound ?? end) },
      { ...filter, dateRange: bounded(field, gap === 0 ? end : bound, range.end) },
    ]);
  return ways[way % ways.length] ?? [filter];
}

/** The list with others in place of one of its members. */
function replaced<T>(list: readonly T[], at: number, change: (member: T) => readonly T[]): readonly T[] {
  return list.flatMap((member, place) => (place === at % list.length ? change(member) : [member]));
}
