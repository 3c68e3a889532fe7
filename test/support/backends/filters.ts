// Random filters, most parts of which an entity of the corpus meets or misses by one edit.

import type { DateRange, FilterDefinition, Operator, PropertyFilter } from "../../../src/index.ts";
import { operators } from "../../../src/vocabulary/operators.ts";
import { propertyFilter } from "../property-filter.ts";
import type { Entity } from "./engine.ts";
import { instantNear, typedColumns, type World } from "./entities.ts";
import { bounded } from "./one-filter.ts";
import { texts } from "./pools.ts";
import type { Random } from "./random.ts";
import { keysOf, pathOf, valueAt } from "./reference.ts";

/** A filter that the entity is in, or nearly: each part is about its values, some edited. */
export function filterFor(world: World, random: Random, target: Entity): FilterDefinition {
  const parts = random.pick([0, 1, 1, 1, 2, 2, 3, 4]);
  return {
    ...(random.chance(0.35) ? { entityTypes: typesFor(world, random, target) } : {}),
    propertyFilters: Array.from({ length: parts }, () => partFor(world, random, target)),
    ...(random.chance(0.4) ? { dateRange: rangeFor(world, random) } : {}),
  };
}

function typesFor(world: World, random: Random, target: Entity): readonly string[] {
  if (random.chance(0.05)) return [];
  const own = typeof target["type"] === "string" && random.chance(0.8) ? [target["type"]] : [];
  const others = random
    .some(world.names, random.below(4))
    .map((name) => (random.chance(0.2) ? String(edited(random, name)) : name));
  const many = random.chance(0.05) ? Array.from({ length: 200 }, (_, at) => `T${at}`) : [];
  return [...own, ...many, ...others];
}

function partFor(world: World, random: Random, target: Entity): PropertyFilter {
  const path = pathOf(keysFor(world, random, target));
  const operator = random.pick(operators);
  return propertyFilter(path, operator, valueFor(world, random, operator, valueAt(target, path)));
}

/** The keys down to some value of the entity; now and then of none. */
function keysFor(world: World, random: Random, target: Entity): readonly string[] {
  const kind = random.below(100);
  if (kind < 20) return [random.pick(["type", "shape_id", "source_id", "source_shape_id"])];
  if (kind < 24) return [random.pick(["id", "created_at"])];
  if (kind < 42) return random.pick(ownPaths);
  if (kind < 56) return random.pick([["note"], ["place", "city"], ["place", "map", "note"]]);
  if (kind < 63) return Array.from({ length: 1 + random.below(3) }, () => random.pick(world.keys));
  const walked: string[] = [];
  let own = Object.entries(target);
  while (own.length > 0 && walked.length < 3 && (walked.length === 0 || random.chance(0.8))) {
    const [key, inner] = random.pick(own);
    walked.push(key);
    own = typeof inner === "object" && inner !== null ? Object.entries(inner) : [];
  }
  return random.chance(0.04) ? [...walked, random.pick(["0", "length", "", "-1"])] : walked;
}

const ownPaths: readonly (readonly string[])[] = [
  ...[...typedColumns.keys()].map(keysOf),
  ["deep"],
  ["n", "n"],
  ["x", "y"],
  ["dates", "seen"],
];

function valueFor(world: World, random: Random, operator: Operator, found: unknown): unknown {
  const one = (): unknown => {
    const base =
      isScalar(found) && random.chance(0.6) ? found : random.pick([...world.scalars, ...world.names]);
    return random.chance(0.25) ? edited(random, base) : base;
  };
  if (operator === "exists") return random.chance(0.6);
  if (operator !== "in" && operator !== "nin")
    return random.chance(0.04) ? random.pick([[], {}, [1], { a: [null] }]) : one();
  const few = Array.from({ length: random.pick([0, 1, 1, 2, 2, 3, 5]) }, () =>
    random.chance(0.05) ? random.pick([[], {}, [found ?? 1], { a: 1 }]) : one(),
  );
  return random.chance(0.06) ? [...few, ...manyLike(one())] : few;
}

/** Two hundred values of the kind of this one, for lists beyond what engines write out. */
function manyLike(value: unknown): readonly unknown[] {
  return Array.from({ length: 200 }, (_, at) => (typeof value === "number" ? at + 3 : `v${at}`));
}

function isScalar(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** One step next to a value: another case, form, kind, sign, or a character more or less; half of a pair is no text. */
function edited(random: Random, value: unknown): unknown {
  if (typeof value === "string") {
    const [small, large] = [value.toLowerCase(), value.toUpperCase()];
    const other = random.pick([large, small, value.normalize("NFC"), value.normalize("NFD")]);
    const near = [`${value} `, value.slice(0, -1), `${value}\uffff`, `${value}😀`, random.pick(texts.flat())];
    return random.pick([other, other, ...near.map((text) => text.toWellFormed()), Number(value) || 0]);
  }
  if (typeof value === "number") {
    const near = [-value, value + 1, value * (1 + Number.EPSILON), Math.trunc(value)];
    return random.pick([...near.filter(Number.isFinite), String(value), value !== 0]);
  }
  return typeof value === "boolean" ? random.pick([!value, String(value), value ? 1 : 0]) : value;
}

function rangeFor(world: World, random: Random): DateRange {
  const usual = ["created_at", "created_at", "created_at", "dates.seen", "updated"];
  const field = random.pick([...usual, pathOf([random.pick(world.keys)])]);
  const ends = [instantNear(world, random), instantNear(world, random)].toSorted((a, b) => a - b);
  const [start, end] = (random.chance(0.9) ? ends : ends.toReversed()).map((instant) =>
    random.chance(0.75) ? new Date(instant).toISOString() : undefined,
  );
  return bounded(field, start, end);
}
