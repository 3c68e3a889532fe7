// Reads changes of slices as a client does.

import { expect } from "vitest";
import type { Caller, Reply } from "../support/service.ts";

/** Creates a slice, and returns its ID with the cursor of now. */
export async function sliced(
  who: Caller,
  cql: string,
): Promise<{ readonly id: string; readonly cursor: string }> {
  const created = await who.post("/v1/slices", { name: "followed", cql });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const { id } = created.body;
  return { id, cursor: (await who.get(`/v1/slices/${id}`)).body.changes_cursor };
}

/** A page of the changes of a slice. */
export async function changes(who: Caller, id: string, cursor?: string, limit?: number): Promise<Reply> {
  const query = new URLSearchParams({
    ...(cursor !== undefined && { cursor }),
    ...(limit !== undefined && { limit: String(limit) }),
  });
  return await who.get(`/v1/slices/${id}/changes?${query.toString()}`);
}

/** What has changed, in short: `entered ID`. */
export function said({ body, status }: Reply): readonly string[] {
  expect(status, JSON.stringify(body)).toBe(200);
  return body.changes.map(
    ({
      kind,
      entity_id,
      reason,
    }: {
      readonly kind: string;
      readonly entity_id: string;
      readonly reason: string;
    }) => `${kind} ${entity_id}${reason === "write" ? "" : ` by ${reason}`}`,
  );
}

/** Writes entities, and returns their IDs. */
export async function written(who: Caller, rows: readonly object[]): Promise<readonly string[]> {
  const { status, body } = await who.post("/v1/entities", rows);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.ids;
}

/** A page of the log of a project. */
export async function log(who: Caller, cursor?: string, limit?: number): Promise<Reply> {
  const query = new URLSearchParams({
    ...(cursor !== undefined && { cursor }),
    ...(limit !== undefined && { limit: String(limit) }),
  });
  const reply = await who.get(`/v1/changes?${query.toString()}`);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply;
}
