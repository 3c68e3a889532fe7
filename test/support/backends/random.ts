// A small seeded source of random choices: the same seed draws the same corpus on every machine.

import fc from "fast-check";

/** Random choices, each reproducible from the seed. */
export interface Random {
  /** A whole number from 0 to below the limit. */
  below(limit: number): number;
  /** Whether something that happens with this probability happens now. */
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Up to so many different members of the list. */
  some<T>(list: readonly T[], count: number): readonly T[];
}

/** The seed that `test/support/seed.ts` sets, or one of the clock when the run explores. */
export function givenSeed(): number {
  return fc.readConfigureGlobal().seed ?? Date.now() % 2 ** 31;
}

/** Choices from a seed, by the generator mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed % 2 ** 32;
  const next = (): number => {
    state = (state + 0x6d2b79f5) % 2 ** 32;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(list: readonly T[]): T => {
    const at = below(list.length);
    for (const picked of list.slice(at, at + 1)) return picked;
    throw new RangeError("nothing to pick from");
  };
  const some = <T>(list: readonly T[], count: number): readonly T[] => {
    const left = [...list];
    return Array.from({ length: Math.min(count, list.length) }).flatMap(() =>
      left.splice(below(left.length), 1),
    );
  };
  return { below, chance: (probability) => next() < probability, pick, some };
}
