// JSON values as inputs: mutated without regard to what they should be, and made smaller.

import type { Random } from "../../test/support/backends/random.ts";

/** Values that are none of what is expected anywhere, or nearly are. */
export const strange: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e21,
  2 ** 53,
  "",
  "a",
  "type",
  "in",
  "exists",
  "created_at",
  "__proto__",
  "constructor",
  "\ud800",
  "\0",
  "$where",
  "' OR 1=1 --",
  "a.b\\.c",
  "\\",
  "2026-11-20T10:10:41.123Z",
  "2026-11-20",
  [],
  [[]],
  [null],
  ["a", "a"],
  {},
  { $ne: null },
  { length: 1, 0: "a" },
];

/** The value with one change somewhere inside. */
export function mutateJson(random: Random, value: unknown, other: unknown): unknown {
  const places = placesOf(value);
  const place = random.pick(places);
  return changedAt(value, place, (found) => changed(random, found, other));
}

type Place = readonly (string | number)[];

function placesOf(value: unknown, place: Place = [], depth = 0): readonly Place[] {
  if (typeof value !== "object" || value === null || depth > 6) return [place];
  // Of a list the members alone: it may have others, such as what a regular expression found.
  const members: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? Array.from(value.entries())
    : Object.entries(value);
  const inside = members.flatMap(([key, member]) => placesOf(member, [...place, key], depth + 1));
  return [place, ...inside.slice(0, 200)];
}

function changedAt(value: unknown, [key, ...rest]: Place, change: (found: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) return value.with(Number(key), changedAt(value[Number(key)], rest, change));
  const members = Object.entries(Object(value));
  return Object.fromEntries(
    members.map(([name, member]) => [name, name === key ? changedAt(member, rest, change) : member]),
  );
}

function changed(random: Random, found: unknown, other: unknown): unknown {
  if (random.chance(0.25)) return random.pick(strange);
  if (random.chance(0.1)) return part(random, other);
  if (Array.isArray(found)) return changedList(random, found, other);
  if (typeof found === "object" && found !== null) return changedObject(random, found, other);
  if (typeof found === "string") return changedString(random, found);
  if (typeof found === "number") return random.pick([-found, found + 1, String(found), found * 10, 0.5]);
  return random.pick([!found, String(found), [found], { value: found }]);
}

function changedList(random: Random, list: readonly unknown[], other: unknown): unknown {
  const at = random.below(list.length + 1);
  return random.pick([
    list.toSpliced(at, 1),
    list.toSpliced(at, 0, random.pick(strange)),
    list.toSpliced(at, 0, part(random, other)),
    list.toSpliced(at, 0, ...list),
    list.toReversed(),
    Object.fromEntries(list.entries()),
  ]);
}

function changedObject(random: Random, object: object, other: unknown): unknown {
  const members = Object.entries(object);
  const at = random.below(members.length + 1);
  const [key, value] = members[at] ?? ["a", 1];
  return Object.fromEntries(
    random.pick([
      members.toSpliced(at, 1),
      [...members, [String(random.pick(strange)), value]],
      members.toSpliced(at, 1, [key.toUpperCase(), value]),
      members.toSpliced(at, 1, [key, part(random, other)]),
      [...members, ["__proto__", value]],
      members.toReversed(),
    ]),
  );
}

function changedString(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  return random.pick([
    text.slice(0, at),
    text.slice(0, at) +
      random.pick(["'", '"', "\\", ".", "$", "\0", "\ud800", "?", "0", "Z", " "]) +
      text.slice(at),
    text.toUpperCase(),
    text.repeat(random.pick([0, 2, 60])),
    text.slice(at) + text.slice(0, at),
  ]);
}

function part(random: Random, value: unknown): unknown {
  const place = random.pick(placesOf(value));
  return place.reduce<unknown>((found, key) => Object(found)[key], value);
}

/** The value with a part less, or with a plainer one. */
export function* smallerJson(value: unknown): Generator {
  for (const place of placesOf(value)) {
    if (place.length > 0) yield without(value, place);
  }
  for (const place of placesOf(value)) {
    const found = place.reduce<unknown>((inside, key) => Object(inside)[key], value);
    for (const plain of plainer(found)) yield changedAt(value, place, () => plain);
  }
}

function without(value: unknown, [key, ...rest]: Place): unknown {
  if (rest.length > 0)
    return changedAt(value, key === undefined ? [] : [key], (inner) => without(inner, rest));
  if (Array.isArray(value)) return value.toSpliced(Number(key), 1);
  return Object.fromEntries(Object.entries(Object(value)).filter(([name]) => name !== key));
}

function plainer(found: unknown): readonly unknown[] {
  if (typeof found !== "string" || found.length === 0) return [];
  const half = found.length >> 1;
  return [
    ...(found === "a" ? [] : ["", "a"]),
    found.slice(0, half),
    found.slice(half),
    found.slice(1),
    found.slice(0, -1),
  ];
}
