// Random choices from a seed, so that a failure can be repeated.

/** Random choices. */
export interface Random {
  /** A whole number from 0 to below the limit. */
  readonly below: (limit: number) => number;
  /** Whether something that happens with this probability happens now. */
  readonly chance: (probability: number) => boolean;
  readonly pick: <Value>(list: readonly Value[]) => Value;
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
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const at = below(list.length);
      for (const picked of list.slice(at, at + 1)) return picked;
      throw new RangeError("nothing to pick from");
    },
  };
}
