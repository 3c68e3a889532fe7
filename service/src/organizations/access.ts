// What a key may do.

/** A valid key. */
export interface Access {
  readonly keyId: string;
  readonly organizationId: string;
  /** The one project of the key; missing if it is for the whole organization. */
  readonly projectId: string | undefined;
  readonly isReadOnly: boolean;
}
