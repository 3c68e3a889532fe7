// The ID of a request, in its response and in the log.

import { randomUUID } from "node:crypto";

/** A new one. It never comes from the caller, who could reuse one or write into the log. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll("-", "")}`;
}
