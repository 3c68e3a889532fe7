// Entity tags: what a client has seen, and whether that is still so.

import { Problem } from "../values/problem.ts";

/** The tag of a resource that changes whenever this instant does. */
export function tagOf(updatedAt: string): string {
  return `"${updatedAt}"`;
}

/** Whether a header of conditions names this tag; a proxy that compresses makes it a weak one, and some clients leave out its quotes. */
export function namesTag(header: string, tag: string): boolean {
  return header.trim() === "*" || listed(header).some((each) => each === tag || `"${each}"` === tag);
}

/** The tags of a list, without the empty ones and the marks of weak ones; a comma within quotes is none between members. */
function listed(header: string): readonly string[] {
  const members = header.match(/(?:"[^"]*"|[^",])+/g) ?? [];
  return members.map((each) => each.trim().replace(/^W\//, "")).filter((each) => each !== "");
}

/** What `If-Match` may say about a change. */
interface Conditions {
  readonly "if-match"?: string | undefined;
}

/**
 * Tells of tags whether `If-Match` names them; if it is not sent, it asks for none in particular. Throws a {@link Problem} if it names no tag at all: it
 * would be untrue to say that what it names has changed.
 */
export function matching({ "if-match": header }: Conditions): (tag: string) => boolean {
  if (header === undefined) return () => true;
  if (listed(header).length === 0) {
    const message = 'must be the ETag of a response, such as "1"; or several with commas; or *';
    throw new Problem("invalid_request", { errors: [{ pointer: "/If-Match", message }] });
  }
  return (tag) => namesTag(header, tag);
}

/** Throws a {@link Problem} with the current tag if `If-Match` is sent and names another. */
export function requireMatch(headers: Conditions, tag: string): void {
  if (!matching(headers)(tag)) throw new Problem("version_conflict", { headers: { etag: tag } });
}
