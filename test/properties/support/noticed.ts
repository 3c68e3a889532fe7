// Checks that a property fails if it is given something that is wrong.

import fc from "fast-check";
import { expect } from "vitest";

/** Fails unless the property fails, in up to so many runs, and its error names the reason. */
export async function notices(
  property: fc.IAsyncProperty<unknown> | fc.IProperty<unknown>,
  reason = "",
  numRuns = 2000,
): Promise<void> {
  const { failed, errorInstance } = await fc.check(property, { numRuns, endOnFailure: true });
  expect(failed, `nothing is noticed${reason && ` of: ${reason}`}`).toBe(true);
  expect(String(errorInstance)).toContain(reason);
}
