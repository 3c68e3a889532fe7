// Tests concurrent requests that conflict: each is answered as if it came before or after the others.

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { projectWith, registerWorker, startPatiently } from "../support/loops.ts";
import { type Reply, startService } from "../support/service.ts";

const service = await startService();
const someone = await service.caller();
const { pool } = service.database;
const rounds = Array.from({ length: 12 }, (_, at) => at);

/** How many answers had each status. */
function tally(replies: readonly Reply[]): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status, body } of replies) {
    expect(status, JSON.stringify(body)).toBeLessThan(500);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

test("relationships of entities that are deleted meanwhile are written or refused", async () => {
  for (const _ of rounds) {
    const { ids } = (
      await someone.post(
        "/v1/entities",
        Array.from({ length: 8 }, () => ({ type: "End" })),
      )
    ).body;
    const writes = ids.map(
      async (to: string) =>
        await someone.post(
          "/v1/relationships",
          ids.map((from: string) => ({ type: "to", from, to })),
        ),
    );
    const deletes = ids.map(async (id: string) => await someone.call("DELETE", `/v1/entities/${id}`));
    const [deleted, written] = [await Promise.all(deletes), await Promise.all(writes)];
    expect(tally(deleted)).toEqual({ 204: 8 });
    for (const { status, body } of written) {
      expect([200, 422], JSON.stringify(body)).toContain(status);
      if (status === 422) expect(body.errors[0].pointer).toMatch(/^\/\d\/(?:from|to)$/);
    }
  }
  const { rows } = await pool.query("select count(*)::int as count from relationship");
  expect(rows).toEqual([{ count: 0 }]);
});

test("connected entities are deleted concurrently without deadlock", async () => {
  for (const _ of rounds.slice(0, 6)) {
    const { ids } = (
      await someone.post(
        "/v1/entities",
        Array.from({ length: 10 }, () => ({ type: "End" })),
      )
    ).body;
    const all = ids.flatMap((from: string) => ids.map((to: string) => ({ type: "to", from, to })));
    expect((await someone.post("/v1/relationships", all)).status).toBe(200);
    const replies = await Promise.all(
      ids.map(async (id: string) => await someone.call("DELETE", `/v1/entities/${id}`)),
    );
    expect(tally(replies)).toEqual({ 204: 10 });
  }
  const { rows } = await pool.query(
    "select deadlocks::int from pg_stat_database where datname = current_database()",
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});

test("the same entities, written concurrently in any order, are created once", async () => {
  for (const _ of rounds) {
    const ids = Array.from({ length: 30 }, () => randomUUID());
    const orders = Array.from({ length: 8 }, (_, at) => [...ids.slice(at * 3), ...ids.slice(0, at * 3)]);
    const replies = await Promise.all(
      orders.map(
        async (order, at) =>
          await someone.post(
            "/v1/entities",
            order.map((id) => ({ id, type: "Same", name: `writer ${at}` })),
          ),
      ),
    );
    expect(tally(replies)).toEqual({ 200: 8 });
    expect(replies.reduce((sum, { body }) => sum + body.created, 0)).toBe(30);
    const { rows } = await pool.query(
      "select count(distinct name)::int as names, count(*)::int as count from entity where id = any($1)",
      [ids],
    );
    expect(rows).toEqual([{ names: 1, count: 30 }]);
  }
});

test("documents with one external ID, sent concurrently, are one document", async () => {
  const source = await someone.post("/v1/sources", { name: "source" });
  for (const round of rounds) {
    const replies = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, at) =>
          await someone.post(`/v1/sources/${source.body.id}/documents`, {
            external_id: `${round}`,
            text: `${at}`,
          }),
      ),
    );
    expect(tally(replies)).toEqual({ 200: 7, 201: 1 });
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  }
});

test("if a delta is applied and discarded concurrently, one of the two wins", async () => {
  for (const _ of rounds) {
    const content = randomUUID();
    const { delta_id } = (await someone.post("/v1/memories", { content, apply: false })).body;
    const ends = ["apply", "discard", "apply", "discard"];
    const replies = await Promise.all(
      ends.map(async (end) => await someone.post(`/v1/deltas/${delta_id}/${end}`, {})),
    );
    expect(tally(replies)).toEqual({ 200: 2, 409: 2 });
    const { status } = (await someone.get(`/v1/deltas/${delta_id}`)).body;
    const { rows } = await pool.query("select count(*)::int as count from memory where content = $1", [
      content,
    ]);
    expect(rows[0].count).toBe(status === "applied" ? 1 : 0);
  }
});

test("of concurrent deletions exactly one succeeds", async () => {
  for (const [path, body] of [
    ["/v1/slices", { name: "x", cql: "" }],
    ["/v1/memories", { content: "x" }],
  ] as const) {
    const { id } = (await someone.post(path, body)).body;
    const replies = await Promise.all(
      Array.from({ length: 8 }, async () => await someone.call("DELETE", `${path}/${id}`)),
    );
    expect(tally(replies)).toEqual({ 204: 1, 404: 7 });
  }
});

test("a slice is counted in the snapshot in which its names are looked up", async () => {
  const shape = (await someone.post("/v1/shapes", { name: "Counted" })).body.id;
  const pair = [
    { type: "Pair", shape_id: shape },
    { type: "Pair", shape_id: shape },
  ];
  const writing = { isOver: false };
  const writer = (async () => {
    while (!writing.isOver) await someone.post("/v1/entities", pair);
  })();
  const replies: Reply[] = [];
  for (let at = 0; at < 40; at++)
    replies.push(await someone.post("/v1/slices", { name: "pairs", cql: "type:Pair shape:Counted" }));
  writing.isOver = true;
  await writer;
  expect(tally(replies)).toEqual({ 201: 40 });
  expect(replies.map(({ body }) => body.matched % 2)).toEqual(replies.map(() => 0));
});

test("of two hundred concurrent starts against a balance for fifty, exactly fifty succeed", async () => {
  const caller = await service.caller();
  await projectWith(caller, service.database, ["Person: Ada"], 50);
  await registerWorker(service.database);
  const answers = await Promise.all(
    Array.from({ length: 200 }, async () => await startPatiently(caller, { goal: "x" })),
  );
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(50);
  expect(answers.filter(({ body }) => body.code === "credits_exhausted")).toHaveLength(150);
  expect((await caller.get("/v1/credits")).body).toMatchObject({ balance: 0, reserved: 50 });
}, 60_000);
