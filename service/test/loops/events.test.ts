// Tests the events of loops: pages and streams.

import { expect, test } from "vitest";
import { ended, projectWith, registerWorker, startTestWorker } from "../support/loops.ts";
import { startService } from "../support/service.ts";

const service = await startService({ piecesPerIteration: 2 });
const { database } = service;
const piecesPerIteration = 2;

const text = "Person: Ada (age 36)\nCompany: Acme\nAda works_at Acme\n";

async function project(documents: readonly string[] = [text]) {
  const caller = await service.caller();
  return { caller, ...(await projectWith(caller, database, documents)) };
}

test("events are streamed live until the last one, and the stream resumes where the connection was lost", async () => {
  const { caller } = await project([text]);
  await registerWorker(database);
  const { loop_id } = (await caller.post("/v1/loops", { goal: "x" })).body;
  const open = async (headers: Readonly<Record<string, string>>): Promise<string> => {
    const response = await fetch(`${service.url}/v1/loops/${loop_id}/events`, {
      headers: { authorization: `Bearer ${caller.key}`, accept: "text/event-stream", ...headers },
    });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    return await response.text();
  };
  const all = open({});
  await startTestWorker(database, { piecesPerIteration });
  const text1 = await all;
  const { events } = (await caller.get(`/v1/loops/${loop_id}/events`)).body;
  const data = [...text1.matchAll(/^data: (.*)$/gm)].map(([, json = ""]) => JSON.parse(json));
  expect(data).toEqual(events);
  const rest = await open({ "last-event-id": "8" });
  expect([...rest.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))).toEqual([9, 10]);
  expect(await open({ "last-event-id": "10" })).not.toContain("data:");
});

test("pages of events follow each other, and an empty one keeps its position", async () => {
  await startTestWorker(database, { piecesPerIteration });
  const { caller } = await project();
  const loop = await ended(caller, (await caller.post("/v1/loops", { goal: "x" })).body.loop_id);
  const first = (await caller.get(`${loop.events}?limit=3`)).body;
  expect(first).toMatchObject({ next_after_sequence: 3, has_more: true });
  const second = (await caller.get(`${loop.events}?limit=3&after_sequence=3`)).body;
  expect(second.events[0].sequence).toBe(4);
  expect((await caller.get(`${loop.events}?after_sequence=99`)).body).toMatchObject({
    events: [],
    next_after_sequence: 99,
    has_more: false,
  });
});
