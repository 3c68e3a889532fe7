// Reads the hostile fixtures, watches the prototypes, and measures CPU time.

import { readFileSync } from "node:fs";

/** A piece of an input: a string, or something repeated (UTF-16 code units where JSON is not safe). */
export type Part =
  | string
  | { readonly repeat: string; readonly times: number }
  | { readonly units: readonly number[]; readonly times?: number };

/** The parsed JSON of `fixtures/hostile/<name>.json`; the caller says what is in it. */
export function hostileFixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../fixtures/hostile/${name}.json`, import.meta.url), "utf8"));
}

/** The text that the parts describe. */
export function assembled(parts: readonly Part[]): string {
  return parts.map(partText).join("");
}

function partText(part: Part): string {
  if (typeof part === "string") return part;
  if ("repeat" in part) return part.repeat.repeat(part.times);
  return String.fromCharCode(...part.units).repeat(part.times ?? 1);
}

const BUILT_IN = { Object, Array, String, Function, Map, Set, RegExp, Error, Number, Date };

/** Everything that hangs on the built-in prototypes, to compare before and after. */
export function prototypes(): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [name, constructor] of Object.entries(BUILT_IN)) {
    for (const key of Reflect.ownKeys(constructor.prototype)) {
      const { value, get } = Object.getOwnPropertyDescriptor(constructor.prototype, key) ?? {};
      found.set(`${name}.${String(key)}`, value ?? get);
    }
  }
  return found;
}

/** CPU milliseconds of this process for one call: the least of `times` calls, which noise disturbs least. */
export function cpuTime(call: () => unknown, times: number): number {
  const measured = Array.from({ length: times }, () => {
    const before = process.cpuUsage();
    call();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...measured);
}
