// Finds the tenant of a request: the project of its key, or the one that it names.

import type { FastifyRequest } from "fastify";
import type { Pool } from "pg";
import { noProject } from "../../database/activity-table.ts";
import { named } from "../../database/pool.ts";
import type { Tenant } from "../../database/transaction.ts";
import type { Access } from "../../organizations/access.ts";
import { Problem } from "../../values/problem.ts";
import { isUuid } from "../../values/uuid.ts";
import { baseUrlOf } from "../host.ts";

/** Finds the tenant of an authenticated and validated request. */
export type FindTenant = (request: FastifyRequest, access: Access) => Promise<Tenant>;

/** Maximum project IDs remembered: projects never move to another organization, so an ID is looked up once. */
const remembered = 10_000;

/** Creates the finder. It throws a {@link Problem} for a request that names no project, several, or another one than its key's. */
export function tenantFinder(pool: Pool): FindTenant {
  const known = new Set<string>();
  return async (request, { keyId, organizationId, projectId, limits }) => {
    const caller = { keyId, organizationId, limits, baseUrl: baseUrlOf(request) };
    const named = namedBy(request);
    if (projectId !== undefined) {
      if (named.some((each) => each !== projectId)) throw new Problem("project_mismatch");
      return { ...caller, projectId };
    }
    const [first, ...others] = named;
    if (first === undefined && request.routeOptions.config.projectIsOptional === true)
      return { ...caller, projectId: noProject };
    if (first === undefined) throw new Problem("project_required");
    if (others.some((each) => each !== first)) throw new Problem("project_conflict");
    if (!known.has(first + organizationId)) {
      if (!(await belongs(pool, first, organizationId)))
        throw new Problem("not_found", {
          detail:
            limits === undefined
              ? await unknown(pool, organizationId)
              : "Your organization has no project with this ID.",
        });
      if (known.size >= remembered) known.clear();
      known.add(first + organizationId);
    }
    return { ...caller, projectId: first };
  };
}

const maxListed = 10;

/** The detail for an unknown project. It lists the right IDs, all of which the organization's key may see. */
async function unknown(pool: Pool, organizationId: string): Promise<string> {
  const { rows } = await pool.query<{ readonly id: string; readonly name: string }>({
    ...named(pool, "projects"),
    text: `select id, name from project where organization_id = $1 order by name, id limit ${String(maxListed + 1)}`,
    values: [organizationId],
  });
  const listed = rows.slice(0, maxListed).map(({ id, name }) => `${id} (${name})`);
  const others = rows.length > maxListed ? ", and more" : "";
  const has = listed.length === 0 ? "It has none." : `It has ${listed.join(", ")}${others}.`;
  return `Your organization has no project with this ID; a name is not one. ${has}`;
}

/** The tenant of a validated request. */
export function tenantOf(request: Pick<FastifyRequest, "tenant">): Tenant {
  if (request.tenant === null) throw new Error("This route does not need a key.");
  return request.tenant;
}

interface Named {
  readonly project_id?: unknown;
}

/** The distinct project IDs that a request names, in lower case. */
function namedBy({ query, body, headers, routeOptions }: FastifyRequest): readonly string[] {
  const inQuery: Named = isObject(query) ? query : {};
  const inBody: Named = isObject(body) && routeOptions.config.bodyNamesNoProject !== true ? body : {};
  return [inQuery.project_id, inBody.project_id, headers["x-service-project"]].flatMap((each) =>
    typeof each === "string" ? [each.toLowerCase()] : [],
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function belongs(pool: Pool, projectId: string, organizationId: string): Promise<boolean> {
  if (!isUuid(projectId)) return false;
  const { rowCount } = await pool.query({
    ...named(pool, "project"),
    text: "select from project where id = $1 and organization_id = $2",
    values: [projectId, organizationId],
  });
  return rowCount === 1;
}
