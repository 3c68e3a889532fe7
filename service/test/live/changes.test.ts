// Tests the changes of slices, page by page: who was in a slice, with those that entered and without those that left, is who is in it.

import { describe, expect, test } from "vitest";
import { pruneLogs } from "../../src/log/prune.ts";
import { newId } from "../../src/values/uuid.ts";
import { type Caller, callerWith, startService } from "../support/service.ts";
import { changes, said, sliced, written } from "./following.ts";

const service = await startService();

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const hour = 60 * 60_000;

async function limitedKey(who: Caller, slice: string): Promise<Caller> {
  const made = await who.post("/v1/keys", { name: "limited", slice, project_id: who.projectId });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return callerWith(service.url, { ...who, key: made.body.key, keyId: made.body.id });
}

test("without a cursor there are no changes, and the cursor of now", async () => {
  const who = await service.caller();
  const { id } = await sliced(who, "type:Deal");
  await written(who, [{ type: "Deal" }]);
  const { body } = await changes(who, id);
  expect([body.changes, body.has_more]).toEqual([[], false]);
  expect(said(await changes(who, id, body.next_cursor))).toEqual([]);
  const [deal] = await written(who, [{ type: "Deal" }]);
  const next = await changes(who, id, body.next_cursor);
  expect(next.body.changes).toEqual([
    { kind: "entered", entity_id: deal, at: expect.any(String), reason: "write", sequence: 2 },
  ]);
});

test("by writes, entities enter, leave and are changed", async () => {
  const who = await service.caller();
  const { id, cursor } = await sliced(who, "type:Deal");
  const [a = "", b = ""] = await written(who, [{ type: "Deal" }, { type: "Note" }]);
  await written(who, [{ id: a, type: "Deal", name: "renamed" }]);
  await written(who, [{ id: b, type: "Deal" }]);
  await written(who, [{ id: b, type: "Note" }]);
  await who.call("DELETE", `/v1/entities/${a}`);
  const all = [`entered ${a}`, `changed ${a}`, `entered ${b}`, `left ${b}`, `left ${a}`];
  expect(said(await changes(who, id, cursor))).toEqual(all);
  const pages: string[] = [];
  for (let next = cursor, hasMore = true; hasMore; ) {
    const page = await changes(who, id, next, 2);
    pages.push(...said(page));
    next = page.body.next_cursor;
    hasMore = page.body.has_more;
  }
  expect(pages).toEqual(all);
});

test("a page that is full says whether there is more, and an empty one never does", async () => {
  const who = await service.caller();
  const { id, cursor } = await sliced(who, "type:Deal");
  await written(who, [{ type: "Deal" }, { type: "Note" }, { type: "Deal" }, { type: "Note" }]);
  const first = await changes(who, id, cursor, 1);
  const second = await changes(who, id, first.body.next_cursor, 1);
  const third = await changes(who, id, second.body.next_cursor, 1);
  expect([first, second, third].map(({ body }) => [body.changes.length, body.has_more])).toEqual([
    [1, true],
    [1, false],
    [0, false],
  ]);
});

test("time alone lets entities enter and leave, at their instants", async () => {
  const who = await service.caller();
  const { id, cursor } = await sliced(who, "after:2h before:1h");
  const soon = await written(who, [
    { type: "Leaving", created_at: ago(2 * hour - 700) },
    { type: "Entering", created_at: ago(hour - 900) },
    { type: "Staying", created_at: ago(1.5 * hour) },
  ]);
  const [leaving = "", entering = "", staying = ""] = soon;
  const first = await changes(who, id, cursor);
  expect(said(first).toSorted()).toEqual([`entered ${leaving}`, `entered ${staying}`].toSorted());
  await expect
    .poll(async () => said(await changes(who, id, first.body.next_cursor)), { timeout: 5000 })
    .toEqual([`left ${leaving} by time`, `entered ${entering} by time`]);
  const { body } = await changes(who, id, first.body.next_cursor);
  const created = new Map(
    await Promise.all(
      soon.map(
        async (each) => [each, Date.parse((await who.get(`/v1/entities/${each}`)).body.created_at)] as const,
      ),
    ),
  );
  // The first instant at which it is older than the bound.
  const instants = body.changes.map(({ at }: { readonly at: string }) => Date.parse(at));
  expect(instants).toEqual([
    (created.get(leaving) ?? 0) + 2 * hour + 1,
    (created.get(entering) ?? 0) + hour + 1,
  ]);
});

