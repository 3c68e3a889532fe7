// Values from outside as plain data, so that reading them runs no code of theirs.

/**
 * A copy of a value, three levels down. What JSON does not have is `null` in it: a getter, a hidden member, a Map, an
 * object of some class, what cannot be read at all. Taken for missing, or for an empty object, it would widen a slice.
 */
export function asData(value: unknown, depth = 3): unknown {
  if (typeof value !== "object" || value === null || depth === 0) return value;
  try {
    if (Array.isArray(value)) return Array.from<unknown>(value);
    if (!isPlain(value)) return null;
    const own = Object.entries(Object.getOwnPropertyDescriptors(value));
    return Object.fromEntries(
      own.map(([key, member]): [string, unknown] => [
        key,
        member.enumerable === true && "value" in member ? asData(member.value, depth - 1) : null,
      ]),
    );
  } catch {
    return null;
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
