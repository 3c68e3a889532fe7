// Measures how long one request delays all others.

import { setImmediate } from "node:timers/promises";

/** The longest turn of the event loop, in milliseconds of its thread: other programs may take the processor meanwhile. */
async function longestTurn(run: () => Promise<unknown>): Promise<number> {
  const work = { isDone: false };
  const finished = Promise.allSettled([run()]).then(([result]) => {
    work.isDone = true;
    return result;
  });
  let longest = 0;
  for (let last = spent(); !work.isDone; ) {
    await setImmediate();
    const now = spent();
    longest = Math.max(longest, now - last);
    last = now;
  }
  const result = await finished;
  if (result.status === "rejected") throw result.reason;
  return longest;
}

function spent(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The shortest of up to four longest turns: memory may be cleaned up meanwhile, but not each time. */
export async function longestTurnAtBest(run: () => Promise<unknown>, most: number): Promise<number> {
  const turns: number[] = [];
  while (turns.length < 4 && !turns.some((ms) => ms < most)) turns.push(await longestTurn(run));
  return Math.min(...turns);
}
