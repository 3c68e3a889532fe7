// Measures how long code keeps its thread, and so delays all other requests: in milliseconds of that thread, as other programs may take the
// processor meanwhile, and other threads of the process clean up its memory.

import { setImmediate } from "node:timers/promises";

/** The longest turn of the event loop. */
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

/** How long one call computes: the least of three, as memory may be cleaned up meanwhile. */
export function cpuTime(call: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const begun = spent();
    call();
    return spent() - begun;
  });
  return Math.min(...times);
}

/** The shortest of up to four longest turns: memory may be cleaned up meanwhile, but not each time. */
export async function longestTurnAtBest(run: () => Promise<unknown>, most: number): Promise<number> {
  const turns: number[] = [];
  while (turns.length < 4 && !turns.some((ms) => ms < most)) turns.push(await longestTurn(run));
  return Math.min(...turns);
}
