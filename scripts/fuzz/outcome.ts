// What comes of one input.

import { staysWithin } from "../../test/support/growth.ts";
import { Broken, type Target } from "./target.ts";

/** What is particular about an input, or the promise that it broke. */
export interface Outcome {
  readonly features: readonly string[];
  readonly rule?: string;
  readonly message?: string;
}

/** What comes of an input. Whatever is thrown is a promise that is broken. */
export async function outcomeOf<Input>(target: Target<Input>, input: Input): Promise<Outcome> {
  try {
    return { features: await target.check(input) };
  } catch (error) {
    if (error instanceof Broken) return { features: [], rule: error.rule, message: error.message };
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { features: [], rule: `throws ${message.split("\n")[0] ?? ""}`.replaceAll(/\d+/gu, "N"), message };
  }
}

/** Whether the time of an input grows with its length: four times as long may not take nine times the time. */
export function growthOf<Input>({ growth }: Target<Input>, input: Input): Outcome {
  if (growth === undefined) return { features: [] };
  const [small, large] = [growth(input, 1 << 12), growth(input, 1 << 14)];
  return staysWithin(small, large)
    ? { features: [] }
    : {
        features: [],
        rule: "time grows with the length",
        message: "four times the length takes nine times the time",
      };
}
