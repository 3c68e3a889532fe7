// Tests the projects of an organization: who lists and creates them, and how many there may be.

import { expect, test } from "vitest";
import { newId } from "../../src/values/uuid.ts";
import { callerWith, type Reply, startService } from "../support/service.ts";

const service = await startService();

test("a key of the organization creates projects, and uses them at once", async () => {
  const who = await service.caller({ projectId: null });
  const made = await who.post("/v1/projects", { name: "crm" });
  expect([made.status, made.body.name]).toEqual([201, "crm"]);
  const used = await who.post("/v1/memories", { content: "x", project_id: made.body.id });
  expect([used.status, used.body.project_id]).toEqual([201, made.body.id]);
  const { projects, next_cursor } = (await who.get("/v1/projects")).body;
  const { request_id: _request, ...shown } = made.body;
  expect([projects[0], projects.length, next_cursor]).toEqual([shown, 2, null]);
  expect(projects[1].id).toBe(who.projectId);
  // The project that a request names makes no difference.
  expect((await who.get(`/v1/projects?project_id=${who.projectId}`)).body.projects).toHaveLength(2);
});

test("projects are listed page by page, newest first, and those of others never", async () => {
  const who = await service.caller({ projectId: null });
  await (await service.caller({ projectId: null })).post("/v1/projects", { name: "theirs" });
  const names = ["a", "b", "c", "d"];
  for (const name of names) await who.post("/v1/projects", { name });
  const found: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Reply = await who.get(`/v1/projects?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
    expect(page.body.projects.length).toBeLessThanOrEqual(2);
    found.push(...page.body.projects.map(({ name }: { name: string }) => name));
    cursor = page.body.next_cursor;
  }
  expect(found.slice(0, 4).toSorted()).toEqual(names);
  expect(found).toHaveLength(5);
});

test("a name must be one, and no other project of the organization may have it", async () => {
  const who = await service.caller({ projectId: null });
  await who.post("/v1/projects", { name: "crm" });
  for (const name of ["crm", "", " x", "x\n", newId(), "x".repeat(201), 5]) {
    const { status, body } = await who.post("/v1/projects", { name });
    expect([name, status, body.code, body.errors?.[0].pointer]).toEqual([
      name,
      422,
      "invalid_request",
      "/name",
    ]);
  }
  const other = await service.caller({ projectId: null });
  expect((await other.post("/v1/projects", { name: "crm" })).status).toBe(201);
});

test("a request that is sent again makes one project", async () => {
  const who = await service.caller({ projectId: null });
  const ask = async () => await who.post("/v1/projects", { name: "once" }, { "idempotency-key": "once" });
  const [first, again] = [await ask(), await ask()];
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect((await who.get("/v1/projects")).body.projects).toHaveLength(2);
});

test("keys of one project, limited keys and keys that may not write are refused", async () => {
  const who = await service.caller({ projectId: null });
  const limited = (await who.post("/v1/keys", { subject_id: "user-17" })).body;
  const add = { name: "x" };
  const ofProject = await service.caller({ ...who });
  const ofUser = callerWith(service.url, { ...who, key: limited.key, keyId: limited.id });
  for (const [caller, code] of [
    [ofProject, "project_mismatch"],
    [ofUser, "beyond_scope"],
  ] as const)
    for (const reply of [await caller.get("/v1/projects"), await caller.post("/v1/projects", add)])
      expect([reply.status, reply.body.code]).toEqual([403, code]);
  for (const [permission, code] of [
    ["read", "read_only_key"],
    ["propose", "propose_only"],
  ] as const) {
    const caller = await service.caller({ ...who, projectId: null, permission });
    expect((await caller.get("/v1/projects")).status).toBe(200);
    expect((await caller.post("/v1/projects", add)).body.code).toBe(code);
  }
  const { projects } = (await who.get("/v1/projects")).body;
  expect(projects.map(({ name }: { name: string }) => name)).not.toContain("x");
});

test("an organization that has 1,000 projects creates no more", async () => {
  const who = await service.caller({ projectId: null });
  await service.database.pool.query(
    "insert into project (id, organization_id, name) select gen_random_uuid(), $1, 'p' || n from generate_series(1, 998) n",
    [who.organizationId],
  );
  expect((await who.post("/v1/projects", { name: "last" })).status).toBe(201);
  const refused = await who.post("/v1/projects", { name: "z" });
  expect([refused.status, refused.body.code]).toEqual([422, "too_many_projects"]);
  const other = await service.caller({ projectId: null });
  expect((await other.post("/v1/projects", { name: "z" })).status).toBe(201);
});
