// Long work in small steps: there is one thread for all requests.

import { setImmediate } from "node:timers/promises";

/** Milliseconds that work continues before it yields. */
const maxTurnMs = 5;

let turns: Promise<unknown> = Promise.resolve();

/**
 * Returns a function to call between two steps of long work. It waits until others have had their turn, if this work has been running for
 * some milliseconds. Of all long work in the process, one part runs each time that the event loop goes round.
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
