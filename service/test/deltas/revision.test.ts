// Tests the revision of a delta: it grows with each change of it, and who has read an earlier one applies and discards nothing.

import { expect, test } from "vitest";
import { projectWith, run, startTestWorker } from "../support/loops.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();

/** A delta of three people, and its changes. */
async function staged(who: Caller) {
  const entities = ["Ada", "Bea", "Cai"].map((name) => ({ type: "Person", name }));
  const { id } = (await who.post("/v1/deltas", { entities })).body;
  const { changes } = (await who.get(`/v1/deltas/${id}/changes`)).body;
  const path = `/v1/deltas/${id}`;
  return {
    path,
    ids: changes.map(({ change_id }: { readonly change_id: string }) => change_id),
    patch: async (rest: string, body: object) =>
      (await who.call("PATCH", `${path}/changes${rest}`, { body })).body.revision,
    revision: async () => (await who.get(path)).body.revision,
  };
}

test("each request that changes a delta makes its revision one more, and all answers have it", async () => {
  const who = await service.caller();
  const { path, ids, patch, revision } = await staged(who);
  expect(await revision()).toBe(1);
  expect(await patch(`/${ids[0]}`, { decision: "accepted" })).toBe(2);
  expect(await patch(`/${ids[0]}`, { value: { name: "Ada King" } })).toBe(3);
  expect(await patch(`/${ids[0]}`, { note: "Married." })).toBe(4);
  expect(await patch("", { decision: "rejected", change_ids: ids })).toBe(5);
  expect(await patch("", { decision: "rejected", change_ids: ids, note: "No." })).toBe(6);
  for (const [rest, body] of [
    [`/${ids[0]}`, { decision: "rejected", note: "No." }],
    ["", { decision: "rejected", change_ids: ids, note: "No." }],
  ] as const)
    expect(await patch(rest, body)).toBe(6);
  expect(await revision()).toBe(6);
  expect((await who.get(`${path}/changes?limit=1`)).body.revision).toBe(6);
  expect((await who.get("/v1/deltas")).body.deltas[0].revision).toBe(6);
  await patch("", { decision: "accepted", change_ids: ids });
  await who.post(`${path}/apply`, { only: [ids[0]] });
  expect(await revision()).toBe(8);
  await who.post(`${path}/apply`, {});
  expect(await revision()).toBe(9);
  await who.post(`${path}/revert`, {});
  expect(await revision()).toBe(10);
});

test("nothing is applied or discarded of a delta that has changed since it was read", async () => {
  const who = await service.caller();
  const { path, ids, patch, revision } = await staged(who);
  await patch(`/${ids[0]}`, { decision: "rejected" });
  for (const act of ["apply", "discard"]) {
    const { status, body } = await who.post(`${path}/${act}`, { revision: 1 });
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { code: "delta_changed", detail: expect.stringContaining("revision is 2, not 1") },
    });
  }
  expect((await who.get(path)).body).toMatchObject({ status: "open", applied_changes: 0 });
  const applied = await who.post(`${path}/apply`, { revision: await revision() });
  expect(applied.body).toMatchObject({ applied: { entities: 2 } });
  // A request that is sent again, as its answer was lost.
  expect((await who.post(`${path}/apply`, { revision: 2 })).body).toMatchObject({
    applied: { entities: 2 },
  });
});

test("what a loop stages changes a delta", async () => {
  const who = await service.caller();
  await startTestWorker(service.database);
  await projectWith(who, service.database, ["Person: Dov (age 36)"]);
  const { path, revision } = await staged(who);
  const id = path.split("/").at(-1);
  await run(who, { head_delta_id: id });
  expect(await revision()).toBeGreaterThan(1);
  expect((await who.post(`${path}/apply`, { revision: 1 })).body.code).toBe("delta_changed");
});
