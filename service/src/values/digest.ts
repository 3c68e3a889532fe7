// A digest of a text.

import { createHash } from "node:crypto";

/** The SHA-256 of a text as base64url, for keys that may be longer than an index entry. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
