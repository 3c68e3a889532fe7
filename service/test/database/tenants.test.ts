// Tests that no response contains anything of another project, with row-level security and with the conditions of the statements alone.

import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Caller, type Reply, startService } from "../support/service.ts";
import { asks, requireTight, type Tally } from "../support/tenant-ask.ts";
import { createTenants } from "../support/tenants.ts";

const locked = await startService();
const unlocked = await startService({ seenBy: (database) => ({ ...database, roles: undefined }) });

describe.each([
  ["with row-level security", locked],
  ["without row-level security", unlocked],
])("%s", async (_, service) => {
  const tenants = await createTenants(service);

  test("no response contains anything of another project, for any key, path, ID and project", async () => {
    const tally: Tally = new Map();
    const property = fc.asyncProperty(
      asks(tenants),
      async (ask) => await requireTight(tenants, service.url, ask, tally),
    );
    await fc.assert(property, { numRuns: 350 });
    // Not only refusals were seen.
    for (const status of [200, 401, 403, 404]) expect(tally.get(status), String(status)).toBeGreaterThan(0);
  });

  test("the ID of another project's entity creates a separate entity, and leaves the other unchanged", async () => {
    const [one, , other] = tenants.askers;
    if (one === undefined || other === undefined) throw new Error("Nobody is there.");
    const path = `/v1/entities/${tenants.things.find(({ kind, projectId }) => kind === "entity" && projectId === other.projectId)?.id ?? ""}`;
    const [id] = path.split("/").slice(-1);
    const before = (await other.get(path)).body;
    const written = await one.post("/v1/entities", [{ id, type: "Mine", name: "mine" }]);
    expect(written.body).toMatchObject({ created: 1, updated: 0, ids: [id] });
    expect((await one.get(path)).body).toMatchObject({
      type: "Mine",
      name: "mine",
      properties: {},
      relationships: [],
    });
    expect({ ...(await other.get(path)).body, request_id: 0 }).toEqual({ ...before, request_id: 0 });
    expect((await one.call("DELETE", path)).status).toBe(204);
    expect((await other.get(path)).status).toBe(200);
  });
});

test.each([
  ["with row-level security", locked],
  ["without row-level security", unlocked],
])(
  "names and external IDs of another project stand for nothing, and are suggested to nobody: %s",
  async (_, service) => {
    const other = await service.caller();
    const [neighbor, stranger] = [
      await service.caller({ organizationId: other.organizationId }),
      await service.caller(),
    ];
    const entity = { type: "Person", name: "Ada", shape: "Sales CRM", source: "gmail", external_id: "ada" };
    const fill = async (who: Caller): Promise<readonly string[]> => {
      const shape = (await who.post("/v1/shapes", { name: "Sales CRM" })).body.id;
      const source = (await who.post("/v1/sources", { name: "gmail" })).body.id;
      const [id] = (await who.post("/v1/entities", entity)).body.ids;
      return [shape, source, id];
    };
    const secrets = await fill(other);
    const end = { type: "Person", name: "Ada" };
    const external = { external_id: "ada", source: "gmail" };
    for (const who of [neighbor, stranger]) {
      for (const [path, body, code] of [
        ["entities", { type: "a", shape: "Sales CRM" }, "unknown_shape"],
        ["entities", { type: "a", shape: "Sales CRN" }, "unknown_shape"],
        ["entities", { type: "a", source: "gmail", external_id: "ada" }, "unknown_source"],
        ["entities", { type: "a", source_id: secrets[1], external_id: "ada" }, "unknown_source"],
        ["relationships", { type: "a", from: end, to: end }, "invalid_request"],
        ["relationships", { type: "a", from: external, to: external }, "unknown_source"],
        [
          "relationships",
          { type: "a", from: { ...external, source: secrets[1] }, to: secrets[2] },
          "invalid_request",
        ],
        [
          "graph",
          { entities: [end], relationships: [{ type: "a", from: "#0", to: external }] },
          "unknown_source",
        ],
      ] as const) {
        const refused = await who.post(`/v1/${path}`, body);
        expect([body, refused.status, refused.body.code]).toEqual([body, 422, code]);
        expect(refused.body.errors.flatMap(({ candidates = [] }) => candidates)).toEqual([]);
        const said = JSON.stringify(refused.body);
        for (const secret of secrets)
          if (!JSON.stringify(body).includes(secret)) expect(said).not.toContain(secret);
      }
      // What has the same names here is another.
      expect(new Set([...secrets, ...(await fill(who))]).size).toBe(6);
      const linked = await who.post("/v1/relationships", { type: "a", from: end, to: external });
      expect(linked.status).toBe(200);
    }
    expect((await other.get(`/v1/entities/${secrets[2] ?? ""}`)).body.relationships).toEqual([]);
  },
);