test("new names let entities enter and leave, page by page", async () => {
  const who = await service.caller();
  const [gmail, other] = await Promise.all(
    ["gmail", "other"].map(async (name) => String((await who.post("/v1/sources", { name })).body.id)),
  );
  const old = (
    await written(
      who,
      Array.from({ length: 5 }, () => ({ type: "A", source_id: gmail })),
    )
  ).toSorted();
  const fresh = (
    await written(
      who,
      Array.from({ length: 5 }, () => ({ type: "A", source_id: other })),
    )
  ).toSorted();
  const { id, cursor } = await sliced(who, "source:gmail");
  await who.call("PATCH", `/v1/sources/${String(gmail)}`, { body: { name: "old" } });
  await who.call("PATCH", `/v1/sources/${String(other)}`, { body: { name: "gmail" } });
  const told: string[] = [];
  let between = "";
  for (let next = cursor, hasMore = true; hasMore; ) {
    const page = await changes(who, id, next, 3);
    told.push(...said(page));
    next = page.body.next_cursor;
    hasMore = page.body.has_more;
    // What is written meanwhile comes once, too.
    if (between === "") [between = ""] = await written(who, [{ type: "A", source_id: other }]);
  }
  const expected = [
    ...old.map((each) => `left ${each} by names`),
    ...fresh.map((each) => `entered ${each} by names`),
  ];
  expect(told.filter((each) => !each.includes(between)).toSorted()).toEqual(expected.toSorted());
  expect(told.findLast((each) => each.includes(between))).toMatch(/^entered/);
  expect(told.filter((each) => each.includes(between)).length % 2).toBe(1);
});

test("each page of the entities of a slice, and the slice, say from where on to follow", async () => {
  const who = await service.caller();
  const { id } = await sliced(who, "type:Deal");
  await written(who, [{ type: "Deal" }, { type: "Deal" }]);
  const first = await who.get(`/v1/slices/${id}/entities?limit=1`);
  const [third = ""] = await written(who, [{ type: "Deal" }]);
  const second = await who.get(`/v1/slices/${id}/entities?limit=1&cursor=${first.body.next_cursor}`);
  expect(said(await changes(who, id, first.body.changes_cursor))).toEqual([`entered ${third}`]);
  expect(said(await changes(who, id, second.body.changes_cursor))).toEqual([]);
});

describe("a cursor", () => {
  test.each(["x", "W10", Buffer.from('["a","1"]').toString("base64url"), "%00", "e30"])(
    "that no page has returned is refused: %s",
    async (cursor) => {
      const who = await service.caller();
      const { id } = await sliced(who, "type:Deal");
      const refused = await who.get(`/v1/slices/${id}/changes?cursor=${cursor}`);
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, "/cursor"]);
    },
  );

  test("of another slice is refused, and so is that of a key with other limits", async () => {
    const who = await service.caller();
    await written(who, [{ type: "Deal" }]);
    const [one, other] = [await sliced(who, "type:Deal"), await sliced(who, "type:Deal")];
    expect((await changes(who, other.id, one.cursor)).status).toBe(422);
    const limited = await limitedKey(who, "type:Deal");
    const own = await sliced(limited, "type:Deal");
    expect((await changes(who, own.id, own.cursor)).status).toBe(422);
    expect((await changes(limited, own.id, own.cursor)).status).toBe(200);
  });

  test("that is older than the log has expired, and one of a log that ends before it, too", async () => {
    const who = await service.caller();
    const { id, cursor } = await sliced(who, "type:Deal");
    await written(who, [{ type: "Deal" }]);
    await pruneLogs(service.database, { days: 0, rows: 1_000_000 });
    const gone = await changes(who, id, cursor);
    expect([gone.status, gone.body.code]).toEqual([410, "cursor_expired"]);
    // As before a backup was restored.
    const { changes_cursor: ahead } = (await who.get(`/v1/slices/${id}`)).body;
    await service.database.pool.query(
      "update log_end set sequence = 0, sequence_kept = 0 where project_id = $1",
      [who.projectId],
    );
    expect((await changes(who, id, ahead)).body.code).toBe("cursor_expired");
  });

  test("is made by the service alone: each of its parts is sealed", async () => {
    const who = await service.caller();
    const { id, cursor } = await sliced(who, "type:Deal after:1h");
    const raw = (await who.get("/v1/changes")).body.next_cursor;
    const parts = (text: string): string[] => JSON.parse(Buffer.from(text, "base64url").toString());
    const forged = [cursor, raw].flatMap((text) =>
      parts(text).map((part, at) => parts(text).with(at, at === 4 ? newId() : `${part}0`)),
    );
    for (const each of forged) {
      const path = each.length > 2 ? `/v1/slices/${id}/changes` : "/v1/changes";
      const { status } = await who.get(
        `${path}?cursor=${Buffer.from(JSON.stringify(each)).toString("base64url")}`,
      );
      expect([each, status]).toEqual([each, 422]);
    }
  });

  test("of one slice is as good after its name has changed", async () => {
    const who = await service.caller();
    const { id, cursor } = await sliced(who, "type:Deal");
    await who.call("PATCH", `/v1/slices/${id}`, { body: { name: "another", promoted: true } });
    expect((await changes(who, id, cursor)).status).toBe(200);
  });
});

