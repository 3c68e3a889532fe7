// Works out the expected outcome of any request of any caller.

import { mayDo } from "../../src/values/permission.ts";
import type { Naming, Template } from "./tenant-templates.ts";
import { type Asker, isFor, type Tenants, type Thing } from "./tenants.ts";

/** What has to come of a request. */
export interface Expected {
  /** The project that it is about, if it gets so far. */
  readonly project: string | undefined;
  readonly statuses: readonly number[];
  readonly code?: string;
}

const refused = (status: number, code: string): Expected => ({
  project: undefined,
  statuses: [status],
  code,
});

function withoutProject({ isOfOrganization = false, found }: Template): Expected {
  return isOfOrganization ? { project: undefined, statuses: found } : refused(400, "project_required");
}

/** Works it out from the rules, without the service. */
export function expectedOf(
  tenants: Tenants,
  who: Asker,
  template: Template,
  thing: Thing | undefined,
  naming: Naming,
): Expected {
  const named = Object.values(naming);
  const project = who.ofProject ?? named[0];
  const early = keyRefusal(who, template) ?? projectRefusal(tenants, who, template, named);
  if (early !== undefined) return early;
  if (project === undefined) return withoutProject(template);
  if (who.isLimited && template.isBeyond === "always") return refused(403, "beyond_scope");
  if (template.about === undefined || isThere(template, thing, project, who))
    return foundBy(who, template, project);
  if (who.isLimited && template.isBeyond === "unseen") return refused(403, "beyond_scope");
  const { missing } = template;
  return { project, statuses: [missing === undefined ? 404 : 422], code: missing ?? "not_found" };
}

/** What the key alone is refused. */
function keyRefusal(who: Asker, { needs = "read", isForLimited }: Template): Expected | undefined {
  if (!who.isValid) return refused(401, "unauthenticated");
  if (who.isLimited && isForLimited !== true) return refused(403, "beyond_scope");
  if (mayDo(who.permission, needs)) return undefined;
  return refused(403, who.permission === "read" ? "read_only_key" : "propose_only");
}

/** What is refused because of the project that a request is about. */
function projectRefusal(
  { projects }: Tenants,
  { ofProject, organizationId }: Asker,
  { isForOrganization = false }: Template,
  named: readonly string[],
): Expected | undefined {
  if (ofProject !== null && (isForOrganization || named.some((each) => each !== ofProject)))
    return refused(403, "project_mismatch");
  const project = ofProject ?? named[0];
  if (project === undefined) return undefined;
  if (named.some((each) => each !== project)) return refused(400, "project_conflict");
  const known = projects.find(({ id }) => id === project);
  return known?.organizationId === organizationId ? undefined : refused(404, "not_found");
}

function foundBy({ permission }: Asker, { isForMaker = false, found }: Template, project: string): Expected {
  return isForMaker && permission === "propose" ? refused(403, "propose_only") : { project, statuses: found };
}

function isThere(
  { about, isOwnOnly = false }: Template,
  thing: Thing | undefined,
  project: string,
  who: Asker,
): boolean {
  if (thing === undefined || thing.kind !== about) return false;
  return isFor(thing, project, who) && (!isOwnOnly || thing.projectId === project);
}
