// Tests that a server sends an export larger than its memory.

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { adminOf } from "../support/admin.ts";
import { testDatabase } from "../support/database.ts";
import { startServer } from "../support/program.ts";

const database = testDatabase();
const { json, project } = adminOf(database);

test("little of an export is in memory, however slowly it is read", async () => {
  const { organization, project: name, id } = await project();
  await database.query(
    `insert into entity (organization_id, project_id, id, type, props)
     select organization_id, id, gen_random_uuid(), 'Long', jsonb_build_object('text', repeat('x', 250000))
     from project, generate_series(1, 800) where id = $1`,
    [id],
  );
  const { key } = await json("key", "create", "--organization", organization, "--project", name);
  // A third of what is sent would not fit.
  const env = { DATABASE_URL: database.url, NODE_OPTIONS: "--max-old-space-size=64" };
  const { url, child } = await startServer(["--no-worker", "--log-level", "warn"], env);
  const response = await fetch(`${url}/v1/export`, { headers: { authorization: `Bearer ${String(key)}` } });
  let bytes = 0;
  let last = "";
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    last = Buffer.from(chunk).toString("utf8").slice(-200);
    if (bytes % 10 === 0) await sleep(20);
  }
  expect(last).toContain('"entities":800');
  expect(bytes).toBeGreaterThan(200_000_000);
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${String(child.pid)}/status`, "utf8"))?.[1];
  expect(Number(peak)).toBeLessThan(300_000);
}, 120_000);
