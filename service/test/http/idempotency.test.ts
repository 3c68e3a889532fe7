// Tests that requests with one Idempotency-Key have one effect, and the same response, for a day.

import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Caller, type Reply, startService } from "../support/service.ts";

const service = await startService();
const { pool } = service.database;
const someone = await service.caller();
const shape = await someone.post("/v1/shapes", { name: "shape" });
const source = await someone.post("/v1/sources", { name: "source" });
const entities = await someone.post("/v1/entities", [{ type: "a" }, { type: "b" }]);
const [from, to] = entities.body.ids;

async function put(
  who: Caller,
  path: string,
  body: unknown,
  key: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  return await who.post(path, body, { "idempotency-key": key, ...headers });
}

async function countOf(table: string): Promise<number> {
  const { rows } = await pool.query(`select count(*)::int as count from ${table}`);
  return rows[0].count;
}

const staged = async (): Promise<string> =>
  (await someone.post("/v1/memories", { content: "staged", apply: false })).body.delta_id;

const creating: readonly (readonly [string, string, unknown, number])[] = [
  ["shape", "/v1/shapes", { name: "again" }, 201],
  ["source", "/v1/sources", { name: "again", shape_id: shape.body.id }, 201],
  ["document", `/v1/sources/${source.body.id}/documents`, { text: "again" }, 201],
  ["entity", "/v1/entities", [{ type: "Again" }], 200],
  ["relationship", "/v1/relationships", [{ type: "again", from, to }], 200],
  ["slice", "/v1/slices", { name: "again", cql: "type:Again" }, 201],
  ["memory", "/v1/memories", { content: "again", deduplicate: false }, 201],
  ["memory", "/v1/memories", { memories: [{ content: "again", deduplicate: false }] }, 201],
  ["delta", "/v1/memories", { content: "again", apply: false }, 201],
];

describe.each(creating)("a new %s at %s", (table, path, body, status) => {
  test("is created once, and a repetition gets the same response, headers included", async () => {
    const key = randomUUID();
    const before = await countOf(table);
    const first = await put(someone, path, body, key);
    const second = await put(someone, path, body, key);
    expect(first.status).toBe(status);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    for (const header of ["x-request-id", "location", "content-type"])
      expect(second.headers.get(header)).toBe(first.headers.get(header));
    expect(await countOf(table)).toBe(before + 1);
  });

  test("is created once by thirty concurrent requests", async () => {
    const key = randomUUID();
    const before = await countOf(table);
    const replies = await Promise.all(
      Array.from({ length: 30 }, async () => await put(someone, path, body, key)),
    );
    for (const reply of replies) {
      if (reply.status === 409)
        expect([reply.body.code, reply.headers.get("retry-after")]).toEqual(["idempotency_in_progress", "1"]);
      else expect(reply.status).toBe(status);
    }
    const done = replies.filter((reply) => reply.status === status);
    expect(new Set(done.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    expect(done.filter((reply) => reply.headers.get("idempotent-replayed") === null)).toHaveLength(1);
    expect(await countOf(table)).toBe(before + 1);
  });
});

test("a delta that is applied again with the same key is applied once", async () => {
  const path = `/v1/deltas/${await staged()}/apply`;
  const key = randomUUID();
  const before = await countOf("memory");
  const replies = await Promise.all(
    Array.from({ length: 10 }, async () => await put(someone, path, {}, key)),
  );
  expect(
    new Set(replies.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body))).size,
  ).toBe(1);
  expect(await countOf("memory")).toBe(before + 1);
});

test("a delta that is applied by concurrent requests without a key is applied once", async () => {
  const path = `/v1/deltas/${await staged()}/apply`;
  const before = await countOf("memory");
  const replies = await Promise.all(Array.from({ length: 10 }, async () => await someone.post(path, {})));
  expect(
    new Set(replies.map(({ status, body }) => JSON.stringify([status, { ...body, request_id: "" }]))).size,
  ).toBe(1);
  expect(await countOf("memory")).toBe(before + 1);
});

