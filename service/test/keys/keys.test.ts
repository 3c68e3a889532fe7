// Tests keys that make keys: narrower ones alone, shown once, revoked with those that made them.

import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "../../src/values/uuid.ts";
import { type Caller, callerWith, type Reply, startService } from "../support/service.ts";

const service = await startService();

/** Has a key make another, and returns who has that. */
async function make(maker: Caller, body: object = {}): Promise<Caller> {
  const { status, body: made } = await maker.post("/v1/keys", body);
  expect([status, made.code]).toEqual([201, undefined]);
  const projectId = made.project_id ?? maker.projectId;
  return callerWith(service.url, { ...maker, key: made.key, keyId: made.id, projectId });
}

const statusOf = async (who: Caller): Promise<number> => (await who.get("/v1/keys/current")).status;

/** Waits until a key is refused, as every server caches keys for half a second. */
async function isRefused(who: Caller): Promise<boolean> {
  for (const until = performance.now() + 1000; performance.now() < until; await sleep(50))
    if ((await statusOf(who)) === 401) return true;
  return false;
}

const idsIn = ({ body }: Reply): readonly string[] => body.keys.map(({ id }: { readonly id: string }) => id);

test("a key inherits what is left out, and is shown once", async () => {
  const root = await service.caller();
  const { status, body } = await root.post("/v1/keys", {});
  const { key, request_id: _, ...shown } = body;
  expect(status).toBe(201);
  expect(key).toMatch(/^slice-[\w-]{43}$/);
  expect(shown).toMatchObject({
    name: null,
    project_id: root.projectId,
    permission: "write",
    expires_at: null,
    parent_id: root.keyId,
  });
  const child = callerWith(service.url, { ...root, key, keyId: body.id });
  const { request_id: __, ...current } = (await child.get("/v1/keys/current")).body;
  expect(current).toEqual(shown);
  const listed = await root.get("/v1/keys");
  expect(listed.body.keys).toEqual([shown]);
  expect(JSON.stringify(listed.body)).not.toContain(key);
  expect((await root.get("/v1/keys/current")).body).toMatchObject({ id: root.keyId, parent_id: null });
});

test("a key is narrower in every dimension that is given", async () => {
  const root = await service.caller({ projectId: null });
  const other = await service.createProject(root.organizationId);
  const expires_at = "2999-01-01T00:00:00.000Z";
  const child = await make(root, { name: "narrow", project_id: other, permission: "propose", expires_at });
  expect((await child.get("/v1/keys/current")).body).toMatchObject({
    name: "narrow",
    project_id: other,
    permission: "propose",
    expires_at,
  });
  expect((await child.get("/v1/memories")).status).toBe(200);
  expect((await child.post("/v1/entities", [{ type: "X" }])).body.code).toBe("propose_only");
  const grandchild = await make(child, { permission: "read" });
  expect((await grandchild.get("/v1/keys/current")).body).toMatchObject({
    project_id: other,
    permission: "read",
    expires_at,
    parent_id: child.keyId,
  });
});

test("a key that would be wider is refused, with all that is wider", async () => {
  const organization = await service.caller({ projectId: null });
  const [mine, others] = [
    await service.createProject(organization.organizationId),
    await service.createProject(organization.organizationId),
  ];
  const expires_at = "2500-01-01T00:00:00Z";
  const key = await make(organization, { project_id: mine, permission: "propose", expires_at });
  const refused = await key.post("/v1/keys", {
    project_id: others,
    permission: "write",
    expires_at: "2500-01-01T00:00:00.001Z",
  });
  expect([refused.status, refused.body.code]).toEqual([403, "wider_than_key"]);
  expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    "/project_id",
    "/permission",
    "/expires_at",
  ]);
  const stranger = await service.caller();
  for (const who of [organization, key]) {
    const unknown = await who.post("/v1/keys", { project_id: stranger.projectId });
    expect([unknown.status, unknown.body.code]).toEqual([404, "not_found"]);
  }
  expect(idsIn(await key.get("/v1/keys"))).toEqual([]);
});

