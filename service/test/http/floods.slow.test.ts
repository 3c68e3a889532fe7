// Sends many small requests at once: those that wait must not use up memory.

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();

/** A connection on which a caller has sent this much of a request, and reads nothing. */
async function halfSent(who: Caller, head: string, body = ""): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port) });
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.pause();
  socket.write(`${head} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${who.key}\r\n${body}`);
  return socket;
}

const shape = {
  name: "x",
  description: "x".repeat(9000),
  entity_types: [{ name: "x", description: "x".repeat(9000) }],
};

test("large bodies wait for each other before they are received, and delay no other requests", {
  timeout: 30_000,
}, async () => {
  const [sender, other] = [await service.caller(), await service.caller()];
  const header = "Content-Type: application/json\r\nContent-Length: 500000\r\n\r\n{";
  for (let sent = 0; sent < 4; sent++) await halfSent(sender, "POST /v1/shapes", header);
  await sleep(200);
  const waiting = sender.post("/v1/shapes", shape);
  // Neither small bodies, nor others', wait.
  expect((await sender.post("/v1/shapes", { name: "small" })).status).toBe(201);
  expect((await other.post("/v1/shapes", shape)).status).toBe(201);
  const { status, body } = await waiting;
  expect([status, body.code]).toEqual([429, "rate_limited"]);
});

test("each of many concurrent large bodies is accepted", async () => {
  const sender = await service.caller();
  const sent = Array.from(
    { length: 20 },
    async (_, at) => await sender.post("/v1/shapes", { ...shape, name: `${at}` }),
  );
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 201));
});

test("a client that does not read large responses gets no more until it reads them, and no other client waits", async () => {
  const [reader, other] = [await service.caller(), await service.caller()];
  await service.database.pool.query(
    `insert into shape (organization_id, project_id, id, name, description) select (select organization_id from project where id = $1), $1, gen_random_uuid(), 'large', repeat('x', 8000000)`,
    [reader.projectId],
  );
  const sockets: Socket[] = [];
  const isRefused = async (): Promise<boolean> => (await reader.get("/v1/slices?limit=1")).status === 429;
  while (sockets.length < 20 && !(await isRefused()))
    sockets.push(await halfSent(reader, "GET /v1/shapes", "\r\n"));
  expect(sockets.length).toBeGreaterThan(8);
  expect(sockets.length).toBeLessThan(20);
  expect((await other.get("/v1/slices?limit=1")).status).toBe(200);
  const [first] = sockets;
  for (const socket of sockets) if (socket !== first) socket.destroy();
  await expect.poll(isRefused).toBe(false);
});