test("a staged commons memory stays in its project until it is applied", async () => {
  const one = await locked.caller();
  const neighbor = await locked.caller({ organizationId: one.organizationId });
  const staged = await one.post("/v1/memories", { content: "chrysanthemum", scope: "commons", apply: false });
  const { delta_id, id } = staged.body;
  const seen = async (): Promise<readonly unknown[]> => [
    (await neighbor.get(`/v1/memories/${id}`)).status,
    (await neighbor.get(`/v1/deltas/${delta_id}`)).status,
    (await neighbor.get("/v1/memories")).body.memories.length,
    (await neighbor.post("/v1/search", { query: "chrysantemum" })).body.memories.length,
  ];
  expect(await seen()).toEqual([404, 404, 0, 0]);
  expect((await neighbor.post(`/v1/deltas/${delta_id}/apply`, {})).status).toBe(404);
  expect((await one.post(`/v1/deltas/${delta_id}/apply`, {})).status).toBe(200);
  expect(await seen()).toEqual([200, 404, 1, 1]);
  expect((await neighbor.call("DELETE", `/v1/memories/${id}`)).status).toBe(404);
});

describe("keys", () => {
  const ask = async (authorization?: string): Promise<Reply> => {
    const someone = await locked.caller();
    return await someone.call("GET", "/v1/slices", { headers: { authorization: authorization ?? "" } });
  };

  test("unknown, malformed, missing, expired and revoked keys get the same response, whatever else is wrong", async () => {
    const someone = await locked.caller();
    const [expired, revoked] = [await locked.caller(), await locked.caller()];
    await locked.database.pool.query("update api_key set expires_at = now() where id = $1", [expired.keyId]);
    await locked.database.pool.query("update api_key set revoked_at = now() where id = $1", [revoked.keyId]);
    const given = [
      undefined,
      "Bearer",
      "Bearer slice-",
      `Basic ${someone.key}`,
      `Bearer ${someone.key}x`,
      `Bearer ${someone.key.slice(0, -1)}`,
    ];
    const unknown = `Bearer slice-${"A".repeat(43)}`;
    const answers = await Promise.all(
      [...given, unknown, `Bearer ${expired.key}`, `Bearer ${revoked.key}`].map(ask),
    );
    const refused = await revoked.post("/v1/memories?project_id=1&nonsense=2", "{");
    for (const { status, headers, body } of [...answers, refused]) {
      expect([status, headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="slice-service"']);
      expect({ ...body, request_id: "" }).toEqual({ ...answers[0]?.body, request_id: "" });
      expect(body.code).toBe("unauthenticated");
    }
  });

  test("the word Bearer may be in any case, but the key may not", async () => {
    const someone = await locked.caller();
    expect((await ask(`bearer ${someone.key}`)).status).toBe(200);
    expect((await ask(`Bearer ${someone.key.toUpperCase()}`)).status).toBe(401);
  });

  test("revoking a key in constant use takes effect within a second", async () => {
    const someone = await locked.caller();
    expect((await someone.get("/v1/slices")).status).toBe(200);
    await locked.database.pool.query("update api_key set revoked_at = now() where id = $1", [someone.keyId]);
    const revoked = performance.now();
    while ((await someone.get("/v1/slices")).status === 200) await sleep(20);
    expect(performance.now() - revoked).toBeLessThan(1000);
    await sleep(600);
    expect((await someone.get("/v1/slices")).status).toBe(401);
  });

  test("a project ID may be in upper case, and no other text is accepted as one", async () => {
    const someone = await locked.caller({ projectId: null });
    const { projectId } = someone;
    expect((await someone.get(`/v1/slices?project_id=${projectId.toUpperCase()}`)).status).toBe(200);
    for (const text of [
      "",
      " ",
      "null",
      "' or true --",
      "%00",
      `${projectId}%20`,
      `${projectId},${projectId}`,
      `{${projectId}}`,
    ])
      expect((await someone.get(`/v1/slices?project_id=${text}`)).body.code, text).toBe("not_found");
    // A caller that sends a name learns which projects the key may see, and no others.
    const { detail } = (await someone.get("/v1/slices?project_id=debian")).body;
    expect(detail).toContain(`It has ${projectId} (`);
    expect(detail.match(/[\da-f]{8}-[\da-f-]{27} \(/g)).toHaveLength(1);
    expect((await someone.get(`/v1/slices?project_id=${projectId}&project_id=${projectId}`)).body.code).toBe(
      "invalid_request",
    );
  });
});
