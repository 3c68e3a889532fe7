// How far back from the evaluation time a date can lie.
import { millisecondsInDay } from "date-fns/constants";
import type { Point } from "./instant.ts";

/** Milliseconds, at least and at most, over all evaluation times. */
export interface Reach {
  readonly least: number;
  readonly most: number;
}

/** How far back a date lies; `undefined` for a day of the calendar. A month has 28 to 31 days. */
export function reachOf({ scale, at }: Point): Reach | undefined {
  switch (scale) {
    case "fixed":
      return undefined;
    case "elapsed":
      return { least: -at, most: -at };
    case "days":
      return { least: -at * millisecondsInDay, most: (1 - at) * millisecondsInDay };
    case "months":
      return { least: -at * 28 * millisecondsInDay, most: -at * 31 * millisecondsInDay };
  }
}
