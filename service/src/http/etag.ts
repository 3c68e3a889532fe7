// Entity tags: what a client has seen, and whether that is still so.

import { Problem } from "../values/problem.ts";

/** The tag of a resource that changes whenever this instant does. */
export function tagOf(updatedAt: string): string {
  return `"${updatedAt}"`;
}

/** Whether a header of conditions names this tag; a proxy that compresses makes it a weak one. */
export function namesTag(header: string, tag: string): boolean {
  const tags = header.split(",").map((each) => each.trim().replace(/^W\//, ""));
  return tags.includes(tag) || tags.includes("*");
}

/** Throws a {@link Problem} with the current tag if `If-Match` is sent and names another. */
export function requireMatch(
  { "if-match": header }: { readonly "if-match"?: string | undefined },
  tag: string,
): void {
  if (header !== undefined && !namesTag(header, tag))
    throw new Problem("version_conflict", { headers: { etag: tag } });
}
