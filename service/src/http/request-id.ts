// The ID of a request, in its answer and in the log.

import { randomUUID } from "node:crypto";

/** A new one. It is never taken from the caller, who could give two requests the same or write into the log. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll("-", "")}`;
}
