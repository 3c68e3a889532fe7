// Tests that what was done is noted once, with its key, and shown to whom it concerns.

import { expect, test } from "vitest";
import { startService } from "../support/service.ts";

const service = await startService();

test("keys that are made and revoked are noted, and what was refused is not", async () => {
  const root = await service.caller();
  const { body: made } = await root.post("/v1/keys", { name: "helper" });
  await root.post("/v1/keys", { expires_at: "2020-01-01T00:00:00Z" });
  await root.call("DELETE", `/v1/keys/${String(made.id)}`);
  await root.call("DELETE", `/v1/keys/${String(made.id)}`);
  const { body } = await root.get("/v1/activity");
  const by = { key_id: root.keyId, key_name: null, object: "key", object_id: made.id };
  expect(body.activity).toMatchObject([
    { ...by, action: "revoked", counts: { keys: 1, loops: 0 } },
    { ...by, action: "made", counts: {} },
  ]);
  expect(body.next_cursor).toBeNull();
});

test("a key sees the activity of its project, and one of the organization that names no project sees all", async () => {
  const organization = await service.caller({ projectId: null });
  const other = await service.createProject(organization.organizationId);
  await organization.post("/v1/keys", {});
  await organization.post("/v1/keys", { project_id: other });
  const member = await service.caller({
    organizationId: organization.organizationId,
    projectId: organization.projectId,
  });
  await member.post("/v1/keys", {});
  const makersFor = async (path: string, who = organization): Promise<readonly string[]> =>
    (await who.get(path)).body.activity.map(({ key_id }: { readonly key_id: string }) => key_id);
  expect(await makersFor("/v1/activity")).toEqual([member.keyId, organization.keyId, organization.keyId]);
  expect(await makersFor(`/v1/activity?project_id=${other}`)).toEqual([organization.keyId]);
  expect(await makersFor("/v1/activity", member)).toEqual([member.keyId]);
  expect(await makersFor("/v1/activity", await service.caller())).toEqual([]);
});

test("what only its key may see is named to that key alone", async () => {
  const who = await service.caller();
  const colleague = await service.caller(who);
  const memory = { content: "x", scope: "agent" };
  const { id } = (await who.post("/v1/memories", memory)).body;
  await who.call("DELETE", `/v1/memories/${String(id)}`);
  const staged = await who.post("/v1/memories", { ...memory, apply: false });
  await who.post(`/v1/deltas/${String(staged.body.delta_id)}/discard`, {});
  const objectsFor = async (reader: typeof who): Promise<readonly unknown[]> =>
    (await reader.get("/v1/activity")).body.activity.map(
      ({ object_id }: { readonly object_id: string | null }) => object_id,
    );
  expect(await objectsFor(who)).toEqual([staged.body.delta_id, id]);
  expect(await objectsFor(colleague)).toEqual([null, null]);
});

test("activity can be added to, and not changed", async () => {
  const { roles, pool } = service.database;
  const { rows } = await pool.query(
    `select privilege_type as may from information_schema.role_table_grants where table_name = 'activity' and grantee = $1 order by 1`,
    [roles?.app],
  );
  expect(rows).toEqual([{ may: "INSERT" }, { may: "SELECT" }]);
});
