// Tests relationships whose ends are not known when their loop ends: a later one stages them.

import { expect, test } from "vitest";
import { changesOf, projectWith, run, startTestWorker } from "../support/loops.ts";
import { startService } from "../support/service.ts";

const piecesPerIteration = 2;
const service = await startService({ piecesPerIteration });
const { database } = service;

async function project(documents: readonly string[]) {
  const caller = await service.caller();
  return { caller, ...(await projectWith(caller, database, documents)) };
}

const wholly = { loop: { quality_threshold: 1 } };

test("a relationship whose end is not known yet is staged by the loop that knows it, without reading or paying again", async () => {
  await startTestWorker(database, { piecesPerIteration });
  const { caller, sourceId } = await project(["Person: Ada\nAda works_at Acme\nAda works_at Navy"]);
  const first = await run(caller, wholly);
  await caller.post(`/v1/deltas/${first.result.delta_id}/apply`, {});
  expect(await run(caller, wholly)).toMatchObject({
    credits: { spent: 0 },
    result: { relationship_count: 0 },
  });
  await caller.post(`/v1/sources/${sourceId}/documents`, { text: "Company: Acme" });
  const other = await caller.post("/v1/sources", { name: "empty" });
  const elsewhere = { ...wholly, context: { source_ids: [other.body.id] } };
  await caller.post("/v1/entities", [{ type: "Company", name: "Navy" }]);
  expect(await run(caller, elsewhere)).toMatchObject({ result: { relationship_count: 0 } });
  const second = await run(caller, wholly);
  expect(second).toMatchObject({ credits: { spent: 1 }, result: { entity_count: 1, relationship_count: 2 } });
  const works = (await changesOf(caller, second)).filter(({ object }: any) => object === "relationship");
  expect(works.map(({ evidence }: any) => evidence.map(({ quote }: any) => quote))).toEqual([
    ["Ada works_at Acme"],
    ["Ada works_at Navy"],
  ]);
  expect(await run(caller, wholly)).toMatchObject({
    credits: { spent: 0 },
    result: { relationship_count: 0 },
  });
});

test("what lacks an end in a text that was replaced, or is read again, is staged as it is now", async () => {
  await startTestWorker(database, { piecesPerIteration });
  const { caller, sourceId } = await project([]);
  const put = async (text: string) =>
    await caller.post(`/v1/sources/${sourceId}/documents`, { external_id: "a", text });
  await put("Person: Ada\nAda works_at Acme\nAda works_at Navy");
  await run(caller, wholly);
  const again = await run(caller, { ...wholly, context: { reread: true } });
  const { checkpoints } = (await caller.get(again.checkpoints)).body;
  expect(checkpoints[0].state.unconnected).toHaveLength(2);
  await put("Person: Ada\nAda works_at Acme");
  await caller.post("/v1/entities", [
    { type: "Company", name: "Navy" },
    { type: "Company", name: "Acme" },
  ]);
  expect(await run(caller, wholly)).toMatchObject({ result: { relationship_count: 1 } });
});
