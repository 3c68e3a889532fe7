// Identifiers.

import { v7 } from "uuid";

/** How a UUID is written. */
export const uuidPattern = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$";

const uuid = new RegExp(uuidPattern);

/** Whether a text is a UUID of any version. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** A new identifier, a UUID of version 7: later ones sort after earlier ones. */
export function newId(): string {
  return v7();
}
