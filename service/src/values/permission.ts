// What keys may do.

/** Each more than the one before: read; propose changes that wait for a review; write, decide and undo. */
export const permissions = ["read", "propose", "write"] as const;

/** One of {@link permissions}. */
export type Permission = (typeof permissions)[number];

/** Whether a key with one permission may do what needs another. */
export function mayDo(has: Permission, needed: Permission): boolean {
  return permissions.indexOf(has) >= permissions.indexOf(needed);
}
