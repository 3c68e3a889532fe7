// Sets of the entities of a universe: entity `n` is bit `n` of a number.

/** The entities of a universe of so many that are asked for. */
export function bitsWhere(size: number, isIn: (entity: number) => boolean): bigint {
  return BigInt(`0b${Array.from({ length: size }, (_, at) => Number(isIn(size - 1 - at))).join("")}`);
}

/** Whether all of the first are in the second. */
export function isWithin(inner: bigint, outer: bigint): boolean {
  return (inner & outer) === inner;
}
