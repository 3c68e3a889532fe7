// Values from outside as plain data, so that reading them runs no code of theirs.
import { isPlain } from "./guards.ts";

/**
 * A copy of a value, three levels down. What JSON does not have is `null` in it: `undefined`, a getter, a hidden member, a
 * Map, an object of some class, what cannot be read at all. Treating it as missing, or as an empty object, would
 * widen a slice. Only own members are read, each once. The traps of a Proxy do run, as JavaScript cannot tell one from what it
 * stands for.
 */
export function asData(value: unknown, depth = 3): unknown {
  if (value === undefined) return null;
  if (typeof value !== "object" || value === null || depth === 0) return value;
  try {
    if (Array.isArray(value)) return listAsData(value);
    if (!isPlain(value)) return null;
    // A Proxy can list a key and then deny that it exists: such a member is null, not missing.
    const keys = Reflect.ownKeys(value).filter((key) => typeof key === "string");
    return Object.fromEntries(
      keys.map((key): [string, unknown] => [
        key,
        asData(dataOf(Object.getOwnPropertyDescriptor(value, key)), depth - 1),
      ]),
    );
  } catch {
    return null;
  }
}

/**
 * The members of a list, as they are. A hole is the last one of the copy: it makes the list one that is refused, and the length
 * of a list with holes can be anything.
 */
function listAsData(list: readonly unknown[]): readonly unknown[] {
  const copy: unknown[] = [];
  // A Proxy can lie about its length, but has to list its keys.
  const most = Reflect.ownKeys(list).length;
  const length: unknown = Object.getOwnPropertyDescriptor(list, "length")?.value;
  for (let index = 0; index < most && index !== length; index++) {
    const member = Object.getOwnPropertyDescriptor(list, index);
    copy.push(dataOf(member));
    if (member === undefined) break;
  }
  return copy;
}

/** What a member holds; `null` for what JSON does not have. */
function dataOf(member: PropertyDescriptor | undefined): unknown {
  const value: unknown = member?.enumerable === true ? member.value : null;
  return value === undefined ? null : value;
}