test.each([
  [{ expires_at: "2020-01-01T00:00:00Z" }, "/expires_at"],
  [{ expires_at: "tomorrow" }, "/expires_at"],
  [{ permission: "admin" }, "/permission"],
  [{ name: "" }, "/name"],
  [{ name: " padded " }, "/name"],
  [{ name: "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7080" }, "/name"],
  [{ organization_id: "x" }, "/organization_id"],
])("a key is not made of %j", async (body, pointer) => {
  const root = await service.caller();
  const refused = await root.post("/v1/keys", body);
  expect([refused.status, refused.body.code]).toEqual([422, "invalid_request"]);
  expect(refused.body.errors).toMatchObject([{ pointer }]);
});

test("a key that only reads makes none, and revokes itself alone", async () => {
  const root = await service.caller();
  const reader = await make(root, { permission: "read" });
  const below = await make(root, { permission: "read" });
  expect((await reader.post("/v1/keys", {})).body.code).toBe("read_only_key");
  expect((await reader.call("DELETE", `/v1/keys/${below.keyId}`)).body.code).toBe("read_only_key");
  expect((await reader.call("DELETE", `/v1/keys/${reader.keyId}`)).status).toBe(204);
  expect(await isRefused(reader)).toBe(true);
  expect(await statusOf(below)).toBe(200);
});

test("a request that is sent again does not show the key again", async () => {
  const root = await service.caller();
  const headers = { "idempotency-key": newId() };
  const first = await root.post("/v1/keys", { name: "once" }, headers);
  const again = await root.post("/v1/keys", { name: "once" }, headers);
  expect([first.status, again.status, again.body.code]).toEqual([201, 409, "key_shown_once"]);
  expect(again.body.detail).toContain(first.body.id);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect((await root.post("/v1/keys", { name: "twice" }, headers)).body.code).toBe("idempotency_key_reused");
  expect(idsIn(await root.get("/v1/keys"))).toEqual([first.body.id]);
  const { rows } = await service.database.pool.query("select t::text from idempotency t");
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(first.body.key);
});

test("a list has the keys below the one that asks, and all of the organization for one that may write there", async () => {
  const organization = await service.caller({ projectId: null });
  const reader = await make(organization, { permission: "read" });
  const [a, b] = [await make(organization, { project_id: organization.projectId }), await make(organization)];
  const [aa, ab] = [await make(a), await make(a)];
  expect(idsIn(await a.get("/v1/keys"))).toEqual([ab, aa].map(({ keyId }) => keyId));
  expect(idsIn(await reader.get("/v1/keys"))).toEqual([]);
  const all = [ab, aa, b, a, reader].map(({ keyId }) => keyId);
  expect(idsIn(await b.get("/v1/keys"))).toEqual([...all, organization.keyId]);
  const first = await b.get("/v1/keys?limit=2");
  const rest = await b.get(`/v1/keys?cursor=${String(first.body.next_cursor)}`);
  expect([...idsIn(first), ...idsIn(rest)]).toEqual([...all, organization.keyId]);
});

test("what is revoked takes all below it along, and nothing else", async () => {
  const root = await service.caller();
  const [a, b] = [await make(root), await make(root)];
  const [aa, bb] = [await make(a), await make(b)];
  const aaa = await make(aa, { permission: "read" });
  for (const [who, id] of [
    [a, b.keyId],
    [a, bb.keyId],
    [a, root.keyId],
    [aa, a.keyId],
    [root, (await service.caller()).keyId],
    [root, newId()],
    [root, "x"],
  ] as const)
    expect((await who.call("DELETE", `/v1/keys/${id}`)).status).toBe(404);
  expect((await root.call("DELETE", `/v1/keys/${a.keyId}`)).status).toBe(204);
  expect((await root.call("DELETE", `/v1/keys/${a.keyId.toUpperCase()}`)).status).toBe(204);
  for (const who of [a, aa, aaa]) expect(await isRefused(who)).toBe(true);
  for (const who of [root, b, bb]) expect(await statusOf(who)).toBe(200);
  expect(new Set(idsIn(await root.get("/v1/keys")))).toEqual(new Set([b.keyId, bb.keyId]));
});

test("a key whose maker has expired is not valid", async () => {
  const root = await service.caller();
  const below = await make(await make(root));
  await service.database.pool.query("update api_key set expires_at = now() where id = $1", [root.keyId]);
  expect(await isRefused(below)).toBe(true);
});

