// Random entities, most of which meet a slice or miss it by one edit, and some such as nobody should write.

import type { DateRange, FilterDefinition } from "../../../src/index.ts";
import { DAY, FIRST, LAST, readDate } from "../../relative/support/calendar.ts";
import { formsOf } from "../../support/backends/entities.ts";
import { notDates } from "../../support/backends/pools.ts";
import { type Members, put } from "../../support/backends/put.ts";
import type { Random } from "../../support/backends/random.ts";
import { keysOf } from "../../support/backends/reference.ts";
import type { World } from "./world.ts";

/** Draws an entity for a slice at a time: its values are those that the definition asks for, some of them edited. */
export function drawEntity(
  world: World,
  random: Random,
  now: number,
  target: FilterDefinition | undefined,
): unknown {
  const members: Members = {};
  for (const path of random.some(world.paths, random.below(5)))
    put(members, keysOf(path), random.pick(world.scalars));
  if (random.chance(0.9)) put(members, ["type"], random.pick(world.types));
  for (const path of ["shape_id", "source_id", "source_shape_id"])
    if (random.chance(0.6)) put(members, [path], random.pick(world.ids));
  for (const path of random.some(world.dateFields, 2))
    put(members, keysOf(path), dated(random, world.middle + random.below(2_000_000_000) - 1_000_000_000));
  if (target !== undefined) meet(members, random, target);
  if (random.chance(0.3)) {
    // Also what is not an end of a range, but one of several dates on one side.
    const date = readDate(random.pick(world.dates))(now) + random.pick([-1, 0, 0, 1, -DAY, DAY]);
    put(members, keysOf(target?.dateRange?.field ?? "created_at"), dated(random, date));
  }
  if (random.chance(0.15)) put(members, keysOf(random.pick(world.paths)), random.pick(odd));
  return random.chance(0.06) ? wrapped(random, members) : members;
}

/** Nine of ten parts of the definition are met. */
function meet(members: Members, random: Random, target: FilterDefinition): void {
  const { entityTypes = [], propertyFilters, dateRange } = target;
  if (entityTypes.length > 0 && random.chance(0.9)) put(members, ["type"], random.pick(entityTypes));
  for (const { path, operator, value } of propertyFilters) {
    if (random.chance(0.1)) continue;
    if (operator === "in" && Array.isArray(value) && value.length > 0)
      put(members, keysOf(path), random.pick<unknown>(value));
    if (operator === "eq" || operator === "gte" || operator === "lte") put(members, keysOf(path), value);
  }
  if (dateRange !== undefined && random.chance(0.95)) meetRange(members, random, dateRange);
}

/** Within the range, or just next to one of its ends. */
function meetRange(members: Members, random: Random, { field, start, end }: DateRange): void {
  const from = start === undefined ? FIRST : Date.parse(start);
  const to = end === undefined ? LAST : Date.parse(end);
  const within = from + random.below(Math.max(1, Math.min(to - from, 10_000_000_000)));
  const near = random.pick([from, from, to, to]) + random.pick([-1, 0, 1]);
  put(members, keysOf(field), dated(random, random.chance(0.5) ? near : within));
}

/** An instant in one of the forms of a date; some are none. */
function dated(random: Random, instant: number): unknown {
  const time = Math.min(Math.max(Number.isNaN(instant) ? 0 : instant, FIRST), LAST);
  if (random.chance(0.75)) return new Date(time).toISOString();
  const dates = [time, time, Number.NaN, LAST + 1, FIRST - 1].map((each) => new Date(each));
  return random.pick<unknown>([...dates, ...formsOf(time), time, random.pick(notDates)]);
}

/** Instead of a value: what is there and equals nothing, or is not there at all. */
const odd: readonly unknown[] = [null, undefined, [], ["s1"], {}, Number.NaN, 1n, Symbol("s1"), Date.now];

/** The members as something else than a plain object: inherited, without a prototype, through getters, in a list. */
function wrapped(random: Random, members: Members): unknown {
  const entries = Object.entries(members);
  const own = Object.fromEntries(random.some(entries, entries.length >> 1));
  const getters = Object.fromEntries(
    entries.map(([key, value]) => [key, { get: () => value, enumerable: true } as const]),
  );
  const thrower = (): never => {
    throw new Error("no value");
  };
  return random.pick<unknown>([
    Object.create(members),
    Object.assign(Object.create(members), own),
    Object.assign(Object.create(null), members),
    Object.defineProperties({}, getters),
    Object.defineProperty({ ...members }, "type", { get: thrower }),
    Object.defineProperty({ ...members }, "created_at", { get: thrower }),
    Object.freeze({ ...members }),
    Object.assign(new Map(), members),
    Object.assign(() => true, { ...own }),
    Object.assign([members], own),
    [members],
    null,
    undefined,
    0,
    "Person",
    "",
    true,
    1n,
    Symbol("type"),
    new Date(0),
    {},
  ]);
}
