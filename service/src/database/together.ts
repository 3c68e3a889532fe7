// Waits for statements that travel together.

/**
 * Like `Promise.all`, but an error is thrown only when nothing is under way any more: what went on after it would run on a connection that
 * is given back, in the transaction of somebody else.
 */
export async function together<const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}
