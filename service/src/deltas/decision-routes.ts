// Paths of decisions about changes.

import { record } from "../activity/record.ts";
import { exact, idParams, projectQuery } from "../http/schemas.ts";
import { accessOf } from "../http/v1/permission.ts";
import { type V1, writing } from "../http/v1/routes.ts";
import { decide } from "./decide.ts";
import { decideMany } from "./decide-many.ts";
import { decideBody, decidedAnswer, decidedManyAnswer, decideManyBody } from "./decision-schemas.ts";
import { readReferences, toChanges } from "./read.ts";

/** Adds the paths. */
export function decisionRoutes(v1: V1): void {
  addDecide(v1);
  addDecideMany(v1);
}

const problems = ["delta_not_open", "delta_in_use"] as const;
const config = { isForLimitedKeys: true, problems } as const;

function addDecide(v1: V1): void {
  const schema = {
    operationId: "decideChange",
    summary: "Decide about a change of an open delta, or edit it",
    description:
      "Rejected changes are not applied. `proposed` has the value as it was staged, once it is edited.",
    params: exact({ ...idParams("delta").properties, change_id: idParams("change").properties.id }),
    querystring: projectQuery,
    body: decideBody,
    response: { 200: decidedAnswer },
  };
  writing(v1, "PATCH /v1/deltas/:id/changes/:change_id", { schema, config }, async (tx, tenant, request) => {
    const { params, body } = request;
    const decided = await decide(tx, tenant, [params.id, params.change_id], body);
    const { delta, change: row, revision, isNew } = decided;
    if (isNew)
      await record(tx, accessOf(request), {
        projectId: delta.project_id,
        action: "decided",
        object: "change",
        objectId: row.id,
        isPrivate: delta.private,
      });
    const [shown] = await toChanges([row], delta, await readReferences(tx, tenant, [row]));
    if (shown === undefined) throw new TypeError("A change is shown as one.");
    return { ...shown, revision };
  });
}

function addDecideMany(v1: V1): void {
  const schema = {
    operationId: "decideChanges",
    summary: "Decide the same about many changes of an open delta",
    description: "About all of them, or, if one cannot be decided about, none.",
    params: idParams("delta"),
    querystring: projectQuery,
    body: decideManyBody,
    response: { 200: decidedManyAnswer },
  };
  writing(v1, "PATCH /v1/deltas/:id/changes", { schema, config }, async (tx, tenant, request) => {
    const { params, body } = request;
    const { delta, changes, revision, decided } = await decideMany(tx, tenant, params.id, body);
    // One entry, however many: which of them, and by whom, their rows say.
    if (decided > 0)
      await record(tx, accessOf(request), {
        projectId: delta.project_id,
        action: "decided",
        object: "delta",
        objectId: delta.id,
        isPrivate: delta.private,
        counts: { [body.decision]: decided },
      });
    return { changes, revision, decided };
  });
}
