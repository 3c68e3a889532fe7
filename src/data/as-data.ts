// Values from outside as plain data, so that reading them runs no code of theirs.

/**
 * The value with every getter taken for missing, two levels down. What JSON does not have (a Map, a Date, an object of
 * some class) is `null`, and so is what cannot be read at all: taken for an empty object it would widen a slice.
 */
export function asData(value: unknown, depth = 2): unknown {
  if (typeof value !== "object" || value === null || depth === 0) return value;
  try {
    if (Array.isArray(value)) return value;
    if (!isPlain(value)) return null;
    const own = Object.entries(Object.getOwnPropertyDescriptors(value));
    const plain = own.flatMap(([key, { value: member, enumerable }]) =>
      enumerable === true ? [[key, asData(member, depth - 1)] as const] : [],
    );
    return Object.fromEntries(plain);
  } catch {
    return null;
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
