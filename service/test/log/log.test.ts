// Tests the log of a project: every write that changes something is in it once, in the order of the commits, with what was before.

import { sql } from "kysely";
import { expect, test } from "vitest";
import { transaction } from "../../src/database/transaction.ts";
import { writeEntities } from "../../src/entities/write.ts";
import { pruneLogs } from "../../src/log/prune.ts";
import { log, written } from "../live/following.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();
const { database } = service;

/** A project, and how to read its log from the beginning. */
async function project() {
  const who = await service.caller();
  const start = (await log(who)).body.next_cursor;
  const all = async (limit = 200): Promise<readonly any[]> => {
    const rows: any[] = [];
    for (let cursor = start; ; ) {
      const { body } = await log(who, cursor, limit);
      rows.push(...body.changes);
      cursor = body.next_cursor;
      if (!body.has_more) return rows;
      expect(body.changes).not.toEqual([]);
    }
  };
  return { who, all };
}

const types = (rows: readonly any[]) =>
  rows.map(({ sequence, entity_id, before, after }) => [
    sequence,
    entity_id,
    before?.type ?? null,
    after?.type ?? null,
  ]);

test("what is created, changed and deleted is in it, and a write that changes nothing is not", async () => {
  const { who, all } = await project();
  const source = (await who.post("/v1/sources", { name: "gmail" })).body.id;
  const [a = ""] = await written(who, [
    { type: "Person", name: "Ada", created_at: "2026-01-02T03:04:05.678Z" },
  ]);
  const [b = ""] = await written(who, [{ type: "Deal", source_id: source, external_id: "1" }]);
  await who.call("PATCH", `/v1/entities/${a}`, { body: { name: "Ada" } });
  await who.call("PATCH", `/v1/entities/${a}`, { body: { name: "Ada Lovelace" } });
  await written(who, [{ type: "Deal", source_id: source, external_id: "1" }]);
  await written(who, [{ type: "Lead", source_id: source, external_id: "1" }]);
  await written(who, [{ id: a, type: "Person", name: "Ada Lovelace" }]);
  await who.call("DELETE", `/v1/entities/${b}`);
  const rows = await all();
  expect(types(rows)).toEqual([
    [1, a, null, "Person"],
    [2, b, null, "Deal"],
    [3, a, "Person", "Person"],
    [4, b, "Deal", "Lead"],
    [5, b, "Lead", null],
  ]);
  const side = { type: "Person", shape_id: null, source_id: null, source_shape_id: null };
  const created_at = "2026-01-02T03:04:05.678Z";
  expect(rows[2]).toMatchObject({ before: { ...side, created_at }, after: { ...side, created_at } });
  expect(rows[4].before).toMatchObject({ type: "Lead", source_id: source });
  expect(await all(1)).toEqual(rows);
});

test("without a cursor it is the cursor of now, and the log of one project says nothing of another", async () => {
  const { who, all } = await project();
  await written(who, [{ type: "Person" }]);
  const now = await log(who);
  expect([now.body.changes, now.body.has_more]).toEqual([[], false]);
  const other = await service.caller(who);
  expect((await other.get(`/v1/changes?cursor=${now.body.next_cursor}`)).status).toBe(200);
  const stranger = await service.caller();
  const refused = await stranger.get(`/v1/changes?cursor=${now.body.next_cursor}`);
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, "/cursor"]);
  expect(await all()).toHaveLength(1);
});

test("writes at the same time have sequences without a gap, and each sees what the one before has left", async () => {
  const { who, all } = await project();
  const id = crypto.randomUUID();
  const kinds = Array.from({ length: 24 }, (_, at) => `T${String(at)}`);
  await Promise.all(kinds.map(async (type) => await written(who, [{ id, type }, { type: "Other" }])));
  const rows = await all();
  expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 48 }, (_, at) => at + 1));
  const own = rows.filter(({ entity_id }) => entity_id === id);
  expect(own.map(({ before }) => before?.type)).toEqual([
    undefined,
    ...own.slice(0, -1).map(({ after }) => after.type),
  ]);
  expect(new Set(own.map(({ after }) => after.type))).toEqual(new Set(kinds));
});

test("what is rolled back is not in it, and what is created and deleted at once was never there", async () => {
  const { who, all } = await project();
  const undone = new Error("undone");
  const work = transaction(database, who, async (tx) => {
    await writeEntities(tx, who, [{ type: "Undone" }]);
    throw undone;
  });
  await expect(work).rejects.toBe(undone);
  await written(who, [{ type: "Kept" }]);
  expect(types(await all())).toEqual([[1, expect.any(String), null, "Kept"]]);
});

