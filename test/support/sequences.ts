// Enumerates small spaces whole.

/** Every concatenation of zero to `most` symbols, shortest first. */
export function* sequences(symbols: readonly string[], most: number): Generator<string, void> {
  let level: readonly string[] = [""];
  for (let length = 0; length <= most; length += 1) {
    yield* level;
    level = length === most ? [] : level.flatMap((text) => symbols.map((symbol) => text + symbol));
  }
}
