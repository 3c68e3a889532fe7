// Tests that what is remembered already is not written again.

import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { soon } from "../support/memories.ts";
import { type Caller, callerWith, type Reply, startService } from "../support/service.ts";

const service = await startService();
/** Another server of the same database. */
const second = await startService({ seenBy: () => service.database });

const write = async (who: Caller, memory: object): Promise<Reply> => await who.post("/v1/memories", memory);

const idsOf = async (who: Caller): Promise<readonly string[]> =>
  (await who.get("/v1/memories?limit=200")).body.memories.map(({ id }: any) => id);

describe("the same again", () => {
  test.each([
    ["the same", {}, {}],
    ["other white space", { content: "Ada likes tea" }, { content: " Ada\n\tlikes \u00a0 tea\u2003" }],
    ["other encoding of accents", { content: "Zo\u00eb" }, { content: "Zoe\u0308" }],
    ["another source context", { source_context: "a" }, { source_context: "b", forget_reason: "x" }],
    ["other members of the subject", { subject: { id: "a", name: "A" } }, { subject_id: "a" }],
    [
      "another order of a subject without an ID",
      { subject: { name: "A", of: [{ b: 1, c: null }] } },
      { subject: { of: [{ c: null, b: 1 }], name: "A" } },
    ],
    ["an empty subject", {}, { subject: {} }],
    ["a time to be forgotten", {}, { forget_after: "2999-01-01T00:00:00Z" }],
    ["deduplicate: true", {}, { deduplicate: true }],
  ])("is not written: %s", async (_, one, other) => {
    const who = await service.caller();
    const first = await write(who, { content: "x", kind: "fact", ...one });
    expect([first.status, "duplicate" in first.body]).toEqual([201, false]);
    const again = await write(who, { content: "x", kind: "fact", ...other });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...first.body, duplicate: true, request_id: again.body.request_id });
    expect(await idsOf(who)).toEqual([first.body.id]);
    const { body } = await who.get(`/v1/memories/${first.body.id}`);
    expect(body.version).toBe(1);
    expect(body.source_context).toBe("source_context" in one ? one.source_context : null);
    expect(body.recalled_as_new_at > body.created_at).toBe(true);
  });

  test.each([
    ["another case", { content: "X" }],
    ["another kind", { kind: "decision" }],
    ["no kind", { kind: undefined }],
    ["another scope", { scope: "commons" }],
    ["another scope of the same key", { scope: "agent" }],
    ["another end user", { subject_id: "bob" }],
    ["no end user", { subject_id: undefined }],
    ["a subject without an ID", { subject_id: undefined, subject: { name: "ada" } }],
    ["deduplicate: false", { deduplicate: false }],
  ])("is written with %s", async (_, other) => {
    const who = await service.caller();
    const memory = { content: "x", kind: "fact", subject_id: "ada" };
    const first = await write(who, memory);
    const { status, body } = await write(who, { ...memory, ...other });
    expect([status, body.duplicate]).toEqual([201, undefined]);
    expect(await idsOf(who)).toHaveLength(2);
    const third = await write(who, { ...memory, ...other, deduplicate: true });
    const isSame = "deduplicate" in other;
    expect([third.status, third.body.id]).toEqual([200, isSame ? first.body.id : body.id]);
  });

  test("about another subject without an ID is written", async () => {
    const who = await service.caller();
    const subjects = [
      undefined,
      { name: "Ada" },
      { name: "Bob" },
      { name: ["Ada"] },
      { name: { Ada: "" } },
      { id: "Ada" },
    ];
    for (const subject of subjects) expect((await write(who, { content: "x", subject })).status).toBe(201);
    for (const subject of subjects) expect((await write(who, { content: "x", subject })).status).toBe(200);
  });

  test("is one for all in the project who may recall the first, and another for others", async () => {
    const one = await service.caller();
    const colleague = await service.caller(one);
    const neighbor = await service.caller({ organizationId: one.organizationId });
    const stranger = await service.caller();
    for (const [scope, statuses] of [
      ["project", [201, 200, 201, 201]],
      ["agent", [201, 201, 201, 201]],
      ["commons", [201, 200, 201, 201]],
    ] as const) {
      const replies = [];
      for (const who of [one, colleague, neighbor, stranger])
        replies.push(await write(who, { content: "x", scope }));
      expect([scope, replies.map(({ status }) => status)]).toEqual([scope, statuses]);
      const known = replies.filter(({ status }) => status === 200);
      for (const { body } of known) expect(body.id).toBe(replies[0]?.body.id);
    }
  });

  test("is written by a limited key that may not recall the first", async () => {
    const root = await service.caller();
    await root.post("/v1/entities", [{ type: "Person" }]);
    const narrowed = async (limits: object): Promise<Caller> => {
      const { body } = await root.post("/v1/keys", limits);
      return callerWith(service.url, { ...root, key: body.key, keyId: body.id });
    };
    const sliced = await narrowed({ slice: "type:Person" });
    const [ada, bob] = [await narrowed({ subject_id: "ada" }), await narrowed({ subject_id: "bob" })];
    const first = await write(root, { content: "x", subject_id: "ada" });
    const own = await write(sliced, { content: "x", subject_id: "ada" });
    expect([first.status, own.status]).toEqual([201, 201]);
    const again = await write(sliced, { content: "x", subject_id: "ada" });
    expect([again.status, again.body.id]).toEqual([200, own.body.id]);
    const ofAda = await write(ada, { content: "x" });
    expect([ofAda.status, ofAda.body.id]).toEqual([200, first.body.id]);
    expect((await write(bob, { content: "x" })).status).toBe(201);
    const many = await Promise.all(
      Array.from({ length: 6 }, async () => await write(sliced, { content: "y" })),
    );
    expect(new Set(many.map(({ body }) => body.id)).size).toBe(1);
  });

  test("comes first among equal hits of a search, and keeps its place in lists", async () => {
    const who = await service.caller();
    const ids: string[] = [];
    for (const content of ["marzipan one", "marzipan two", "marzipan six"]) {
      ids.push((await write(who, { content })).body.id);
      await sleep(5);
    }
    const [one, two, six] = ids;
    const memory = { scopes: ["project"] };
    const found = async (query: string, limit = 20): Promise<readonly string[]> => {
      const { body } = await who.post("/v1/search", { query, memory, limit, include: ["memories"] });
      return body.memories.map(({ id }: any) => id);
    };
    const queries = ["marzipan", "marzip", "marzipam", "marzipan nothing", "", "-nothing"];
    for (const query of queries) expect([query, await found(query)]).toEqual([query, [six, two, one]]);
    await write(who, { content: "marzipan  one" });
    for (const query of queries) expect([query, await found(query)]).toEqual([query, [one, six, two]]);
    expect(await idsOf(who)).toEqual([six, two, one]);
    await sleep(5);
    await write(who, { memories: [{ content: "marzipan two" }, { content: "marzipan new" }] });
    expect((await found("marzipan")).slice(0, 2)).toContain(two);
    expect((await found("", 2)).includes(two ?? "")).toBe(true);
    expect(await found("", 5)).toHaveLength(4);
  });

  test("is written again once the first was changed, superseded, forgotten, or has expired", async () => {
    const who = await service.caller();
    const { id } = (await write(who, { content: "x" })).body;
    await who.call("PATCH", `/v1/memories/${id}`, { body: { content: "y" } });
    expect((await write(who, { content: "y" })).body).toMatchObject({ id, duplicate: true });
    const other = (await write(who, { content: "x" })).body.id;
    expect(other).not.toBe(id);
    const newer = (await write(who, { content: "newer", supersedes: [other] })).body.id;
    const third = await write(who, { content: "x" });
    expect(third.status).toBe(201);
    await who.call("DELETE", `/v1/memories/${third.body.id}`);
    expect((await write(who, { content: "x" })).status).toBe(201);
    // The first, which says the same, is back.
    await who.post(`/v1/memories/${other}/restore`, {});
    expect((await write(who, { content: "x" })).body.id).toBe(other);
    expect((await write(who, { content: "newer" })).body.id).toBe(newer);
    const { forget_after, passed } = soon();
    const fading = (await write(who, { content: "fades", forget_after })).body.id;
    expect((await write(who, { content: "fades", forget_after })).body.id).toBe(fading);
    await passed();
    const all = await Promise.all(
      Array.from({ length: 5 }, async () => await write(who, { content: "fades" })),
    );
    expect(new Set(all.map(({ body }) => body.id)).size).toBe(1);
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test("in a batch has the ID of the first, stored before or in the batch", async () => {
    const who = await service.caller();
    const { id } = (await write(who, { content: "a" })).body;
    const { status, body } = await write(who, {
      memories: [
        { content: "b" },
        { content: "a" },
        { content: " b " },
        { content: "b", deduplicate: false },
        { content: "c", forget_after: "2999-01-01T00:00:00Z" },
      ],
    });
    expect([status, body.id, body.status, "duplicate" in body]).toEqual([201, null, "applied", false]);
    const [b, ...others] = body.results;
    expect(others).toMatchObject([
      { index: 1, id, status: "applied", duplicate: true },
      { index: 2, id: b.id, duplicate: true },
      { index: 3 },
      { index: 4 },
    ]);
    expect(body.results.map(({ duplicate = false }) => duplicate)).toEqual([false, true, true, false, false]);
    expect(await idsOf(who)).toHaveLength(4);
    const again = await write(who, { memories: [{ content: "a" }, { content: "b" }] });
    expect([again.status, again.body.results.map((each: any) => each.id)]).toEqual([200, [id, b.id]]);
  });

  test("is written if the first is forgotten earlier", async () => {
    const who = await service.caller();
    const [sooner, later] = ["2998-01-01T00:00:00Z", "2999-01-01T00:00:00Z"];
    const statuses = async (body: object): Promise<readonly number[]> => {
      const { status, body: written } = await write(who, body);
      return [
        status,
        ...(written.results ?? []).map(({ duplicate }: any) => (duplicate === true ? 200 : 201)),
      ];
    };
    expect(await statuses({ content: "x", forget_after: sooner })).toEqual([201]);
    expect(await statuses({ content: "x", forget_after: later })).toEqual([201]);
    const memories = [{ content: "x" }, { content: "x", forget_after: sooner }, { content: "x" }];
    expect(await statuses({ memories })).toEqual([201, 201, 200, 200]);
    expect(await statuses({ content: "x" })).toEqual([200]);
    expect(await idsOf(who)).toHaveLength(3);
  });

  test("as one that the same write supersedes is written", async () => {
    const who = await service.caller();
    const { body: nine } = await write(who, { content: "nine" });
    const { body } = await write(who, {
      memories: [{ content: "ten", supersedes: [nine.id] }, { content: "nine" }],
    });
    expect(body.results.map(({ duplicate = false }) => duplicate)).toEqual([false, false]);
    expect(new Set(await idsOf(who))).toEqual(new Set(body.results.map(({ id }: any) => id)));
  });

  test("is staged again, and written once it is applied", async () => {
    const who = await service.caller();
    const { id } = (await write(who, { content: "x" })).body;
    const staged = await write(who, { content: "x", apply: false });
    expect([staged.status, staged.body.status, staged.body.duplicate]).toEqual([201, "staged", undefined]);
    await who.post(`/v1/deltas/${staged.body.delta_id}/apply`, {});
    expect(new Set(await idsOf(who))).toEqual(new Set([id, staged.body.id]));
    expect((await write(who, { content: "x" })).body.id).toBe(id);
  });
});

