// When a request is sent again, and after how long.

import { ConnectionError, isProblem } from "./problem.ts";

/** How often a request is sent at most. */
const maxTries = 6;
/** A service that asks for more patience than this, in seconds, is not asked again. */
const maxRetryAfter = 60;
/** The longest pause, in milliseconds, where the service does not say how long to wait. */
const maxPause = 8000;
/** The service is busy, or cannot work at the moment. */
const transient: ReadonlySet<number> = new Set([429, 503]);

/** How work may be repeated. */
export interface Repetition {
  /** Whether nothing is done twice if the work is. */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Does something until it succeeds, at most six times. Throws what the last try threw. */
export async function repeat<Result>(
  { isRepeatable, signal }: Repetition,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      const wait = isRepeatable && tries < maxTries ? waitAfter(error, tries) : undefined;
      if (wait === undefined) throw error;
      await pause(wait, signal);
    }
}

/** How long to wait before another try, in milliseconds; undefined if there is no point in one. */
function waitAfter(error: unknown, tries: number): number | undefined {
  if (error instanceof ConnectionError) return pauseBefore(tries);
  if (!isProblem(error)) return undefined;
  // The service still works on an earlier try of ours, whose answer did not arrive.
  const isOwn = tries > 1 && error.code === "idempotency_in_progress";
  if (!isOwn && !transient.has(error.status)) return undefined;
  const { retryAfter } = error;
  if (retryAfter === undefined) return pauseBefore(tries);
  // Many clients may have been told the same: they should not all return at once.
  return retryAfter > maxRetryAfter ? undefined : retryAfter * 1000 + Math.random() * 250;
}

/** A random time, of twice the length at most after each failure, in milliseconds. */
export function pauseBefore(tries: number): number {
  return (0.5 + Math.random() / 2) * Math.min(maxPause, 250 * 2 ** (tries - 1));
}

/** Waits. Throws the reason of the signal as soon as it is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    signal?.addEventListener("abort", finish);
  });
  signal?.throwIfAborted();
}
