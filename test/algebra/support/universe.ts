// All entities of a small world, and which of them are in a filter: the brute force that the algebra is compared with.

import type { FilterDefinition } from "../../../src/index.ts";
import { conditionsOf } from "../../support/backends/one-filter.ts";
import { inSlice, keysOf } from "../../support/backends/reference.ts";
import { bitsWhere } from "./bits.ts";
import type { Axis, World } from "./worlds.ts";

/** All entities of a world. */
export interface Universe {
  readonly world: World;
  readonly size: number;
  readonly sides: readonly Side[];
  /** Those that are in a filter, by the plain interpreter of filters. */
  readonly members: (filter: FilterDefinition) => bigint;
  /** The values under the keys of an entity. */
  readonly entity: (index: number) => Entity;
}

/** An entity: keys and values. */
export type Entity = Readonly<Record<string, unknown>>;

/** An axis, and which entities have which of its values. */
export interface Side {
  readonly axis: Axis;
  /** The entities that have each value. */
  readonly having: readonly bigint[];
  /** The entities that have one of some values: bit `n` is value `n`. */
  readonly havingAny: (values: number) => bigint;
  /** Which values satisfy a filter that has conditions on this axis alone. */
  readonly satisfying: (filter: FilterDefinition) => number;
}

/**
 * Enumerates a world. A condition reads what is under one key, so it depends on the value on one axis: the interpreter is
 * asked for each value, and not for each entity. The members of a filter are those that satisfy all its conditions.
 */
export function universeOf(world: World): Universe {
  const { axes } = world;
  const strides = axes.map((_, at) =>
    axes.slice(0, at).reduce((product, { values }) => product * values.length, 1),
  );
  const size = axes.reduce((product, { values }) => product * values.length, 1);
  const digit = (entity: number, at: number): number =>
    Math.floor(entity / (strides[at] ?? 1)) % (axes[at]?.values.length ?? 1);
  const sides = axes.map((axis, at) =>
    sideOf(
      axis,
      axis.values.map((_, value) => bitsWhere(size, (entity) => digit(entity, at) === value)),
    ),
  );
  const all = bitsWhere(size, () => true);
  const byKey = new Map(sides.map((side) => [side.axis.key, side]));
  return {
    world,
    size,
    sides,
    members(filter) {
      return conditionsOf(filter).reduce((members, part) => {
        const [key = ""] = keysOf(part.propertyFilters[0]?.path ?? part.dateRange?.field ?? "type");
        const side = byKey.get(key);
        if (side === undefined) throw new Error(`no axis of ${world.name} has the key ${key}`);
        return members & side.havingAny(side.satisfying(part));
      }, all);
    },
    entity: (index) => entityOf(axes.map(({ key, values }, at) => [key, values[digit(index, at)]])),
  };
}

function sideOf(axis: Axis, having: readonly bigint[]): Side {
  const samples = axis.values.map((value) => entityOf([[axis.key, value]]));
  const known = new Map<number, bigint>();
  const answers = new Map<string, number>();
  return {
    axis,
    having,
    havingAny(values) {
      const found =
        known.get(values) ?? having.reduce((all, each, at) => ((values >>> at) & 1 ? all | each : all), 0n);
      known.set(values, found);
      return found;
    },
    satisfying(filter) {
      const text = JSON.stringify(filter);
      const found = answers.get(text) ?? valuesIn(filter, samples);
      answers.set(text, found);
      return found;
    },
  };
}

function valuesIn(filter: FilterDefinition, samples: readonly Entity[]): number {
  return samples.reduce((values, sample, at) => (inSlice(filter, sample) ? values | (1 << at) : values), 0);
}

/** Without the members whose value is not there. */
function entityOf(members: readonly (readonly [key: string, value: unknown])[]): Entity {
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}
