// The path of the activity.

import { sql } from "kysely";
import { type Static, Type } from "typebox";
import { actedOn, actions, noProject } from "../database/activity-table.ts";
import { build } from "../database/build.ts";
import { readNewest } from "../database/newest.ts";
import { answer, exact, id, instant, list, listQuery, nextCursor, orNull } from "../http/schemas.ts";
import { reading, type V1 } from "../http/v1/routes.ts";

const entry = exact(
  {
    at: instant,
    key_id: id(),
    key_name: orNull(Type.String(), { examples: ["reviewer"] }),
    action: Type.Enum(actions, { examples: ["made"] }),
    object: Type.Enum(actedOn, { examples: ["key"] }),
    object_id: orNull(id(), {
      description: "Null for what concerns several, and for what only the other key may see.",
    }),
    counts: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
      description: "How many of what.",
      examples: [{}],
    }),
  },
  { title: "ActivityEntry", description: "Something that was done." },
);

/** Adds the path. */
export function activityRoutes(v1: V1): void {
  const schema = {
    operationId: "listActivity",
    summary: "List what was done in the last year and with which key, newest first",
    description:
      "Keys made and revoked, deltas applied and discarded, loops started and canceled, memories forgotten and erased: one entry each, in the same transaction; what was refused has none. A key of an organization that names no project gets all of them.",
    querystring: listQuery,
    response: { 200: answer({ activity: list(entry), next_cursor: nextCursor }) },
  };
  const config = { projectIsOptional: true };
  reading(v1, "GET /v1/activity", { schema, config }, async (tx, tenant, { query }) => {
    const { organizationId, projectId, keyId } = tenant;
    const ofOrganization = build
      .selectFrom("activity")
      .select(["id", "created_at", "key_id", "key_name", "action", "object", "counts"])
      .select(
        sql<string | null>`case when not private or key_id = ${keyId} then object_id end`.as("object_id"),
      )
      .where("organization_id", "=", organizationId);
    const entries =
      projectId === noProject ? ofOrganization : ofOrganization.where("project_id", "=", projectId);
    const { items, next_cursor } = await readNewest(tx, [entries], query);
    return { activity: items.map(toEntry), next_cursor };
  });
}

function toEntry<Row extends { readonly id: string; readonly created_at: Date }>({
  id: _id,
  created_at,
  ...row
}: Row): Omit<Row, "created_at" | "id"> & Pick<Static<typeof entry>, "at"> {
  return { ...row, at: created_at.toISOString() };
}
