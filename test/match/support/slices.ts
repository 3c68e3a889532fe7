// Random slices in all three forms: texts, trees and filter definitions, with every operator.

import {
  type DateRange,
  type FilterDefinition,
  type PropertyFilter,
  parse,
  type Query,
  query,
  term,
  text,
} from "../../../src/index.ts";
import { DAY, FIRST, LAST } from "../../relative/support/calendar.ts";
import type { Random } from "../../support/backends/random.ts";
import { propertyFilter } from "../../support/property-filter.ts";
import type { World } from "./world.ts";

/** What can be added to an index. */
export type Slice = string | Query | FilterDefinition;

/** Draws a slice; two in five are definitions. */
export function drawSlice(world: World, random: Random): Slice {
  if (random.chance(0.4)) return drawFilter(world, random);
  const written = drawText(world, random);
  if (random.chance(0.7)) return written;
  const { terms } = parse(written).query;
  if (random.chance(0.5)) return parse(written).query;
  return query(
    terms.map((each) =>
      each.kind === "text" ? text(each.value.text) : term(each.qualifier, each.value.text),
    ),
  );
}

function drawText(world: World, random: Random): string {
  const names = (counts: readonly number[], word: string, values: readonly string[]): readonly string[] =>
    Array.from({ length: random.pick(counts) }, () => `${word}:${JSON.stringify(random.pick(values))}`);
  const terms = [
    ...names([0, 0, 1, 1, 2, 3], "type", world.types),
    ...names([0, 0, 0, 1, 1, 2], "shape", world.names),
    ...names([0, 0, 0, 1, 2], "source", world.names),
    ...names([0, 0, 0, 0, 1], "source-shape", world.names),
    ...names([0, 1, 1, 1, 2], "after", world.dates),
    ...names([0, 0, 0, 1, 1, 2], "before", world.dates),
    ...(random.chance(0.1) ? ["sort:name", '"quarterly  report"'] : []),
  ];
  return random.some(terms, terms.length).join(" ");
}

function drawFilter(world: World, random: Random): FilterDefinition {
  const parts = random.pick([0, 1, 1, 1, 2, 2, 3, 5]);
  return {
    ...(random.chance(0.5) ? { entityTypes: drawTypes(world, random) } : {}),
    propertyFilters: Array.from({ length: parts }, () => drawPart(world, random)),
    ...(random.chance(0.45) ? { dateRange: drawRange(world, random) } : {}),
  };
}

function drawTypes(world: World, random: Random): readonly string[] {
  const count = random.pick([0, 1, 1, 1, 2, 2, 3]);
  return Array.from({ length: count }, () => random.pick(world.types));
}

/** Mostly values that a property must be one of; the rest are conditions of all other operators. */
function drawPart(world: World, random: Random): PropertyFilter {
  const path = random.pick(world.paths);
  const kind = random.below(20);
  if (kind < 9) return propertyFilter(path, "in", drawValues(world, random));
  if (kind < 12) return propertyFilter(path, "eq", drawValue(world, random));
  if (kind < 14) return propertyFilter(path, "nin", drawValues(world, random));
  if (kind < 15) return propertyFilter(path, "neq", drawValue(world, random));
  if (kind < 17) return { path, operator: "exists", value: random.chance(0.6) };
  const operator = random.pick(["gt", "gte", "lt", "lte"] as const);
  return propertyFilter(path, operator, drawValue(world, random));
}

function drawValues(world: World, random: Random): readonly unknown[] {
  const few = Array.from({ length: random.pick([0, 1, 1, 2, 2, 3, 4]) }, () => drawValue(world, random));
  return random.chance(0.03) ? [...few, ...Array.from({ length: 150 }, (_, at) => `v${at}`)] : few;
}

/** Now and then a list or an object, which equals nothing. */
function drawValue(world: World, random: Random): unknown {
  return random.chance(0.03) ? random.pick([[], {}, ["s1"], { a: 1 }]) : random.pick(world.scalars);
}

function drawRange(world: World, random: Random): DateRange {
  const bound = (): string => {
    const time = world.middle + random.pick([0, 1, -1, 30, 7]) * DAY + random.below(4 * DAY) - 2 * DAY;
    const kept = random.chance(0.03) ? random.pick([FIRST, LAST]) : time;
    return new Date(Math.min(Math.max(kept, FIRST), LAST)).toISOString();
  };
  const [one, other] = [bound(), bound()].toSorted((a, b) => (a < b ? -1 : 1));
  const [start, end] = random.chance(0.9) ? [one, other] : [other, one];
  return {
    field: random.pick(world.dateFields),
    ...(start === undefined || random.chance(0.25) ? {} : { start }),
    ...(end === undefined || random.chance(0.4) ? {} : { end }),
  };
}
