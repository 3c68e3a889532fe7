// What can be fuzzed: how inputs are made, changed and shrunk, and what must hold of each.

import type { Random } from "../../test/support/backends/random.ts";

/** One thing to fuzz. Inputs are JSON, so that each can be printed and put in again. */
export interface Target<Input> {
  readonly name: string;
  /** What must hold, in a few words. */
  readonly promise: string;
  /** Where inputs come from when none is at hand. */
  readonly draw: (random: Random) => Input;
  /** An input near this one, maybe with parts of another. */
  readonly mutate: (random: Random, input: Input, other: Input) => Input;
  /** Inputs that are smaller by one step, the boldest steps first. */
  readonly smaller: (input: Input) => Iterable<Input>;
  /** Throws a {@link Broken} if something does not hold. Gives what is particular about the input, in a few words each. */
  readonly check: (input: Input) => readonly string[] | Promise<readonly string[]>;
  /** The input made so long, and the work whose time must grow with it. */
  readonly growth?: (input: Input, length: number) => () => unknown;
}

/** A promise that an input broke. */
export class Broken extends Error {
  override readonly name = "Broken";
  readonly rule: string;

  constructor(rule: string, detail: string) {
    super(`${rule}: ${detail}`);
    this.rule = rule;
  }
}

/** Throws if the promise does not hold. The detail is worked out only then. */
export function must(holds: boolean, rule: string, detail: () => string): void {
  if (!holds) throw new Broken(rule, detail());
}

/** Throws if two values are not the same JSON. */
export function mustEqual(found: unknown, expected: unknown, rule: string): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  must(one === other, rule, () => `${one} instead of ${other}`);
}

/** Runs something that must not throw, but for a `TypeError` where that is how it refuses. */
export function mustNotThrow<T>(rule: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof Broken) throw error;
    throw new Broken(rule, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/** The result of a call, or undefined if it refuses with a `TypeError`; any other error breaks the rule. */
export function unlessRefused<T>(rule: string, call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof Broken) throw error;
    if (error instanceof TypeError && !engineErrors.test(error.message)) return undefined;
    throw new Broken(rule, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/** What JavaScript itself says when a value is not what the code took it for. */
const engineErrors =
  /is not a function|is not iterable|Cannot (?:read|set|convert|destructure)|Reduce of empty/u;
