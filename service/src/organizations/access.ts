// What a key may do.

import type { Permission } from "../values/permission.ts";

/** A valid key. */
export interface Access {
  readonly keyId: string;
  readonly name: string | null;
  readonly organizationId: string;
  /** The one project of the key; missing if it is for the whole organization. */
  readonly projectId: string | undefined;
  readonly permission: Permission;
  /** The keys from which it descends; the one that made it is the last. */
  readonly ancestors: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
}