test("a delta that is applied, and one that is reverted, are in it", async () => {
  const { who, all } = await project();
  const [ada = ""] = await written(who, [{ type: "Person", name: "Ada", properties: { age: 36 } }]);
  const proposed = await who.post("/v1/deltas", {
    entities: [
      { type: "Person", name: "Ada", properties: { age: 37 } },
      { type: "Person", name: "Grace" },
    ],
  });
  expect(proposed.status, JSON.stringify(proposed.body)).toBe(201);
  const { id } = proposed.body;
  expect((await who.post(`/v1/deltas/${id}/apply`, {})).status).toBe(200);
  const applied = (await all()).slice(1);
  expect(applied.map(({ entity_id, before }) => [entity_id === ada, before === null])).toEqual(
    expect.arrayContaining([
      [true, false],
      [false, true],
    ]),
  );
  expect((await who.post(`/v1/deltas/${id}/revert`, {})).status).toBe(200);
  const reverted = (await all()).slice(3);
  expect(reverted.map(({ entity_id, after }) => [entity_id === ada, after === null])).toEqual(
    expect.arrayContaining([
      [true, false],
      [false, true],
    ]),
  );
});

test("of a log that is too long the last changes are kept", async () => {
  const { who, all } = await project();
  const rows = Array.from({ length: 10 }, () => ({ type: "Deal" }));
  await written(who, rows);
  const middle = (await log(who)).body.next_cursor;
  await written(who, rows);
  await pruneLogs(database, { days: 7, rows: 20 });
  expect(await all()).toHaveLength(20);
  await pruneLogs(database, { days: 7, rows: 10 });
  expect((await log(who, middle)).body.changes).toHaveLength(10);
  await expect(all()).rejects.toThrow("cursor_expired");
});

test("a limited key sees the sides that are within its slice, and no rows that are beyond on both", async () => {
  const { who } = await project();
  const [a = "", b = ""] = await written(who, [{ type: "Deal" }, { type: "Note" }]);
  const made = await who.post("/v1/keys", { name: "limited", slice: "type:Deal", project_id: who.projectId });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const limited = {
    ...who,
    get: async (path: string) =>
      await who.call("GET", path, { headers: { authorization: `Bearer ${made.body.key}` } }),
  };
  const start = (await log(limited)).body.next_cursor;
  await written(who, [{ id: a, type: "Note" }]);
  await written(who, [{ id: b, type: "Note", name: "still a note" }]);
  await written(who, [{ id: b, type: "Deal", name: "still a note" }]);
  const { body } = await log(limited, start);
  expect(types(body.changes)).toEqual([
    [3, a, "Deal", null],
    [5, b, null, "Deal"],
  ]);
});

async function lengthOf({ projectId }: Caller): Promise<unknown> {
  const { rows } = await database.pool.query(
    "select (select count(*) from entity_change where project_id = $1) as entities, (select count(*) from name_change where project_id = $1) as names",
    [projectId],
  );
  return rows[0];
}

test("what is older than is kept is gone; a cursor from before that has expired, and one from after has not", async () => {
  const { who } = await project();
  const start = (await log(who)).body.next_cursor;
  await who.post("/v1/sources", { name: "gmail" });
  await written(who, [{ type: "Person" }, { type: "Person" }]);
  const middle = (await log(who)).body.next_cursor;
  await pruneLogs(database, { days: 7, rows: 1_000_000 });
  expect(await lengthOf(who)).toEqual({ entities: 2, names: 1 });
  await pruneLogs(database, { days: 0, rows: 1_000_000 });
  expect(await lengthOf(who)).toEqual({ entities: 0, names: 0 });
  const gone = await who.get(`/v1/changes?cursor=${start}`);
  expect([gone.status, gone.body.code]).toEqual([410, "cursor_expired"]);
  await written(who, [{ type: "Later" }]);
  expect(types((await log(who, middle)).body.changes)).toEqual([[3, expect.any(String), null, "Later"]]);
});

test("an import is in it, and an export of the project has no log", async () => {
  const { who, all } = await project();
  await transaction(database, who, async (tx) => {
    const rows = Array.from({ length: 12_000 }, (_, at) => ({ type: "Imported", name: String(at) }));
    for (let at = 0; at < rows.length; at += 3000) await writeEntities(tx, who, rows.slice(at, at + 3000));
  });
  const { rows } = await database.pool.query(
    "select count(distinct sequence) as n, min(sequence) as first, max(sequence) as last from entity_change where project_id = $1",
    [who.projectId],
  );
  expect(rows[0]).toEqual({ n: 12_000, first: 1, last: 12_000 });
  const { body } = await who.get("/v1/export");
  expect(Object.keys(body.lines[0])).not.toContain("changes");
  expect(await all()).toHaveLength(12_000);
});

test("the end of the log is locked by nobody who is still writing", async () => {
  const { who, all } = await project();
  await transaction(database, who, async (tx) => {
    await writeEntities(tx, who, [{ type: "First" }]);
    // Another one begins later, and commits before.
    await written(who, [{ type: "Second" }]);
    await tx.all(sql`select 1`);
  });
  expect(types(await all()).map(([sequence, , , type]) => [sequence, type])).toEqual([
    [1, "Second"],
    [2, "First"],
  ]);
});
