// A full disk: writes are refused for what they are, reads go on, and `/readyz` says so.

import { expect, onTestFinished, test } from "vitest";
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

test("a write says that the disk is full, reads go on, and /readyz tells", async () => {
  const caller = await service.caller();
  expect(await readiness()).toMatchObject({ status: "ready", storage: "ok" });
  await fill();
  const { status, headers, body } = await caller.post("/v1/slices", { name: "x", cql: "" });
  expect([status, body.code, headers.get("retry-after")]).toEqual([503, "storage_full", "60"]);
  expect((await caller.get("/v1/slices")).body.slices).toEqual([]);
  expect(await readiness()).toMatchObject({ status: "ready", storage: "full" });
});

test("a command says so as well, in one line", async () => {
  await fill();
  const { status, stderr } = await runHere(["organization", "create", "full"], {
    DATABASE_URL: database.url,
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining("the disk of the database is full"),
  });
});