describe("a used key", () => {
  const memory = { content: "the first", deduplicate: false };

  test.each<[string, string, unknown]>([
    ["another body", "/v1/memories", { content: "the second" }],
    ["the same value in other bytes", "/v1/memories", '{"content": "the first", "deduplicate": false}'],
    ["another path", "/v1/slices", { name: "x", cql: "" }],
    ["another query", `/v1/memories?project_id=${someone.projectId}`, memory],
  ])("is refused with %s", async (_, path, body) => {
    const key = randomUUID();
    expect((await put(someone, "/v1/memories", memory, key)).status).toBe(201);
    const { status, body: answer } = await put(someone, path, body, key);
    expect([status, answer.code]).toEqual([422, "idempotency_key_reused"]);
  });

  test("is refused for another project of the organization", async () => {
    const anyone = await service.caller({ projectId: null });
    const other = await service.createProject(anyone.organizationId);
    const key = randomUUID();
    const inProject = async (id: string): Promise<Reply> =>
      await put(anyone, "/v1/memories", memory, key, { "x-service-project": id });
    expect((await inProject(anyone.projectId)).status).toBe(201);
    expect((await inProject(other)).body.code).toBe("idempotency_key_reused");
  });

  test("is free for every other API key", async () => {
    const key = randomUUID();
    const neighbor = await service.caller({
      organizationId: someone.organizationId,
      projectId: someone.projectId,
    });
    const replies = [
      await put(someone, "/v1/memories", memory, key),
      await put(neighbor, "/v1/memories", memory, key),
    ];
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(2);
  });

  test("is free again after a request that was refused", async () => {
    const key = randomUUID();
    expect((await put(someone, "/v1/memories", { content: "" }, key)).status).toBe(422);
    expect((await put(someone, "/v1/memories", { content: "x", shape_id: "none" }, key)).body.code).toBe(
      "unknown_shape",
    );
    expect((await put(someone, "/v1/slices", { name: "x", cql: "shape:" }, key)).status).toBe(422);
    const done = await put(someone, "/v1/memories", memory, key);
    expect([done.status, done.headers.get("idempotent-replayed")]).toEqual([201, null]);
  });

  test("is forgotten after a day, and not a minute earlier", async () => {
    const key = randomUUID();
    const first = await put(someone, "/v1/memories", memory, key);
    const age = async (interval: string): Promise<void> => {
      await pool.query("update idempotency set created_at = now() - $1::interval where key = $2", [
        interval,
        key,
      ]);
    };
    await age("23 hours 59 minutes");
    expect((await put(someone, "/v1/memories", memory, key)).body).toEqual(first.body);
    await age("24 hours 1 second");
    const later = await put(someone, "/v1/memories", { content: "another" }, key);
    expect([later.status, later.headers.get("idempotent-replayed")]).toEqual([201, null]);
    expect(later.body.id).not.toBe(first.body.id);
    expect((await put(someone, "/v1/memories", { content: "another" }, key)).body).toEqual(later.body);
  });

  test("has one more effect when thirty concurrent requests reuse it after a day", async () => {
    const key = randomUUID();
    await put(someone, "/v1/memories", memory, key);
    await pool.query("update idempotency set created_at = now() - interval '25 hours' where key = $1", [key]);
    const before = await countOf("memory");
    await Promise.all(
      Array.from({ length: 30 }, async () => await put(someone, "/v1/memories", memory, key)),
    );
    expect(await countOf("memory")).toBe(before + 1);
  });
});

test("a key whose request is still running is refused after a moment, and gets the response once the request is finished", async () => {
  const key = randomUUID();
  const client = await pool.connect();
  await client.query("begin");
  try {
    await client.query(
      "insert into idempotency (organization_id, key_id, key, request_hash) values ($1, $2, $3, '')",
      [someone.organizationId, someone.keyId, key],
    );
    const asked = performance.now();
    const { status, body, headers } = await put(
      someone,
      "/v1/memories",
      { content: "x", deduplicate: false },
      key,
    );
    expect([status, body.code, headers.get("retry-after")]).toEqual([409, "idempotency_in_progress", "1"]);
    expect(performance.now() - asked).toBeLessThan(3000);
  } finally {
    await client.query("rollback");
    client.release();
  }
  expect((await put(someone, "/v1/memories", { content: "x", deduplicate: false }, key)).status).toBe(201);
});

test("an idempotency key has 1 to 255 visible ASCII characters", async () => {
  for (const key of ["x", "!".repeat(255), "~'\"\\;--$1"])
    expect((await put(someone, "/v1/memories", { content: "x", deduplicate: false }, key)).status).toBe(201);
  for (const key of ["", "a b", "x".repeat(256), "é", "a, b"]) {
    const { status, body } = await put(someone, "/v1/memories", { content: "x", deduplicate: false }, key);
    expect([status, body.code, body.errors[0].pointer]).toEqual([422, "invalid_request", "/Idempotency-Key"]);
  }
});

test("a read-only key and a revoked key get no response of another key", async () => {
  const key = randomUUID();
  const reader = await service.caller({
    organizationId: someone.organizationId,
    projectId: someone.projectId,
    permission: "read",
  });
  expect((await put(someone, "/v1/memories", { content: "x", deduplicate: false }, key)).status).toBe(201);
  expect((await put(reader, "/v1/memories", { content: "x", deduplicate: false }, key)).body.code).toBe(
    "read_only_key",
  );
});

test("reads and dry runs do not need an idempotency key, and ignore it", async () => {
  const key = randomUUID();
  expect((await put(someone, "/v1/slices?dry_run=true", { name: "x", cql: "" }, key)).status).toBe(200);
  expect((await put(someone, "/v1/search", { query: "again" }, key)).status).toBe(200);
  expect((await put(someone, "/v1/memories", { content: "x", deduplicate: false }, key)).status).toBe(201);
});
