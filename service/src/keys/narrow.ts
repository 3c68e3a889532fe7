// What a key may give to a key that it makes: as much as it may do itself, or less.

import type { Static } from "typebox";
import type { Access } from "../organizations/access.ts";
import type { NewKey } from "../organizations/key.ts";
import { mayDo } from "../values/permission.ts";
import { Problem, type ProblemEntry } from "../values/problem.ts";
import type { keyBody } from "./schemas.ts";

/** Maximum keys above a key: what a request costs grows with them, and nobody hands a key on more often. */
const maxDepth = 8;

/** Works out the new key. Throws a {@link Problem} for one that would be wider than its maker, or that expires in the past. */
export function narrowed(
  maker: Access,
  { name, project_id, permission = maker.permission, subject_id, expires_at }: Static<typeof keyBody>,
  now: Date,
): NewKey {
  const projectId = project_id?.toLowerCase() ?? maker.projectId;
  const expiresAt = expires_at === undefined ? maker.expiresAt : new Date(expires_at);
  const wanted = { projectId, permission, subjectId: subject_id, expiresAt };
  const wider = widerThan(maker, wanted);
  if (wider.length > 0) throw new Problem("wider_than_key", { errors: wider });
  if (expiresAt !== undefined && expiresAt <= now)
    throw new Problem("invalid_request", {
      errors: [{ pointer: "/expires_at", message: "must be in the future" }],
    });
  if (maker.ancestors.length >= maxDepth)
    throw new Problem("too_many_keys", {
      detail: `This key has ${String(maxDepth)} keys above it, and cannot make another; use one of an earlier generation.`,
    });
  return {
    organizationId: maker.organizationId,
    projectId,
    name,
    permission,
    expiresAt,
    slices: maker.limits?.slices ?? [],
    subjectId: maker.limits?.subjectId ?? subject_id,
    ancestors: [...maker.ancestors, maker.keyId],
  };
}

/** What of a new key would be wider than its maker. */
function widerThan(
  maker: Access,
  {
    projectId,
    permission,
    subjectId,
    expiresAt,
  }: Pick<NewKey, "projectId" | "permission" | "subjectId" | "expiresAt">,
): readonly ProblemEntry[] {
  const wider: ProblemEntry[] = [];
  if (maker.projectId !== undefined && projectId !== maker.projectId)
    wider.push({ pointer: "/project_id", message: `must be ${maker.projectId}, or left out` });
  if (!mayDo(maker.permission, permission))
    wider.push({ pointer: "/permission", message: `may be at most \`${maker.permission}\`` });
  const ownSubject = maker.limits?.subjectId;
  if (ownSubject !== undefined && subjectId !== undefined && subjectId !== ownSubject)
    wider.push({ pointer: "/subject_id", message: "must be the end user of this key, or left out" });
  // Of the memories about an end user it sees its own alone.
  if (maker.limits !== undefined && ownSubject === undefined && subjectId !== undefined)
    wider.push({
      pointer: "/subject_id",
      message: "must be left out, as this key sees only its own memories",
    });
  if (maker.expiresAt !== undefined && (expiresAt === undefined || expiresAt > maker.expiresAt))
    wider.push({ pointer: "/expires_at", message: `may be at most ${maker.expiresAt.toISOString()}` });
  return wider;
}
