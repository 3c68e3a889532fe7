// Waits for statements that travel together.

/**
 * Like `Promise.all`, but an error is thrown only once everything has settled: whatever continued after it would run on a connection that
 * was returned to the pool, in someone else's transaction.
 */
export async function allSettledOrThrow<const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}
