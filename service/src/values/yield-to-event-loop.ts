// Splits long work into steps, because all requests share one thread.

import { setImmediate } from "node:timers/promises";

/** Milliseconds that work continues before it yields. */
const maxTurnMs = 5;

let turns: Promise<unknown> = Promise.resolve();

/**
 * Returns a function to call between two steps of long work. If the work has been running for some milliseconds, it waits until other work had
 * its turn. Of all long work in the process, one part runs per turn of the event loop.
 */
export function createYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxTurnMs) return;
    const mine = turns.then(async () => await setImmediate());
    turns = mine;
    await mine;
    since = performance.now();
  };
}
