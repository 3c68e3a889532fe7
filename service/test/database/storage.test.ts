// Tests a full disk: writes are refused with the reason, reads continue, and `/readyz` reports it.

import { expect, onTestFinished } from "vitest";
import { onOneNode } from "../support/one-node.ts";
import { runHere } from "../support/program.ts";
import { startService } from "../support/service.ts";

const service = await startService();
const { database } = service;

/** PostgreSQL answers each write of slices as it does where the disk is full. */
async function fill(): Promise<void> {
  await database.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin
      raise exception using errcode = 'disk_full', message = 'could not extend file "base/1/1": No space left on device';
    end $$;
    create trigger refuse before insert on slice execute function refuse();
    create trigger refuse before insert on organization execute function refuse()`);
  onTestFinished(async () => {
    await database.pool.query("drop function refuse cascade");
  });
}

const readiness = async () => await (await fetch(`${service.url}/readyz`)).json();

onOneNode(
  "on a full disk a write is refused with the reason, reads continue, and /readyz reports it",
  async () => {
    const caller = await service.caller();
    expect(await readiness()).toMatchObject({ status: "ready", storage: "ok" });
    await fill();
    const { status, headers, body } = await caller.post("/v1/slices", { name: "x", cql: "" });
    expect([status, body.code, headers.get("retry-after")]).toEqual([507, "storage_full", "60"]);
    expect((await caller.get("/v1/slices")).body.slices).toEqual([]);
    expect(await readiness()).toMatchObject({ status: "ready", storage: "full" });
  },
);

onOneNode("on a full disk a command reports the reason in one line", async () => {
  await fill();
  const { status, stderr } = await runHere(["organization", "create", "full"], {
    DATABASE_URL: database.url,
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining("the disk of the database is full"),
  });
});
