// Tests the events of loops: pages and streams.

import { expect, test } from "vitest";
import { contractAt } from "../support/contract.ts";
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

test.each([
  ["events", "text/event-stream"],
  ["stream", "*/*"],
])(
  "%s are streamed live until the last one, and the stream resumes where the connection was lost",
  async (name, accept) => {
    const { caller } = await project([text]);
    await registerWorker(database);
    const { loop_id } = (await caller.post("/v1/loops", { goal: "x" })).body;
    const open = async (headers: Readonly<Record<string, string>>): Promise<string> => {
      const response = await fetch(`${service.url}/v1/loops/${loop_id}/${name}`, {
        headers: { authorization: `Bearer ${caller.key}`, accept, ...headers },
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
  },
);

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

test("the stream has a path of its own, with its type in the OpenAPI document", async () => {
  const { caller } = await project();
  await startTestWorker(database, { piecesPerIteration });
  const { loop_id } = await ended(caller, (await caller.post("/v1/loops", { goal: "x" })).body.loop_id);
  const path = `/v1/loops/${loop_id}/stream`;
  const { headers, body } = await caller.get(`${path}?after_sequence=8`);
  expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect([...body.text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))).toEqual([9, 10]);
  const { document } = await contractAt(service.url);
  const { get } = document.paths["/v1/loops/{id}/stream"];
  expect(Object.keys(get.responses["200"].content)).toEqual(["text/event-stream"]);
  expect(get.parameters.map(({ name }: { readonly name: string }) => name)).toContain("Last-Event-ID");
  const unknown = await caller.get(`/v1/loops/${caller.projectId}/stream`);
  expect([unknown.status, unknown.body.code]).toEqual([404, "not_found"]);
  const refused = await caller.call("GET", path, { headers: { "last-event-id": "x" } });
  expect(refused.body.errors).toMatchObject([{ pointer: "/Last-Event-ID" }]);
  const stranger = await service.caller({ organizationId: caller.organizationId });
  expect((await stranger.get(path)).status).toBe(404);
});