test("a key has at most eight above it", async () => {
  let who = await service.caller();
  for (let depth = 1; depth <= 8; depth++) who = await make(who);
  const refused = await who.post("/v1/keys", {});
  expect([refused.status, refused.body.code]).toEqual([422, "too_many_keys"]);
});

test("an organization has at most 10,000 valid keys", async () => {
  const root = await service.caller();
  const { pool } = service.database;
  await pool.query(
    `insert into api_key (id, organization_id, hash) select gen_random_uuid(), $1, sha256(gen_random_uuid()::text::bytea) from generate_series(1, 9999)`,
    [root.organizationId],
  );
  expect((await root.post("/v1/keys", {})).body.code).toBe("too_many_keys");
  await pool.query("update api_key set revoked_at = now() where organization_id = $1 and id <> $2", [
    root.organizationId,
    root.keyId,
  ]);
  const tooMany = await root.post("/v1/keys", {});
  expect([tooMany.body.code, tooMany.body.detail]).toEqual([
    "too_many_keys",
    expect.stringContaining("24 hours"),
  ]);
  await pool.query("update api_key set created_at = now() - interval '2 days' where organization_id = $1", [
    root.organizationId,
  ]);
  await make(root);
});

test("a key that was revoked before keeps what was said then, and is not counted again", async () => {
  const root = await service.caller();
  const a = await make(root);
  const aa = await make(a);
  const { pool } = service.database;
  await pool.query("update api_key set revoked_at = '2026-01-01', keeps_loops = true where id = $1", [
    aa.keyId,
  ]);
  await root.call("DELETE", `/v1/keys/${a.keyId}`);
  const { rows } = await pool.query("select keeps_loops, revoked_at from api_key where id = $1", [aa.keyId]);
  expect(rows).toEqual([{ keeps_loops: true, revoked_at: new Date("2026-01-01") }]);
  expect((await root.get("/v1/activity")).body.activity[0]).toMatchObject({
    action: "revoked",
    counts: { keys: 1 },
  });
});

test("revocations at the same time, on two servers, are one each", async () => {
  const root = await service.caller();
  const other = await startService({ seenBy: () => service.database });
  const a = await make(root);
  const below: Caller[] = [];
  for (let at = 0; at < 6; at++) below.push(await make(a));
  const ids = [a, ...below].map(({ keyId }) => keyId);
  const revoked = await Promise.all(
    ids.flatMap((id) =>
      [service.url, other.url].map(
        async (url) => await callerWith(url, root).call("DELETE", `/v1/keys/${id}`),
      ),
    ),
  );
  expect(new Set(revoked.map(({ status }) => status))).toEqual(new Set([204]));
  const entries: readonly { readonly counts: { readonly keys: number } }[] = (
    await root.get("/v1/activity?limit=200")
  ).body.activity.filter(({ action }: { readonly action: string }) => action === "revoked");
  expect(entries.reduce((sum, { counts }) => sum + counts.keys, 0)).toBe(ids.length);
});

test("an organization's key names the project of a new one in the query or the header as well", async () => {
  const organization = await service.caller({ projectId: null });
  const other = await service.createProject(organization.organizationId);
  const byQuery = await organization.post(`/v1/keys?project_id=${other}`, {});
  const byHeader = await organization.post("/v1/keys", {}, { "x-service-project": other });
  expect([byQuery, byHeader].map(({ body }) => body.project_id)).toEqual([other, other]);
  const both = await organization.post(`/v1/keys?project_id=${other}`, {
    project_id: organization.projectId,
  });
  expect([both.status, both.body.code]).toEqual([400, "project_conflict"]);
});

test("keys below one share ten times its limit of requests", async () => {
  const limited = await startService({ seenBy: () => service.database, rateLimitPerMinute: 5 });
  const root = await service.caller();
  const below: Caller[] = [];
  for (let at = 0; at < 12; at++) below.push(await make(root));
  const statuses: number[] = [];
  for (let round = 0; round < 5; round++)
    for (const who of below) statuses.push(await statusOf(callerWith(limited.url, who)));
  expect(statuses.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 200));
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5);
  expect(await statusOf(callerWith(limited.url, root))).toBe(200);
});

