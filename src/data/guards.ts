// Questions about values that come from outside, where the types of TypeScript are only a promise.

/** Whether a value is an object with members: no list, not null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is an object as `{}` makes one, or without a prototype. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Whether a value is an object that can have these members: a Map or a promise has none of them, but is not empty. */
export function isObjectWith(
  names: Iterable<string>,
  value: unknown,
): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && (isPlain(value) || [...names].some((name) => name in value));
}

/** Throws a `TypeError` for options that are not an object. */
export function requireOptions(options: unknown): void {
  if (!isRecord(options)) throw new TypeError("options must be an object");
}

/** Whether a value is a list of strings; holes do not count as strings. */
export function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && firstNotString(value) === undefined;
}

/** The first index of a list that holds no string. */
export function firstNotString(list: readonly unknown[]): number | undefined {
  const index = list.findIndex((member) => typeof member !== "string");
  return index < 0 ? undefined : index;
}
