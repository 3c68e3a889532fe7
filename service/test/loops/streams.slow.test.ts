// Tests streams of events whose client does not read.

import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { projectWith, registerWorker } from "../support/loops.ts";
import { startService } from "../support/service.ts";
import { dial, readToEnd } from "../support/wire.ts";

const service = await startService();
const { pool } = service.database;

test("a watcher that stops reading for a minute is disconnected, and one that reads is not", async () => {
  await registerWorker(service.database);
  const caller = await service.caller();
  await projectWith(caller, service.database, ["Person: Ada"]);
  const { loop_id, events } = (await caller.post("/v1/loops", { goal: "x" })).body;
  // More than what the buffers of two sockets hold.
  await pool.query(
    `with l as (update loop set last_sequence = 3001 where id = $1 returning *)
     insert into event (organization_id, project_id, loop_id, sequence, kind, iteration, data)
     select organization_id, project_id, id, at, 'document.read', 0, jsonb_build_object('title', repeat('x', 10000)) from l, generate_series(2, 3001) at`,
    [loop_id],
  );
  const open = async () => {
    const socket = await dial(Number(new URL(service.url).port));
    socket.write(
      `GET ${events} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${caller.key}\r\nAccept: text/event-stream\r\n\r\n`,
    );
    return socket;
  };
  const [idle, busy] = [await open(), await open()];
  let read = "";
  busy.on("data", (chunk: Buffer) => (read += chunk.toString("latin1")));
  idle.pause();
  await sleep(65_000);
  expect(busy.closed).toBe(false);
  expect(read).toContain("id: 3001\n");
  idle.resume();
  expect(await Promise.race([readToEnd(idle), sleep(2000, "still open")])).not.toMatch(
    /still open|id: 3001\n/,
  );
  busy.destroy();
}, 90_000);