test("nothing is served later than a second after one of the keys above was revoked, on two servers, whatever happens meanwhile", async () => {
  const root = await service.caller();
  const other = await startService({ seenBy: () => service.database });
  const elsewhere = (who: Caller): Caller => callerWith(other.url, who);
  await root.post("/v1/entities", [{ type: "Person", name: "Ann" }]);
  const branches = await Promise.all(Array.from({ length: 5 }, async () => await make(root)));
  const made = new Map(branches.map((branch): [Caller, Caller[]] => [branch, [branch]]));
  const grow = async (branch: Caller, at: number): Promise<void> => {
    const known = made.get(branch) ?? [];
    const maker = known[at % known.length] ?? branch;
    const narrower = at % 3 === 0 ? {} : { slice: "type:Person" };
    const { status, body } = await (at % 2 === 0 ? maker : elsewhere(maker)).post("/v1/keys", narrower);
    if (status === 201) known.push(callerWith(service.url, { ...root, key: body.key, keyId: body.id }));
    else expect([401, 422]).toContain(status);
  };
  const growing = branches.flatMap((branch) =>
    Array.from(
      { length: 40 },
      async (_, at) => await sleep(at * 20).then(async () => await grow(branch, at)),
    ),
  );
  const revoking = branches.slice(1).map(async (branch, at) => {
    await sleep(150 * at);
    const { status } = await elsewhere(root).call("DELETE", `/v1/keys/${branch.keyId}`);
    expect(status).toBe(204);
    // They are used all the time, which must not keep them.
    for (const until = performance.now() + 1000; performance.now() < until; )
      await Promise.all((made.get(branch) ?? []).slice(0, 5).map(statusOf));
    const below = made.get(branch) ?? [];
    const statuses = await Promise.all(below.flatMap((who) => [who, elsewhere(who)]).map(statusOf));
    expect(new Set(statuses)).toEqual(new Set([401]));
  });
  await Promise.all([...growing, ...revoking]);
  // Those that were made just when a key above them was revoked are not valid either.
  await sleep(1000);
  for (const [branch, below] of made) {
    const statuses = await Promise.all(below.flatMap((who) => [who, elsewhere(who)]).map(statusOf));
    expect(new Set(statuses)).toEqual(new Set([branch === branches[0] ? 200 : 401]));
  }
});

test("a chain of keys may do what the narrowest of them may", async () => {
  const organization = await service.caller({ projectId: null });
  const projects = [organization.projectId, await service.createProject(organization.organizationId)];
  const link = fc.record(
    {
      project_id: fc.constantFrom(...projects),
      permission: fc.constantFrom("read", "propose", "write"),
      expires_at: fc.constantFrom("2100-01-01T00:00:00.000Z", "2200-01-01T00:00:00.000Z"),
    },
    { requiredKeys: [] },
  );
  const order = ["read", "propose", "write"];
  await fc.assert(
    fc.asyncProperty(fc.array(link, { minLength: 1, maxLength: 4 }), async (links) => {
      let who = organization;
      let may: { project_id: string | null; permission: string; expires_at: string | null } = {
        project_id: null,
        permission: "write",
        expires_at: null,
      };
      for (const wanted of links) {
        const next = { ...may, ...wanted };
        const isWider =
          (may.project_id !== null && next.project_id !== may.project_id) ||
          order.indexOf(next.permission) > order.indexOf(may.permission) ||
          (may.expires_at !== null && (next.expires_at ?? "9") > may.expires_at);
        const { status, body } = await who.post("/v1/keys", wanted);
        const expected = may.permission === "read" ? "read_only_key" : isWider ? "wider_than_key" : undefined;
        expect(body.code).toBe(expected);
        if (status !== 201) continue;
        who = callerWith(service.url, { ...organization, key: body.key, keyId: body.id });
        may = next;
      }
      expect((await who.get("/v1/keys/current")).body).toMatchObject(may);
      for (const project of projects) {
        const isMine = may.project_id === null || may.project_id === project;
        const read = await who.get(`/v1/memories?project_id=${project}`);
        expect(read.status).toBe(isMine ? 200 : 403);
        const written = await who.post("/v1/memories", { content: "x", project_id: project });
        const outcome = { read: undefined, propose: "staged", write: "applied" }[may.permission];
        expect(written.body.status).toBe(isMine ? (outcome ?? 403) : 403);
      }
    }),
    { numRuns: 40 },
  );
});
