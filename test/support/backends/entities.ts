// Random entities: membership fields, dates near the bounds, and nested properties under odd keys.

import type { Column } from "../../../src/exports/sql.ts";
import type { Entity } from "./engine.ts";
import { instants, keys, names, notDates, numbers, texts, uuids } from "./pools.ts";
import type { Random } from "./random.ts";

/** The few keys and values that a corpus is made of, so that filters drawn from them hit. */
export interface World {
  readonly keys: readonly string[];
  readonly scalars: readonly unknown[];
  readonly names: readonly string[];
  readonly instants: readonly number[];
}

/** Properties that the typed layout keeps in columns of their own; mostly of one kind. */
export const typedColumns: ReadonlyMap<string, Column> = new Map<string, Column>([
  ["n", { column: "n", type: "number" }],
  ["flag", { column: "flag", type: "boolean" }],
  ["label", { column: 'the "label"', type: "text" }],
  ["x\\.y", { column: "x.y", type: "text" }],
  ["deep.n", { column: "deep_n", type: "number" }],
  ["updated", { column: "updated", type: "timestamp" }],
  ["owner", { column: "owner", type: "uuid" }],
]);

/** Draws a world: two dozen values of all kinds, ten keys. PostgreSQL holds no U+0000, so it is in some worlds only. */
export function worldFrom(random: Random, holdsNul: boolean): World {
  const usable = (text: string): boolean => holdsNul || !text.includes("\0");
  return {
    keys: ["a", holdsNul ? "a\0b" : "city", ...random.some(keys.filter(usable), 8)],
    scalars: [
      ...random.some(texts, 4).flatMap((family) => random.some(family.filter(usable), 4)),
      ...random.some(numbers, 2).flatMap((family) => random.some(family, 4)),
      ...doubles(random),
      ...(holdsNul ? ["a\0", "a"] : []),
      true,
      false,
    ],
    names: random.some(names.filter(usable), 6),
    instants: random.some(instants, 5),
  };
}

/** Two neighbours of full precision: of seventeen digits, at any magnitude. */
function doubles(random: Random): readonly number[] {
  const [bits, view] = [random.below(2 ** 31), new DataView(new ArrayBuffer(8))];
  return [0, 1].map((step) => {
    view.setUint32(0, random.chance(0.5) ? 0x3fd00000 + (bits % 0x500000) : bits % 0x7ff00000);
    view.setUint32(4, (Math.imul(bits, 2_654_435_761) >>> 0) - step);
    return view.getFloat64(0);
  });
}

/** The entity of a row; about one in twelve is such as only JavaScript can hold. */
export function entityOf(world: World, random: Random, row: number): Entity {
  const wild = random.chance(0.08);
  const members = new Map<string, unknown>();
  for (const key of world.keys) {
    if (random.chance(0.6)) members.set(key, valueOf(world, random, 2));
  }
  for (const [key, value] of typedMembers(world, random)) members.set(key, value);
  if (random.chance(0.8)) members.set("note", valueOf(world, random, 0));
  if (random.chance(0.8))
    members.set("place", { city: valueOf(world, random, 0), map: { note: valueOf(world, random, 0) } });
  for (const field of ["type", "shape_id", "source_id", "source_shape_id"]) {
    if (random.chance(0.9)) members.set(field, random.chance(0.05) ? null : random.pick(world.names));
  }
  members.set("id", `e${row}`);
  if (random.chance(0.93)) members.set("created_at", dateOf(world, random));
  if (random.chance(0.8))
    members.set("dates", {
      seen: random.chance(0.15) ? random.pick(notDates) : dateText(world, random),
    });
  if (wild) members.set(...wildMember(world, random));
  return Object.fromEntries(random.some([...members], members.size));
}

/** A text near an instant of the world in one of the forms of a date, or no date at all. */
function dateText(world: World, random: Random): string {
  if (random.chance(0.05)) return random.pick(notDates);
  const instant = instantNear(world, random);
  return random.chance(0.9) ? new Date(instant).toISOString() : random.pick(formsOf(instant));
}

