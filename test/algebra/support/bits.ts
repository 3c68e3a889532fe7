// Sets of the entities of a universe, 32 entities in a word. Loops, as all the time of the brute force goes here.

/** Entity `n` is bit `n % 32` of word `n / 32`. */
export type Bits = Uint32Array;

/** The entities of a universe of so many that are asked for. */
export function bitsWhere(size: number, isIn: (entity: number) => boolean): Bits {
  const bits = new Uint32Array(Math.ceil(size / 32));
  for (let entity = 0; entity < size; entity++) {
    const at = entity >>> 5;
    if (isIn(entity)) bits[at] = (bits[at] ?? 0) | (1 << (entity & 31));
  }
  return bits;
}

/** Takes out of the first those that are not in the second. */
export function keep(bits: Bits, kept: Bits): void {
  for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) & (kept[at] ?? 0);
}

/** Those in both. */
export function both(left: Bits, right: Bits): Bits {
  const bits = left.slice();
  keep(bits, right);
  return bits;
}

/** Those in one of the two, or in both. */
export function either(left: Bits, right: Bits): Bits {
  const bits = new Uint32Array(left.length);
  for (let at = 0; at < bits.length; at++) bits[at] = (left[at] ?? 0) | (right[at] ?? 0);
  return bits;
}

/** Whether there are none. */
export function isNone(bits: Bits): boolean {
  for (const word of bits) if (word !== 0) return false;
  return true;
}

/** Whether none is in both. */
export function areApart(left: Bits, right: Bits): boolean {
  for (let at = 0; at < left.length; at++) if (((left[at] ?? 0) & (right[at] ?? 0)) !== 0) return false;
  return true;
}

/** Whether all of the first are in the second. */
export function isWithin(inner: Bits, outer: Bits): boolean {
  for (let at = 0; at < inner.length; at++) if (((inner[at] ?? 0) & ~(outer[at] ?? 0)) !== 0) return false;
  return true;
}

/** Whether both are the same. */
export function areSame(left: Bits, right: Bits): boolean {
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return false;
  return true;
}

/** A text that two different sets have in common only if two hashes of 32 bits collide at once. */
export function fingerprintOf(bits: Bits): string {
  let [one, other] = [0x811c9dc5, 0x9747b28c];
  for (const word of bits) {
    one = Math.imul(one ^ word, 0x01000193) ^ (one >>> 13);
    other = Math.imul(other ^ (word + 0x7f4a7c15), 0x5bd1e995) ^ (other >>> 15);
  }
  return `${one >>> 0}:${other >>> 0}`;
}
