// What fills the stores of the benchmark: lines as in changelogs, grown from the real entities of `fixtures/debian`. The same at every run.

import { readFileSync } from "node:fs";

/** An entity, flat, as `entity import` takes it. */
export interface Line {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly shape_id: string;
  readonly source_id: string;
  readonly source_shape_id: string;
  readonly created_at: string;
  readonly [property: string]: unknown;
}

/** What has a name and an ID in `catalog.json`. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

const fixtures = new URL("../../fixtures/debian/", import.meta.url);
const lines: readonly Line[] = read("entities.ndjson")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));

/** The shapes and sources that the entities name. */
export const catalog: { readonly shapes: readonly Named[]; readonly sources: readonly Named[] } = JSON.parse(
  read("catalog.json"),
);

function read(name: string): string {
  return readFileSync(new URL(name, fixtures), "utf8");
}

/** Words of a frequency that searches rely on. */
export const words = {
  /** In about one entity of 1100. */
  rare: "heartbleed",
  /** In about every fourth. */
  common: "translation",
  /** In the oldest 4 %, and in no other. */
  old: "potato",
} as const;

const years = { first: 1997, oldBefore: 1998.2, last: 2026 };

/** `count` entities, with IDs that no other `seed` has. */
export function* entities(seed: number, count: number): Generator<Line, void> {
  const random = randomFrom(seed);
  for (let at = 0; at < count; at++) {
    const { name: _name, ...line } = one(random, lines);
    const year = years.first + random() * (years.last - years.first);
    const age = year < years.oldBefore ? ` ${words.old}` : "";
    yield {
      ...line,
      id: `${seed.toString(16).padStart(8, "0")}-0000-8000-8000-${at.toString(16).padStart(12, "0")}`,
      name: sentence(random) + age,
      created_at: new Date((year - 1970) * 31_556_952_000).toISOString(),
      text: Array.from({ length: 1 + Math.floor(random() * 3) }, () => sentence(random)).join(" "),
    };
  }
}

type Random = () => number;

function sentence(random: Random): string {
  if (random() < 0.0003) return `Fix the ${words.rare} vulnerability.`;
  return one(random, sentences).replaceAll(/[A-Z]{3,}/g, (slot) => slots[slot]?.(random) ?? slot);
}

/** As maintainers write. */
const sentences: readonly string[] = [
  "New upstream release of PACKAGE.",
  "Fix a segmentation fault in FUNCTION. (Closes: #NUMBER)",
  `Update the LANGUAGE ${words.common} of PACKAGE. (Closes: #NUMBER)`,
  "Fix a memory leak in FUNCTION when FUNCTION fails.",
  "Build-depend on PACKAGE-dev (>= 1.NUMBER).",
  "Drop the patch for FUNCTION, which was merged upstream.",
  "Do not call FUNCTION before FUNCTION is ready.",
  "Bump the standards version, no changes needed.",
  "Fix CVE-2024-NUMBER: out of bounds read in FUNCTION.",
  "Rebuild against PACKAGE 2.NUMBER.",
  "Add a test for FUNCTION, thanks to LANGUAGE users.",
];
const languages = "Basque Catalan Czech Danish Dutch Finnish French German Italian Turkish".split(" ");
const stems =
  `read write parse print open close load store lock unlock send get set add remove find match copy move alloc free start stop
  sync flush scan hash sort merge split encode decode header buffer string config socket window widget cursor column table index entry
  object stream module locale device driver kernel thread signal filter format version package`.split(/\s+/);

const slots: Readonly<Record<string, (random: Random) => string>> = {
  PACKAGE: (random) => String(one(random, lines)["package"]),
  LANGUAGE: (random) => one(random, languages),
  NUMBER: (random) => String(10_000 + Math.floor(random() * 30_000)),
  // The first are far more common than the last.
  FUNCTION: (random) =>
    Array.from({ length: random() < 0.8 ? 2 : 3 }, () => one(() => random() ** 2, stems)).join(""),
};

function one<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error("There is nothing to choose from.");
  return value;
}

/** Marsaglia's xorshift of 32 bits: the same everywhere. */
function randomFrom(seed: number): Random {
  let state = (seed * 2_654_435_761 + 1) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}
