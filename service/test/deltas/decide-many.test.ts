// Tests one decision about many changes: with what it answers, and that nothing is decided if one of them cannot be.

import { expect, test } from "vitest";
import { ended, grant, projectWith, registerWorker } from "../support/loops.ts";
import { type Caller, callerWith, type Reply, startService } from "../support/service.ts";

const service = await startService();

interface Staged {
  readonly who: Caller;
  readonly id: string;
  readonly ids: readonly string[];
  readonly decide: (body: object, as?: Caller) => Promise<Reply>;
  readonly decisions: () => Promise<readonly string[]>;
  readonly notes: () => Promise<readonly (string | null)[]>;
}

/** A delta of people with these names, of a new project unless it is said. */
async function staged(names: readonly string[], who?: Caller): Promise<Staged> {
  const caller = who ?? (await service.caller());
  const entities = names.map((name) => ({ type: "Person", name }));
  const { id } = (await caller.post("/v1/deltas", { entities })).body;
  const read = async () => (await caller.get(`/v1/deltas/${id}/changes?limit=100`)).body.changes;
  const changes = await read();
  return {
    who: caller,
    id,
    ids: changes.map(({ change_id }: { readonly change_id: string }) => change_id),
    decide: async (body, as = caller) => await as.call("PATCH", `/v1/deltas/${id}/changes`, { body }),
    decisions: async () => (await read()).map(({ decision }: { readonly decision: string }) => decision),
    notes: async () => (await read()).map(({ note }: { readonly note: string | null }) => note),
  };
}

async function keyOf(root: Caller, options: object): Promise<Caller> {
  const { key, id: keyId } = (await root.post("/v1/keys", options)).body;
  return callerWith(service.url, { ...root, key, keyId });
}

const mistakesOf = ({ status, body }: Reply) => ({
  status,
  code: body.code,
  pointers: body.errors.map(({ pointer }: { readonly pointer: string }) => pointer),
});

test("changes are decided about in one request, answered in the order in which they were named", async () => {
  const { who, ids, decide, decisions, notes } = await staged(["Ada", "Bea", "Cai"]);
  const answer = await decide({
    decision: "rejected",
    change_ids: [ids[2]?.toUpperCase(), ids[0]],
    note: "No.",
  });
  const decided = { decision: "rejected", decided_by: who.keyId, decided_at: expect.any(String) };
  expect(answer).toMatchObject({
    status: 200,
    body: {
      changes: [
        { ...decided, change_id: ids[2] },
        { ...decided, change_id: ids[0] },
      ],
      decided: 2,
    },
  });
  expect(await decisions()).toEqual(["rejected", "pending", "rejected"]);
  const back = await decide({ decision: "pending", change_ids: ids });
  expect(back.body).toMatchObject({
    changes: [
      { decision: "pending", decided_by: null, decided_at: null },
      { decision: "pending", decided_by: null, decided_at: null },
      { decision: "pending", decided_by: null, decided_at: null },
    ],
    decided: 2,
  });
  expect(await notes()).toEqual(["No.", null, "No."]);
});

test("who has decided before stays who has decided, and one entry of the activity counts the others", async () => {
  const { who, id, ids, decide, notes } = await staged(["Ada", "Bea"]);
  const other = await keyOf(who, { name: "other" });
  const first = await decide({ decision: "accepted", change_ids: [ids[0]] });
  const second = await decide({ decision: "accepted", change_ids: ids, note: "Both." }, other);
  expect(second.body).toMatchObject({
    changes: [first.body.changes[0], { decided_by: other.keyId }],
    decided: 1,
  });
  expect((await decide({ decision: "accepted", change_ids: ids })).body).toMatchObject({
    changes: second.body.changes,
    decided: 0,
  });
  expect(await notes()).toEqual(["Both.", "Both."]);
  const { activity } = (await who.get("/v1/activity")).body;
  expect(activity).toMatchObject([
    { action: "decided", object: "delta", object_id: id, key_id: other.keyId, counts: { accepted: 1 } },
    { action: "decided", object: "delta", object_id: id, key_id: who.keyId, counts: { accepted: 1 } },
    { action: "made" },
  ]);
});

test("nothing is decided if a change is not in the delta", async () => {
  const who = await service.caller();
  const [one, other, foreign] = [
    await staged(["Ada", "Bea"], who),
    await staged(["Cai"], who),
    await staged(["Dov"]),
  ];
  const change_ids = [one.ids[0], other.ids[0], one.ids[1], "x", foreign.ids[0]];
  expect(mistakesOf(await one.decide({ decision: "accepted", change_ids }))).toEqual({
    status: 404,
    code: "not_found",
    pointers: ["/change_ids/1", "/change_ids/3", "/change_ids/4"],
  });
  // A place is one in the request, also after an ID that is named twice.
  const twice = [one.ids[0], one.ids[0]?.toUpperCase(), other.ids[0]];
  expect(mistakesOf(await one.decide({ decision: "accepted", change_ids: twice })).pointers).toEqual([
    "/change_ids/2",
  ]);
  expect(await one.decisions()).toEqual(["pending", "pending"]);
  expect(await other.decisions()).toEqual(["pending"]);
  const body = { decision: "accepted", change_ids: one.ids };
  expect((await one.decide(body, foreign.who)).status).toBe(404);
  expect((await who.call("PATCH", "/v1/deltas/x/changes", { body })).status).toBe(404);
});

