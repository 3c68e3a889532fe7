// Paths of the projects of an organization.

import type { FastifyRequest } from "fastify";
import { build } from "../database/build.ts";
import { readNewest } from "../database/newest.ts";
import type { Transaction } from "../database/transaction.ts";
import { listQuery, projectQuery } from "../http/schemas.ts";
import { naming, ownerOf, type RunFor } from "../http/v1/as-owner.ts";
import { answerOnce } from "../http/v1/idempotency.ts";
import { accessOf } from "../http/v1/permission.ts";
import type { V1 } from "../http/v1/routes.ts";
import { createProject } from "../organizations/projects.ts";
import { Problem } from "../values/problem.ts";
import { projectAnswer, projectBody, projectsAnswer } from "./schemas.ts";

/**
 * Maximum projects of an organization that creates one itself: one for each of its customers or teams, and not one for each request, as projects
 * are never deleted, and the words of each are counted again every day.
 */
const maxProjects = 1000;

/** Adds the paths. They run as the owner of the tables, in the share of the key: requests have no access to the table of projects. */
export function projectRoutes(v1: V1): void {
  const runFor = ownerOf(v1.database);
  addCreate(v1, runFor);
  addList(v1, runFor);
}

function addCreate({ app }: V1, runFor: RunFor): void {
  const schema = {
    operationId: "createProject",
    summary: "Create a project of the organization",
    description: `With a key of the organization, if it has fewer than ${String(maxProjects)}.`,
    querystring: projectQuery,
    body: projectBody,
    response: { 201: projectAnswer },
  };
  const config = { projectIsOptional: true, needs: "write", problems: ["too_many_projects"] } as const;
  app.post("/v1/projects", { schema, config }, async (request, reply) => {
    const organizationId = organizationOf(request);
    const { name } = request.body;
    return await answerOnce(runFor(request), request, reply, async (tx) => {
      await requireRoom(tx, organizationId);
      const { id } = await naming(async () => await createProject(tx, { id: organizationId }, name));
      const row = await tx.first(selectProjects(organizationId).where("id", "=", id));
      if (row === undefined) throw new TypeError("The project was not stored.");
      return { status: 201, body: toProject(row) };
    });
  });
}

/** The organization of a key. Throws a {@link Problem} for a key of one project. */
function organizationOf(request: FastifyRequest): string {
  const { organizationId, projectId } = accessOf(request);
  if (projectId === undefined) return organizationId;
  throw new Problem("project_mismatch", {
    detail:
      "This key is for one project; the projects of the organization are for a key of the organization.",
  });
}

/** Of transactions at the same time none sees what the others create: they may exceed it by a few. */
async function requireRoom(tx: Transaction, organizationId: string): Promise<void> {
  const row = await tx.first(
    build
      .selectFrom("project")
      .select((e) => e.fn.countAll<number>().as("n"))
      .where("organization_id", "=", organizationId),
  );
  if ((row?.n ?? 0) < maxProjects) return;
  throw new Problem("too_many_projects", {
    detail: `The organization has ${maxProjects.toLocaleString("en")} projects or more; use one of them, or have an operator create another.`,
  });
}

function selectProjects(organizationId: string) {
  const query = build.selectFrom("project").select(["id", "name", "created_at"]);
  return query.where("organization_id", "=", organizationId);
}

function toProject<Row extends { readonly created_at: Date }>({ created_at, ...row }: Row) {
  return { ...row, created_at: created_at.toISOString() };
}

function addList({ app }: V1, runFor: RunFor): void {
  const schema = {
    operationId: "listProjects",
    summary: "List the projects of the organization, newest first",
    description: "With a key of the organization.",
    querystring: listQuery,
    response: { 200: projectsAnswer },
  };
  app.get("/v1/projects", { schema, config: { projectIsOptional: true } }, async (request) => {
    const projects = selectProjects(organizationOf(request));
    const { items, next_cursor } = await runFor(request)(
      async (tx) => await readNewest(tx, [projects], request.query),
    );
    return { projects: items.map(toProject), next_cursor, request_id: request.id };
  });
}