describe("a limited key", () => {
  test("follows what is in its slice as well, and learns of nothing else", async () => {
    const who = await service.caller();
    const gmail = (await who.post("/v1/sources", { name: "gmail" })).body.id;
    const [a = "", b = ""] = await written(who, [
      { type: "Deal", source_id: gmail },
      { type: "Deal", source_id: null },
    ]);
    const limited = await limitedKey(who, "source:gmail");
    const { id, cursor } = await sliced(limited, "type:Deal");
    await written(who, [
      { id: b, type: "Deal", name: "unseen" },
      { type: "Deal", source_id: null },
    ]);
    await written(who, [{ id: b, type: "Deal", source_id: gmail }]);
    await written(who, [{ id: a, type: "Deal", source_id: null }]);
    expect(said(await changes(limited, id, cursor))).toEqual([`entered ${b}`, `left ${a}`]);
  });

  test("learns what has left by time and by names, though it sees that no more", async () => {
    const who = await service.caller();
    const gmail = (await who.post("/v1/sources", { name: "gmail" })).body.id;
    await written(who, [{ type: "Deal", source_id: gmail, created_at: ago(1000) }]);
    const limited = await limitedKey(who, "source:gmail after:1h");
    const { id } = await sliced(limited, "type:Deal");
    const [leaving = "", renamed = ""] = await written(who, [
      { type: "Deal", source_id: gmail, created_at: ago(hour - 1500) },
      { type: "Deal", source_id: gmail, created_at: ago(2000) },
    ]);
    const { cursor } = { cursor: (await limited.get(`/v1/slices/${id}`)).body.changes_cursor };
    await expect
      .poll(async () => said(await changes(limited, id, cursor)), { timeout: 5000 })
      .toEqual([`left ${leaving} by time`]);
    await who.call("DELETE", `/v1/entities/${leaving}`);
    expect(said(await changes(limited, id, cursor))[0]).toBe(`left ${leaving}`);
    await who.call("PATCH", `/v1/sources/${gmail}`, { body: { name: "other" } });
    expect(said(await changes(limited, id, cursor))).toContain(`left ${renamed} by names`);
  });
});

test("a limited key is told of no writes after its view has lost them, by names or by time", async () => {
  const who = await service.caller();
  const [shared, mail] = [
    (await who.post("/v1/sources", { name: "shared" })).body.id,
    (await who.post("/v1/sources", { name: "mail" })).body.id,
  ];
  const byName = await limitedKey(who, "source:shared");
  const named = await sliced(byName, "type:Deal");
  const [deal = ""] = await written(who, [{ type: "Deal", source_id: shared }]);
  await who.call("PATCH", `/v1/sources/${shared}`, { body: { name: "private" } });
  expect(said(await changes(byName, named.id, named.cursor))).toEqual([
    `entered ${deal}`,
    `left ${deal} by names`,
  ]);
  await written(who, [{ type: "Deal", source_id: shared }]);
  const late = await changes(byName, named.id, named.cursor);
  expect([late.body.code, late.body.changes]).toEqual(["cursor_expired", undefined]);

  const byTime = await limitedKey(who, "source:mail after:1h");
  const [aging = ""] = await written(who, [
    { type: "Deal", source_id: mail, created_at: ago(hour - 1500), name: "young" },
  ]);
  const timed = await sliced(byTime, "type:Deal");
  await expect
    .poll(async () => said(await changes(byTime, timed.id, timed.cursor)), { timeout: 5000 })
    .toEqual([`left ${aging} by time`]);
  await who.call("PATCH", `/v1/entities/${aging}`, { body: { name: "old" } });
  expect(said(await changes(byTime, timed.id, timed.cursor))).toEqual([`left ${aging} by time`]);
});

test("a page of what dates pass is bounded, also where they pass what is never in the slice", async () => {
  const who = await service.caller();
  const { id, cursor } = await sliced(who, "type:Slow after:1h before:2h");
  for (let batch = 0; batch < 5; batch++)
    await written(
      who,
      Array.from({ length: 1000 }, (_, at) => ({
        type: "Slow",
        created_at: ago(hour - 1000 - (batch * 1000 + at) / 5),
      })),
    );
  await new Promise((resolve) => setTimeout(resolve, 2500));
  const since = performance.now();
  expect(said(await changes(who, id, cursor, 1))).toEqual([]);
  expect(performance.now() - since).toBeLessThan(5000);
});

test("a slice whose query is refused now is refused here", async () => {
  const who = await service.caller();
  const id = crypto.randomUUID();
  await service.database.pool.query(
    "insert into slice (organization_id, project_id, id, name, cql) values ($1, $2, $3, 'x', 'after:soon')",
    [who.organizationId, who.projectId, id],
  );
  expect((await changes(who, id)).body.code).toBe("invalid_cql");
  expect((await who.get(`/v1/slices/${id}/stream`)).body.code).toBe("invalid_cql");
  expect((await changes(who, crypto.randomUUID())).status).toBe(404);
});