test("ten at once make one, on two servers, whether they are grouped or not, and with several keys", async () => {
  const who = await service.caller();
  const colleague = await service.caller(who);
  const callers = [who, colleague].flatMap((each) => [each, callerWith(second.url, each)]);
  const forms = [
    (content: string) => ({ content }),
    (content: string) => ({ content, subject_id: "ada", kind: "fact" }),
    (content: string) => ({ content, scope: "commons" }),
    (content: string) => ({ content, forget_after: "2999-01-01T00:00:00Z" }),
    (content: string) => ({ memories: [{ content }, { content: `${content} other` }, { content }] }),
  ];
  for (let round = 0; round < 12; round++) {
    const form = forms[round % forms.length];
    const content = `round ${round}`;
    const replies = await Promise.all(
      Array.from({ length: 10 }, async (_, at) => {
        const caller = callers[at % callers.length];
        if (caller === undefined || form === undefined) throw new Error("Nobody writes.");
        return await write(caller, form(content));
      }),
    );
    const ids = replies.map(({ body }) => body.id ?? body.results[0].id);
    expect(new Set(ids).size).toBe(1);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(9);
    const listed = (await who.get("/v1/memories?limit=200")).body.memories;
    expect(listed.filter((each: any) => each.content === content)).toHaveLength(1);
  }
});

test("one key and an agent's memories: ten at once of two keys make one each", async () => {
  const who = await service.caller();
  const colleague = await service.caller(who);
  const callers = [who, colleague].flatMap((each) => [each, callerWith(second.url, each)]);
  const replies = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const caller = callers[at % callers.length] ?? who;
      return [caller.keyId, (await write(caller, { content: "mine", scope: "agent" })).body.id] as const;
    }),
  );
  for (const { keyId } of [who, colleague])
    expect(new Set(replies.flatMap(([key, id]) => (key === keyId ? [id] : []))).size).toBe(1);
  expect(new Set(replies.map(([, id]) => id)).size).toBe(2);
});
