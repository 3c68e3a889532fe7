// Waits for statements that are sent together.

/**
 * Like `Promise.all`, but throws an error only once everything has settled: otherwise statements still running would use a connection that was
 * already returned to the pool, in another transaction.
 */
export async function allSettledOrThrow<const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}