/** The other forms of a date. */
export function formsOf(instant: number): readonly string[] {
  const text = new Date(instant).toISOString();
  const cut = [text.slice(0, 10), `${text.slice(0, 16)}Z`, `${text.slice(0, 19)}Z`, `${text.slice(0, 22)}Z`];
  const longer = [`${text.slice(0, 23)}456789Z`, `${text.slice(0, 19)}.9999999999Z`];
  return [
    ...cut,
    ...longer,
    ...["+05:30", "-05:30", "-14:59", "+00:00"].map((zone) => shifted(instant, zone)),
  ];
}

/** An instant of the world or one millisecond next to it, within the calendar. */
export function instantNear(world: World, random: Random): number {
  const instant = random.pick(world.instants) + random.pick([-1, 0, 0, 1]);
  const [first = 0] = instants;
  return Math.min(Math.max(instant, first), instants.at(-1) ?? 0);
}

/** The instant as a clock that is so far ahead of UTC shows it; as it is where that clock would leave the calendar. */
function shifted(instant: number, zone: string): string {
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4));
  const local = new Date(instant + (zone.startsWith("-") ? -minutes : minutes) * 60_000).toISOString();
  return local.length === 24 ? local.replace("Z", zone) : new Date(instant).toISOString();
}

function dateOf(world: World, random: Random): unknown {
  return random.chance(0.04) ? null : dateText(world, random);
}

function valueOf(world: World, random: Random, depth: number): unknown {
  const kind = random.below(100);
  if (kind < 55 || (depth === 0 && kind < 80)) return random.pick(world.scalars);
  if (kind < 60) return null;
  if (kind < 72 || depth === 0) return listOf(world, random, depth);
  const inner = random.some(world.keys, random.below(5));
  return Object.fromEntries(inner.map((key) => [key, valueOf(world, random, depth - 1)]));
}

/** Lists hold values that filters look for, and objects that paths would lead into. */
function listOf(world: World, random: Random, depth: number): readonly unknown[] {
  return Array.from({ length: random.below(3) }, () =>
    random.chance(0.7) || depth === 0 ? random.pick(world.scalars) : valueOf(world, random, depth - 1),
  );
}

function typedMembers(world: World, random: Random): readonly (readonly [string, unknown])[] {
  const odd = (value: unknown): unknown =>
    random.chance(0.02) ? random.pick([null, [1], {}, "1", 1, true]) : value;
  const number = (): number => random.pick(world.scalars.filter((value) => typeof value === "number"));
  const text = (): string => random.pick(world.scalars.filter((value) => typeof value === "string"));
  const some = (key: string, value: unknown): readonly (readonly [string, unknown])[] =>
    random.chance(0.7) ? [[key, odd(value)]] : [];
  const instant = new Date(instantNear(world, random)).toISOString();
  return [
    ...some("n", number()),
    ...some("flag", random.chance(0.5)),
    ...some("label", text()),
    ...some("x.y", text()),
    ...some("updated", random.chance(0.95) ? instant : dateText(world, random)),
    ...some("owner", random.pick(uuids)),
    ...some("deep", { n: odd(number()), [random.pick(world.keys)]: text() }),
  ];
}

/** Instances of Date, other kinds in the membership fields, halves of surrogate pairs. */
function wildMember(world: World, random: Random): [string, unknown] {
  const field = random.pick(["type", "shape_id", "source_id", "created_at"]);
  const other: readonly (readonly [string, unknown])[] = [
    ["created_at", new Date(instantNear(world, random))],
    ["created_at", new Date(Number.NaN)],
    ["dates", { seen: new Date(instantNear(world, random)) }],
    [field, random.pick([1, 0, true, [random.pick(world.names)], {}, Date.now])],
    [
      random.pick(world.keys.filter((key) => key !== "id")),
      random.pick(["\ud83d", "\ude00", "a\ud83d", "\ud83d\uffff", undefined]),
    ],
  ];
  const [key, value] = random.pick(other);
  return [key, value];
}
