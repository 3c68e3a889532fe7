// The tools of those who review: only at `/mcp?tools=review`, and only a person decides.

import { Type } from "typebox";
import { exact, list } from "../../http/schemas.ts";
import type { JsonObject } from "../../values/json.ts";
import { ask, pathWith } from "../call.ts";
import { Asked, defineTool, idInPath, type Tool, type ToolContext } from "../tool.ts";
import { byId, cursor, excerptOf, id, shown } from "./members.ts";

interface Delta extends JsonObject {
  readonly id: string;
  readonly status: string;
  readonly counts: {
    readonly entities: number;
    readonly relationships: number;
    readonly memories: number;
  };
  readonly applied_changes: number;
  readonly revision: number;
  readonly created_at: string;
}

interface Deltas {
  readonly deltas: readonly Delta[];
  readonly next_cursor: string | null;
}

/** Lists the deltas that await review. */
export const listDeltas: Tool = defineTool({
  name: "list_deltas",
  description: "The deltas that await review, newest first.",
  needs: "write",
  isForReview: true,
  annotations: { readOnlyHint: true },
  input: exact({ cursor }),
  output: { deltas: shown.list, next_cursor: shown.maybe },
  run: async ({ cursor: after }, { call }) => {
    const path = pathWith("/v1/deltas", { status: "open", cursor: after });
    const { deltas, next_cursor } = await ask<Deltas>(call, ["GET", path]);
    return {
      deltas: deltas.map(({ id: deltaId, status, counts, applied_changes, created_at: date }) => ({
        id: deltaId,
        status,
        counts,
        applied_changes,
        date,
      })),
      next_cursor,
    };
  },
});

interface Change {
  readonly change_id: string;
  readonly operation: string;
  readonly object: string;
  readonly value: JsonObject;
  readonly before: JsonObject | null;
  readonly confidence: number;
  readonly evidence: readonly { readonly quote: string; readonly document_id: string | null }[];
  readonly decision: string;
  readonly applied: boolean;
}

interface Changes {
  readonly changes: readonly Change[];
  readonly next_cursor: string | null;
}

/** Maximum quotes of one change. */
const maxQuotes = 5;

/** Lists what a delta would change. */
export const getChanges: Tool = defineTool({
  name: "get_changes",
  description: "What a delta would change, with its quotes.",
  needs: "write",
  isForReview: true,
  annotations: { readOnlyHint: true },
  input: exact({ delta: id, cursor }),
  output: { changes: shown.list, next_cursor: shown.maybe },
  run: async ({ delta, cursor: after }, { call }) => {
    const path = pathWith(`/v1/deltas/${idInPath(delta)}/changes`, { cursor: after });
    const { changes, next_cursor } = await ask<Changes>(call, ["GET", path]);
    return { changes: changes.map(showChange), next_cursor };
  },
});

function showChange(change: Change): JsonObject {
  const { change_id, operation, object, value, before, confidence, evidence, decision } = change;
  return {
    change_id,
    operation,
    object,
    value,
    before,
    confidence,
    decision,
    quotes: evidence
      .slice(0, maxQuotes)
      .map(({ quote, document_id }) => ({ quote: excerptOf(quote), document_id })),
    status: change.applied ? "applied" : "staged",
  };
}

const decided = {
  id: shown.text,
  status: shown.text,
  "review?": shown.text,
} as const;

const changeIds = Type.Optional(list(id, { maxItems: 10_000 }));

/** Applies a delta, once a person has said so. */
export const applyDelta: Tool = defineTool({
  name: "apply_delta",
  description: "Apply a delta, or some of its changes. The person is asked first.",
  needs: "write",
  isForReview: true,
  annotations: { destructiveHint: true, idempotentHint: true },
  input: exact({ id, only: changeIds, exclude: changeIds }),
  output: decided,
  run: async ({ id: deltaId, ...choice }, context) => {
    const path = `/v1/deltas/${idInPath(deltaId)}`;
    const part = partOf(choice);
    const asked = { path, tool: "apply_delta", verb: `Apply ${part}`, choice };
    return await decide(context, asked, async (revision) => {
      const body = { ...choice, revision };
      const answered = await ask<JsonObject>(context.call, ["POST", `${path}/apply`, body]);
      const { id: appliedId = deltaId, status = "applied", applied = {} } = answered;
      return { id: appliedId, status, applied };
    });
  },
});

function partOf({
  only,
  exclude,
}: {
  readonly only?: readonly string[];
  readonly exclude?: readonly string[];
}) {
  const parts = [
    ...(only === undefined ? [] : [`only the ${String(only.length)} named changes of`]),
    ...(exclude === undefined ? [] : [`without ${String(exclude.length)} named changes,`]),
  ];
  return parts
    .join(" ")
    .replace(/,$/, " of")
    .concat(parts.length === 0 ? "all of" : "");
}

/** Discards a delta, once a person has said so. */
export const discardDelta: Tool = defineTool({
  name: "discard_delta",
  description: "Discard a delta with all its changes. The person is asked first.",
  needs: "write",
  isForReview: true,
  annotations: { destructiveHint: true, idempotentHint: true },
  input: byId,
  output: decided,
  run: async ({ id: deltaId }, context) => {
    const path = `/v1/deltas/${idInPath(deltaId)}`;
    return await decide(
      context,
      { path, tool: "discard_delta", verb: "Discard all of", choice: {} },
      async (revision) => {
        await ask(context.call, ["POST", `${path}/discard`, { revision }]);
        return { id: deltaId, status: "discarded" };
      },
    );
  },
});

/** What a person is asked to consent to. */
interface Decision {
  readonly path: string;
  readonly tool: string;
  readonly verb: string;
  readonly choice: { readonly only?: readonly string[]; readonly exclude?: readonly string[] };
}

/** Does what a person consents to, if the delta is as it was when they were asked: one that has changed since is another question. */
async function decide(
  { call, person }: ToolContext,
  { path, tool, verb, choice }: Decision,
  act: (revision: number) => Promise<JsonObject>,
): Promise<JsonObject | Asked> {
  const { id: deltaId, status, counts, revision } = await ask<Delta>(call, ["GET", path]);
  // It is decided already: the route says so, and changes nothing.
  if (status !== "open") return await act(revision);
  const { entities, relationships, memories } = counts;
  const question = `${verb} delta ${deltaId} (${String(entities)} entities, ${String(relationships)} relationships, ${String(memories)} memories)?`;
  const { only = null, exclude = null } = choice;
  const answer = person.consents(question, { tool, deltaId, only, exclude, revision });
  if (answer === "yes") return await act(revision);
  if (answer === "no") return { id: deltaId, status, detail: "The person declined; nothing was changed." };
  if (answer !== "cannot_ask") return new Asked(answer);
  return {
    id: deltaId,
    status,
    detail: "Nothing was changed, as this client cannot ask the person, who decides at `review`.",
    review: `${person.console}#/deltas/${deltaId}`,
  };
}