test("nothing is decided if a change was applied, nor after the delta was", async () => {
  const { who, id, ids, decide, decisions } = await staged(["Ada", "Bea"]);
  await who.post(`/v1/deltas/${id}/apply`, { only: [ids[1]] });
  const body = { decision: "rejected", change_ids: ids };
  expect(mistakesOf(await decide(body))).toEqual({
    status: 409,
    code: "delta_not_open",
    pointers: ["/change_ids/1"],
  });
  expect(await decisions()).toEqual(["pending", "pending"]);
  await who.post(`/v1/deltas/${id}/apply`, {});
  expect((await decide(body)).body.code).toBe("delta_not_open");
});

test("what is rejected together is not applied", async () => {
  const { who, id, ids, decide } = await staged(["Ada", "Bea", "Cai"]);
  await decide({ decision: "rejected", change_ids: ids.slice(1) });
  const applied = await who.post(`/v1/deltas/${id}/apply`, {});
  expect(applied.body).toMatchObject({ applied: { entities: 1 }, excluded: 2 });
});

test("nothing is decided while a loop writes into the delta", async () => {
  const who = await service.caller();
  await grant(service.database, who.organizationId, 100);
  await registerWorker(service.database);
  await projectWith(who, service.database, ["Person: Ada (age 36)"]);
  const { id, ids, decide } = await staged(["Bea"], who);
  const { body: loop } = await who.post("/v1/loops", { goal: "Who is there?", head_delta_id: id });
  expect((await decide({ decision: "accepted", change_ids: ids })).body.code).toBe("delta_in_use");
  await who.post(`/v1/loops/${loop.loop_id}/cancel`, {});
  await ended(who, loop.loop_id);
  expect((await decide({ decision: "accepted", change_ids: ids })).status).toBe(200);
});

test("a body that says nothing, too much or something twice is refused", async () => {
  const { ids, decide } = await staged(["Ada"]);
  for (const [body, pointer] of [
    [{ decision: "accepted", change_ids: [] }, "/change_ids"],
    [{ decision: "accepted", change_ids: [ids[0], ids[0]] }, "/change_ids"],
    [
      { decision: "accepted", change_ids: Array.from({ length: 1001 }, (_, at) => String(at)) },
      "/change_ids",
    ],
    [{ change_ids: ids }, "/decision"],
    [{ decision: "maybe", change_ids: ids }, "/decision"],
    [{ decision: "accepted", change_ids: ids, value: {} }, "/value"],
  ] as const)
    expect(mistakesOf(await decide(body))).toMatchObject({ status: 422, pointers: [pointer] });
});

test("two forms of one ID are one change, decided about once", async () => {
  const { who, ids, decide } = await staged(["Ada"]);
  const body = { decision: "accepted", change_ids: [ids[0], ids[0]?.toUpperCase()] };
  expect((await decide(body)).body).toMatchObject({ decided: 1, changes: [{ change_id: ids[0] }] });
  const { activity } = (await who.get("/v1/activity")).body;
  expect(activity[0]).toMatchObject({ action: "decided", counts: { accepted: 1 } });
});

test("an answer is small, however long the notes are", async () => {
  const { ids, decide } = await staged(Array.from({ length: 100 }, (_, at) => `Person ${String(at)}`));
  for (const note of [undefined, "語".repeat(1000), undefined])
    expect(
      JSON.stringify((await decide({ decision: "accepted", change_ids: ids, note })).body).length,
    ).toBeLessThan(25_000);
  expect(
    mistakesOf(await decide({ decision: "accepted", change_ids: ids, note: "x".repeat(1001) })),
  ).toMatchObject({
    status: 422,
    pointers: ["/note"],
  });
});

test("a thousand changes are decided about at once", async () => {
  const { id, who, decide } = await staged(Array.from({ length: 1000 }, (_, at) => `Person ${String(at)}`));
  const pages = [];
  for (let cursor = ""; cursor !== null; cursor = pages.at(-1).next_cursor)
    pages.push((await who.get(`/v1/deltas/${id}/changes?limit=100${cursor && `&cursor=${cursor}`}`)).body);
  const change_ids = pages.flatMap(({ changes }) =>
    changes.map((each: { readonly change_id: string }) => each.change_id),
  );
  const { body } = await decide({ decision: "accepted", change_ids });
  expect(body.decided).toBe(1000);
  expect(body.changes.map((each: { readonly change_id: string }) => each.change_id)).toEqual(change_ids);
});

test("a key that may not write decides nothing, and a limited key about what it has staged alone", async () => {
  const root = await service.caller();
  await root.post("/v1/entities", [{ type: "Person", name: "Eve" }]);
  const limited = await keyOf(root, { slice: "type:Person" });
  const { ids, decide, decisions } = await staged(["Ada"], root);
  const own = await staged(["Bea"], limited);
  const body = { decision: "accepted", change_ids: ids };
  expect((await decide(body, await keyOf(root, { permission: "propose" }))).body.code).toBe("propose_only");
  expect((await decide(body, await keyOf(root, { permission: "read" }))).body.code).toBe("read_only_key");
  expect((await decide(body, limited)).status).toBe(404);
  expect(await decisions()).toEqual(["pending"]);
  expect((await own.decide({ decision: "accepted", change_ids: own.ids })).body.decided).toBe(1);
});
