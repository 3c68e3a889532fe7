// Tests what comes back where no service is, or a broken one: never a bare TypeError, never without end, and never sent elsewhere.

import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { ConnectionError, createClient, isProblem } from "../src/index.ts";

const key = "slice-x";
const id = "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081";

/** A client of a server that answers so. */
async function clientOf(listener: RequestListener) {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const baseUrl = `http://127.0.0.1:${String(port)}`;
  return { baseUrl, client: createClient({ baseUrl, key }) };
}

/** A client whose requests are all answered so. */
function answeredWith(answer: () => Response) {
  let asked = 0;
  const fetch = async (): Promise<Response> => {
    asked += 1;
    return await Promise.resolve(answer());
  };
  return {
    client: createClient({ baseUrl: "https://slice.example.com", key, fetch }),
    asked: () => asked,
  };
}

const json = { "content-type": "application/json" };

test.each([
  ["null", "null"],
  ["nothing", ""],
  ["half of an object", '{"code":'],
  ["a list", "[]"],
  ["a problem without a detail", '{"code":"not_found"}'],
  ["a problem whose members have other types", '{"code":404,"detail":{}}'],
])("a refusal with %s in it is an unexpected answer, once", async (_name, body) => {
  for (const status of [400, 404, 500, 502, 504]) {
    const { client, asked } = answeredWith(() => new Response(body, { status, headers: json }));
    await expect(client.stats()).rejects.toMatchObject({ code: "unexpected_answer", status });
    expect(asked()).toBe(1);
  }
});

test("a problem always has lists to go through", async () => {
  const body = JSON.stringify({ code: "not_found", detail: "No.", errors: {}, diagnostics: null });
  const { client } = answeredWith(() => new Response(body, { status: 404, headers: json }));
  const error = await client.stats().catch((thrown: unknown) => thrown);
  expect(isProblem(error, "not_found") && [error.errors, error.diagnostics]).toEqual([[], []]);
});

test("an answer without the list that was asked for is an unexpected answer", async () => {
  for (const body of ["{}", "null", '{"memories":3}']) {
    const { client } = answeredWith(() => new Response(body, { headers: json }));
    await expect(Array.fromAsync(client.memories.list())).rejects.toMatchObject({
      code: "unexpected_answer",
    });
  }
});

test("an answer that is empty has broken off", async () => {
  const { client, asked } = answeredWith(() => new Response("", { headers: json }));
  await expect(client.deltas.get(id)).rejects.toThrow(ConnectionError);
  expect(asked()).toBe(6);
});

test("nothing is sent where a server says that it should be", async () => {
  const elsewhere: (string | undefined)[] = [];
  const other = await clientOf(({ url }, response) => {
    elsewhere.push(url);
    response.end();
  });
  for (const status of [301, 302, 307, 308]) {
    const { client } = await clientOf((_request, response) => {
      response.writeHead(status, { location: `${other.baseUrl}/stolen` }).end();
    });
    await expect(client.memories.write({ content: "A secret." })).rejects.toMatchObject({
      code: "unexpected_answer",
      status,
    });
  }
  expect(elsewhere).toEqual([]);
});

test("a line without an end is read to a limit", async () => {
  const piece = "x".repeat(1 << 20);
  const { client } = await clientOf((_request, response) => {
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    const goOn = (): void => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once("drain", goOn);
    };
    goOn();
  });
  await expect(Array.fromAsync(client.export())).rejects.toThrow(/longer than/);
});

test("a line of an export that is not JSON, and an event without its sequence, are breaks", async () => {
  const lines = answeredWith(() => new Response("no JSON\n"));
  await expect(Array.fromAsync(lines.client.export())).rejects.toThrow(ConnectionError);
  for (const data of ["{", "null", "3", '{"sequence":"1"}']) {
    let streams = 0;
    const { client } = await clientOf(({ url = "" }, response) => {
      response.writeHead(200, url.includes("/stream") ? { "content-type": "text/event-stream" } : json);
      if (url.includes("/stream")) streams += 1;
      response.end(url.includes("/stream") ? `data: ${data}\n\n` : '{"status":"completed","events":[]}');
    });
    expect(await Array.fromAsync(client.loops.events(id))).toEqual([]);
    expect(streams).toBe(1);
  }
});

test("something that is not a change is a break, after which the stream goes on from the same place", async () => {
  const change = { kind: "entered", entity_id: id, at: "", reason: "write", sequence: 1 };
  const good = `id: next\nevent: entered\ndata: ${JSON.stringify(change)}\n\n`;
  const wrong = [
    "data: {}\n\n",
    "id: x\ndata: {\n\n",
    "id: x\ndata: null\n\n",
    'data: {"entity_id":"a"}\n\n',
  ];
  for (const event of [...wrong, good.slice(0, -1)]) {
    const cursors: unknown[] = [];
    const { client } = await clientOf(({ url = "" }, response) => {
      cursors.push(new URL(url, "http://x").searchParams.get("cursor"));
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(cursors.length < 2 ? `:\nid: here\n\n${event}` : good);
    });
    const [first] = await Array.fromAsync({
      async *[Symbol.asyncIterator]() {
        for await (const each of client.slices.changes(id, { cursor: "start" })) return yield each;
      },
    });
    expect(first).toEqual({ ...change, cursor: "next" });
    expect(cursors).toEqual(["start", "here"]);
  }
});

test("streams that a proxy ends after a while are no failure, however many they are", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  let streams = 0;
  const { client } = await clientOf(({ url = "" }, response) => {
    response.writeHead(200, url.includes("/stream") ? { "content-type": "text/event-stream" } : json);
    if (!url.includes("/stream")) return void response.end('{"status":"queued"}');
    streams += 1;
    vi.setSystemTime(Date.now() + 60_000);
    const last = { sequence: 1, kind: "loop.completed", at: "", iteration: 0, data: {} };
    response.end(streams < 8 ? ":\n\n" : `data: ${JSON.stringify(last)}\n\n`);
  });
  expect((await Array.fromAsync(client.loops.events(id))).length).toBe(1);
});

test.each([
  "ftp://slice.example.com",
  "data:text/plain,x",
  "https://someone@slice.example.com",
  "https://slice.example.com/?x=1",
  "https://slice.example.com/#x",
  "slice.example.com",
])("%s is not the address of a service", (baseUrl) => {
  expect(() => createClient({ baseUrl, key })).toThrow(TypeError);
});

test.each([
  ["https://slice.example.com", "https://slice.example.com/v1/stats"],
  ["https://slice.example.com///", "https://slice.example.com/v1/stats"],
  ["https://example.com/slice", "https://example.com/slice/v1/stats"],
  ["https://example.com/slice/", "https://example.com/slice/v1/stats"],
])("a request to %s goes to %s", async (baseUrl, url) => {
  const asked: unknown[] = [];
  const fetch = async (input: unknown): Promise<Response> => {
    asked.push(input);
    return await Promise.resolve(Response.json({}));
  };
  await createClient({ baseUrl, key, fetch }).stats();
  expect(asked).toEqual([url]);
});
