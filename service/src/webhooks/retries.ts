// When a delivery that was not accepted is attempted again, and until when.

/** How long is waited after each attempt, and after how long it has failed for good; in milliseconds. */
export interface Retries {
  readonly delaysMs: readonly number[];
  readonly giveUpMs: number;
}

const [second, minute, hour] = [1000, 60_000, 60 * 60_000];

/** For a day: soon at first, as most that fails is a restart, then every few hours. */
export const standardRetries: Retries = {
  delaysMs: [
    5 * second,
    30 * second,
    2 * minute,
    10 * minute,
    30 * minute,
    hour,
    2 * hour,
    4 * hour,
    8 * hour,
  ],
  giveUpMs: 24 * hour,
};

/** When it is attempted next after so many attempts, the last of which has ended now; undefined if it is given up. */
export function nextAttempt(
  { delaysMs }: Retries,
  attempts: number,
  now: Date,
  giveUpAt: Date,
): Date | undefined {
  if (now >= giveUpAt) return undefined;
  const delay = delaysMs[Math.min(attempts, delaysMs.length) - 1] ?? 0;
  // Random, so that what has failed together does not come again together. The last attempt is at the end.
  const next = now.getTime() + delay * (0.8 + Math.random() * 0.4);
  return new Date(Math.min(next, giveUpAt.getTime()));
}
