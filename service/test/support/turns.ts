// How long one request keeps all others waiting.

import { setImmediate } from "node:timers/promises";

/** The longest time, in milliseconds, for which no other request had a turn. */
async function longestTurn(run: () => Promise<unknown>): Promise<number> {
  const work = { isDone: false };
  const finished = Promise.allSettled([run()]).then(([result]) => {
    work.isDone = true;
    return result;
  });
  let longest = 0;
  for (let last = performance.now(); !work.isDone; ) {
    await setImmediate();
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  const result = await finished;
  if (result.status === "rejected") throw result.reason;
  return longest;
}

/** The shortest of up to four longest turns: another program may take the processor meanwhile, but not each time. */
export async function longestTurnAtBest(run: () => Promise<unknown>, most: number): Promise<number> {
  const turns: number[] = [];
  while (turns.length < 4 && !turns.some((ms) => ms < most)) turns.push(await longestTurn(run));
  return Math.min(...turns);
}
