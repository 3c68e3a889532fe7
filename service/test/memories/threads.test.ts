// Tests the thread of a memory, and when it was so: written, changed, listed, exported and imported.

import { describe, expect, test } from "vitest";
import { commands, exportsOf, withoutFirst } from "../support/exports.ts";
import { contentsOf, historyOf, patch, pathOf, restore, write } from "../support/memories.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();
const { imported, made, textOf } = exportsOf(service);

const said = ({ thread, valid_at }: any): unknown => [thread, valid_at];
const read = async (who: Caller, id: string): Promise<any> => (await who.get(pathOf(id))).body;

const [early, late] = ["2020-05-01T10:00:00.000Z", "2021-06-01T10:00:00.250Z"];

describe("a memory", () => {
  test("is of no thread, and was so when it was written, unless it says otherwise", async () => {
    const who = await service.caller();
    const plain = await read(who, await write(who, { content: "plain" }));
    expect(said(plain)).toEqual([null, plain.created_at]);
    const sent = { content: "said", thread: "chat 1", valid_at: "2020-05-01T12:00:00+02:00" };
    expect(said(await read(who, await write(who, sent)))).toEqual(["chat 1", early]);
  });

  test.each([
    ["an empty thread", { thread: "" }, "/thread"],
    ["a thread of 201 characters", { thread: "x".repeat(201) }, "/thread"],
    ["a thread with a control character", { thread: "a\u0007" }, "/thread"],
    ["a thread that is no text", { thread: 1 }, "/thread"],
    ["no instant", { valid_at: "yesterday" }, "/valid_at"],
    ["an instant without an offset", { valid_at: "2020-05-01T12:00:00" }, "/valid_at"],
  ])("is refused with %s", async (_, members, pointer) => {
    const who = await service.caller();
    for (const [body, at] of [
      [{ content: "x", ...members }, pointer],
      [{ memories: [{ content: "x", ...members }] }, `/memories/0${pointer}`],
    ] as const) {
      const { status, body: problem } = await who.post("/v1/memories", body);
      expect([status, problem.errors?.[0].pointer]).toEqual([422, at]);
    }
  });

  test("of a batch is of the thread of the batch, unless it has one", async () => {
    const who = await service.caller();
    const memories = [{ content: "a" }, { content: "b", thread: "y" }];
    const sent = { thread: "x".repeat(200), memories };
    for (const apply of [true, false]) {
      const { status, body } = await who.post("/v1/memories", { ...sent, apply });
      expect(status).toBe(201);
      if (!apply) await made(who, `/v1/deltas/${body.delta_id}/apply`, {});
      const threads = await Promise.all(
        body.results.map(async ({ id }: any) => (await read(who, id)).thread),
      );
      expect(threads).toEqual([sent.thread, "y"]);
    }
    const refused = await who.post("/v1/memories", { valid_at: early, memories });
    expect(refused.body.errors).toMatchObject([{ pointer: "/valid_at" }]);
  });
});

test("changes, their history, and what brings them back have both", async () => {
  const who = await service.caller();
  const id = await write(who, { content: "x", thread: "one", valid_at: early });
  await patch(who, id, { thread: "two" });
  await patch(who, id, { valid_at: late, content: "y" });
  await patch(who, id, { thread: null, valid_at: null });
  const { created_at } = await read(who, id);
  const history = [
    ["one", early],
    ["two", early],
    ["two", late],
    [null, created_at],
  ];
  expect((await historyOf(who, id)).map(said)).toEqual(history);
  expect(said(await read(who, id))).toEqual([null, created_at]);
  expect(said((await restore(who, id, { version: 2 })).body)).toEqual(["two", early]);
});

test("a staged change shows what it replaces, and is taken back with its delta", async () => {
  const who = await service.caller();
  const id = await write(who, { content: "x", thread: "one", valid_at: early });
  const { body } = await patch(who, id, { thread: "two", valid_at: late, apply: false });
  expect(said(await read(who, id))).toEqual(["one", early]);
  const { changes } = (await who.get(`/v1/deltas/${body.delta_id}/changes`)).body;
  expect([said(changes[0].before), said(changes[0].value)]).toEqual([
    ["one", early],
    ["two", late],
  ]);
  await made(who, `/v1/deltas/${body.delta_id}/apply`, {});
  expect(said(await read(who, id))).toEqual(["two", late]);
  await made(who, `/v1/deltas/${body.delta_id}/revert`, {});
  expect(said(await read(who, id))).toEqual(["one", early]);
});

test("a list of a thread has its memories", async () => {
  const who = await service.caller();
  for (const thread of ["one", "two", "One"]) await write(who, { content: `of ${thread}`, thread });
  await write(who, { content: "of none" });
  expect(await contentsOf(who, "?thread=one")).toEqual(["of one"]);
  expect(await contentsOf(who, "?thread=three")).toEqual([]);
  expect(await contentsOf(who, "?thread=two&kind=fact")).toEqual([]);
});

test("the same in another thread, or at another instant, is written", async () => {
  const who = await service.caller();
  const memories = [{}, { thread: "one" }, { thread: "two" }, { valid_at: early }, { valid_at: late }];
  for (const expected of [201, 200])
    for (const members of memories) {
      const { status } = await who.post("/v1/memories", { content: "Yes.", ...members });
      expect(status).toBe(expected);
    }
  const other = { content: "Yes.", valid_at: "2020-05-01T12:00:00.000+02:00" };
  expect((await who.post("/v1/memories", other)).status).toBe(200);
});

test("an export has both, and an import takes them, with the versions before", async () => {
  const [one, other] = [await service.caller(), await service.caller()];
  const id = await write(one, { content: "x", thread: "one", valid_at: early });
  await patch(one, id, { thread: "two", valid_at: late });
  await write(one, { content: "plain" });
  const text = await textOf(one);
  for (const what of [...commands, "memory-version"]) await imported(what, other, text);
  expect(withoutFirst(await textOf(other))).toBe(withoutFirst(text));
  expect((await historyOf(other, id)).map(said)).toEqual([
    ["one", early],
    ["two", late],
  ]);
  const line = { id, content: "x", scope: "project", thread: "three", valid_at: null };
  expect(await imported("memory", other, JSON.stringify(line))).toBe('{"created":0,"updated":1}');
  const now = await read(other, id);
  expect(said(now)).toEqual(["three", now.created_at]);
});
