// Random numbers from a seed, the same in every run.

/** A source of random choices. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  readonly between: (least: number, most: number) => number;
  /** One of the items, each as likely as the others. */
  readonly one: <Item>(items: readonly Item[]) => Item;
}

/** A source that makes the same choices for the same seed (mulberry32). */
export function random(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1);
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number =>
    least + Math.floor(fraction() * (most - least + 1));
  return {
    between,
    one: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new RangeError("there is nothing to choose from");
      return item;
    },
  };
}
