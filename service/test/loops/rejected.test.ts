// Tests what a rejection is about: values that were staged, and the text that said them.

import { expect, test } from "vitest";
import { changesOf, countedBy, projectWith, run, startTestWorker } from "../support/loops.ts";
import { type Caller, startService } from "../support/service.ts";

const piecesPerIteration = 2;
const service = await startService({ piecesPerIteration });
const { database } = service;

async function project(documents: readonly string[]) {
  const caller = await service.caller();
  return { caller, ...(await projectWith(caller, database, documents)) };
}

const wholly = { loop: { quality_threshold: 1 } };

async function exclude(caller: Caller, loop: any, ids: readonly string[]): Promise<void> {
  expect(await caller.post(`/v1/deltas/${loop.result.delta_id}/apply`, { exclude: ids })).toMatchObject({
    status: 200,
  });
}

test("a value that was not staged was not rejected, and another loop stages it", async () => {
  await startTestWorker(database, { piecesPerIteration });
  const { caller } = await project(["Person: Ada (age 36)\nPerson: Ada (age 37)\nPerson: Ada (email a@b)"]);
  const first = await run(caller, wholly);
  const [ada] = await changesOf(caller, first);
  expect(ada.value.properties).toEqual({ age: "36", email: "a@b" });
  await exclude(caller, first, [ada.change_id]);
  const second = await run(caller, { ...wholly, context: { reread: true } });
  expect((await changesOf(caller, second)).map(({ value }: any) => value.properties)).toEqual([
    { age: "37" },
  ]);
  expect(await countedBy(caller, second, "rejected_before")).toBe(1);
});

test("what was rejected is staged from another text of its document, even if it says no more, but not from the same words", async () => {
  await startTestWorker(database, { piecesPerIteration });
  const { caller, sourceId } = await project([]);
  const put = async (text: string) =>
    await caller.post(`/v1/sources/${sourceId}/documents`, { external_id: "a", text });
  await put("Person: Ada (age 36)\nPerson: Grace");
  const first = await run(caller, wholly);
  const changes = await changesOf(caller, first);
  await exclude(
    caller,
    first,
    changes.map(({ change_id }: any) => change_id),
  );
  await put("Person:  Ada (age 36)\nPerson: Grace\nCompany: Acme");
  const second = await run(caller, wholly);
  const named = (await changesOf(caller, second)).map(({ value }: any) => value.name);
  expect(named).toEqual(["Ada", "Acme"]);
  expect(await countedBy(caller, second, "rejected_before")).toBe(1);
});
