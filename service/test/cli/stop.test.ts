// Tests how a server stops: signals, requests in progress, and closed pipes.

import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { closeWithin } from "../../src/http/close.ts";
import { startServer } from "../support/program.ts";
import { listenWith } from "../support/server.ts";
import { answerOf, dial, readToEnd } from "../support/wire.ts";

describe.each(["SIGTERM", "SIGINT"] as const)("after %s", (signal) => {
  test("an idle server exits with 0, having printed one line", async () => {
    const { url, child, ended, log } = await startServer();
    await fetch(`${url}/livez`);
    child.kill(signal);
    const { status, stdout } = await ended;
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${JSON.stringify({ url })}\n` });
    expect(log().map(({ message }) => message)).toEqual([
      expect.stringContaining("listening"),
      "request",
      "draining",
      "stopped",
    ]);
  });

  test("idle connections do not delay the exit, whether or not a request came on them", async () => {
    const { port, child, ended } = await startServer();
    const used = await dial(port);
    await dial(port);
    used.write("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(used, "data");
    const start = performance.now();
    child.kill(signal);
    const { status } = await ended;
    expect(status).toBe(0);
    expect(performance.now() - start).toBeLessThan(3000);
  });

  test("a half-sent request is answered when the rest arrives, and the connection is closed", async () => {
    const { port, child, ended, log } = await startServer();
    const socket = await dial(port);
    const read = readToEnd(socket);
    socket.write("GET /livez HTTP/1.1\r\nHost: a\r\n");
    await sleep(500);
    child.kill(signal);
    await until(() => log().some(({ message }) => message === "draining"));
    socket.write("\r\n");
    const { status, headers } = answerOf(await read);
    expect([status, headers.get("connection")]).toEqual([200, "close"]);
    expect((await ended).status).toBe(0);
  });
});

test("a stopping server answers busy callers with Connection: close, and resets none", async () => {
  const { url, child, ended } = await startServer();
  const agents = Array.from({ length: 20 }, () => new Agent({ keepAlive: true }));
  const loops = agents.map(async (agent) => await askUntilClosed(`${url}/livez`, agent));
  await sleep(300);
  child.kill("SIGTERM");
  expect(await Promise.all(loops)).toEqual(agents.map(() => "close"));
  expect((await ended).status).toBe(0);
});

test("a stopping server resets a request that never ends after the grace period, and still exits with 0", async () => {
  const { port, child, ended } = await startServer([], { SHUTDOWN_GRACE_MS: "200" });
  const socket = await dial(port);
  const read = readToEnd(socket);
  socket.write("GET /livez HTTP/1.1\r\n");
  await sleep(500);
  child.kill("SIGTERM");
  expect(await read).toBe("");
  expect((await ended).status).toBe(0);
});

test("a second signal ends the server at once", async () => {
  const { port, child, ended, log } = await startServer();
  const socket = await dial(port);
  socket.write("GET /livez HTTP/1.1\r\n");
  await sleep(500);
  child.kill("SIGTERM");
  await until(() => log().some(({ message }) => message === "draining"));
  const start = performance.now();
  child.kill("SIGINT");
  expect((await ended).status).toBe(1);
  expect(performance.now() - start).toBeLessThan(2000);
});

test("while a server drains, a slow response is completed and closes its connection, and new callers are refused", async () => {
  const gate = Promise.withResolvers<void>();
  const { app, url, port } = await listenWith((server) => {
    server.get("/slow", async () => {
      await gate.promise;
      return { done: true };
    });
  });
  const asked = fetch(`${url}/slow`);
  await once(app.server, "request");
  const closed = closeWithin(app, 10_000);
  await until(() => !app.server.listening);
  await expect(fetch(`${url}/slow`, { headers: { connection: "close" } })).rejects.toThrow("fetch failed");
  await expect(dial(port)).rejects.toThrow("ECONNREFUSED");
  gate.resolve();
  const response = await asked;
  expect([response.headers.get("connection"), await response.json()]).toEqual(["close", { done: true }]);
  await closed;
});

test("a server whose log is no longer read keeps answering", async () => {
  const { url, child, ended } = await startServer();
  child.stdout?.destroy();
  child.stderr?.destroy();
  for (let count = 0; count < 3; count += 1) expect((await fetch(`${url}/livez`)).status).toBe(200);
  child.kill("SIGTERM");
  await once(child, "exit");
  expect((await ended).status).toBe(0);
});

/** Asks on one connection until an answer wants it closed; what ended that. */
async function askUntilClosed(url: string, agent: Agent): Promise<string> {
  try {
    for (;;) {
      const [response]: IncomingMessage[] = await once(get(url, { agent }), "response");
      const connection = response?.headers.connection;
      await response?.resume().toArray();
      if (connection !== "keep-alive") return String(connection);
    }
  } catch (error) {
    return String(error);
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(10);
}
