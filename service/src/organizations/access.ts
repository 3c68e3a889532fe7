// What a key may do.

import type { Limits } from "../database/limits.ts";
import type { Permission } from "../values/permission.ts";

/** A valid key. */
export interface Access {
  readonly keyId: string;
  readonly name: string | null;
  readonly organizationId: string;
  /** The one project of the key; missing if it is for the whole organization. */
  readonly projectId: string | undefined;
  readonly permission: Permission;
  /** The slice and the end user that it is limited to; missing if it sees all of its projects. */
  readonly limits: Pick<Limits, "slices" | "subjectId"> | undefined;
  /** The keys from which it descends; the one that made it is the last. */
  readonly ancestors: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
}
