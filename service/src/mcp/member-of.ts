// Reads members of values whose type is not known.

/** A member of an object; undefined if it has none, or if it is no object. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const members: readonly (readonly [string, unknown])[] = Object.entries(value);
  return members.find(([own]) => own === name)?.[1];
}
