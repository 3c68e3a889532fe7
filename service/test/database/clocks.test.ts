// Tests that only the clock of the database counts, however wrong the clock of a process is.

import { createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { newId } from "../../src/values/uuid.ts";
import { testDatabase } from "../support/database.ts";
import { runProgram, startServer } from "../support/program.ts";
import { type Caller, callerWith } from "../support/service.ts";

const database = testDatabase();
const [minute, hour] = [60_000, 3_600_000];

/** The tests and the database are on one machine. */
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** Someone with a key, that was made with SQL. */
async function callerAt(url: string): Promise<Caller> {
  const [organizationId, projectId, keyId] = [newId(), newId(), newId()];
  const key = `slice-${randomBytes(32).toString("base64url")}`;
  await database.query("insert into organization (id, name) values ($1, $2)", [
    organizationId,
    organizationId,
  ]);
  await database.query("insert into project (id, organization_id, name) values ($1, $2, $3)", [
    projectId,
    organizationId,
    projectId,
  ]);
  await database.query(
    "insert into api_key (id, organization_id, project_id, hash) values ($1, $2, $3, $4)",
    [keyId, organizationId, projectId, createHash("sha256").update(key).digest()],
  );
  return callerWith(url, { key, keyId, organizationId, projectId });
}

function expectNow(instant: string): void {
  expect(Math.abs(Date.parse(instant) - Date.now())).toBeLessThan(minute);
}

describe.each([
  ["late", -2 * hour],
  ["early", 2 * hour],
])("a process whose clock is two hours too %s", (_, offset) => {
  const env = {
    CLOCK_OFFSET_MS: String(offset),
    NODE_OPTIONS: `--import=${new URL("../support/shifted-clock.ts", import.meta.url).href}`,
  };

  test("keeps memories, dates, slices and deltas by the clock of the database", async () => {
    const server = await startServer([], { ...env, DATABASE_URL: database.url });
    const caller = await callerAt(server.url);
    const remember = async (ms: number, more = {}) =>
      await caller.post("/v1/memories", { content: "note", forget_after: inMs(ms), ...more });

    expect((await remember(-hour)).body.errors).toMatchObject([{ pointer: "/forget_after" }]);
    expect((await remember(hour)).body).toMatchObject({ status: "applied" });
    const staged = (await remember(hour, { apply: false })).body;
    expect((await caller.post(`/v1/deltas/${staged.delta_id}/apply`, {})).status).toBe(200);
    expectNow((await caller.get(`/v1/deltas/${staged.delta_id}`)).body.finished_at);
    const other = (await remember(hour, { apply: false })).body;
    expectNow((await caller.post(`/v1/deltas/${other.delta_id}/discard`, {})).body.finished_at);

    const entities = [-30, -90].map((at) => ({ type: "T", created_at: inMs(at * minute) }));
    const [recent, old] = (await caller.post("/v1/entities", entities)).body.ids;
    const slice = (await caller.post("/v1/slices", { name: "recent", cql: "after:1h" })).body;
    expect(slice.matched).toBe(1);
    expectNow(slice.created_at);
    const resolved = (await caller.get(`/v1/slices/${slice.id}`)).body;
    expect(resolved.matched).toBe(1);
    expectNow(resolved.resolved_at);
    expect((await caller.get(`/v1/slices/${slice.id}/entities`)).body.entities).toMatchObject([
      { id: recent },
    ]);
    const found = (await caller.post("/v1/search", { query: "", cql: "after:1h" })).body;
    expect(found.entities).toMatchObject([{ id: recent }]);
    expect((await caller.get(`/v1/entities/${recent}/slices`)).body.slices).toHaveLength(1);
    expect((await caller.get(`/v1/entities/${old}/slices`)).body.slices).toEqual([]);

    const { id: sourceId } = (await caller.post("/v1/sources", { name: "s" })).body;
    const path = `/v1/sources/${sourceId}/documents`;
    for (const text of ["one", "two"]) await caller.post(path, { text, external_id: "e" });
    const [document] = await database.query("select updated_at::text from document where source_id = $1", [
      sourceId,
    ]);
    expectNow(String(document?.["updated_at"]));
  });

  test("creates and checks keys by the clock of the database", async () => {
    const all = { ...env, DATABASE_URL: database.url };
    const run = async (...args: readonly string[]) => await runProgram([...args, "--json"], all);
    const name = `clock ${offset}`;
    await run("organization", "create", name);
    await run("project", "create", "--organization", name, name);
    const create = async (ms: number) =>
      await run("key", "create", "--organization", name, "--expires", inMs(ms));
    expect(await create(-hour)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("is in the past"),
    });
    expect(await create(hour)).toMatchObject({ status: 0 });
    await database.query("insert into worker (id) values (gen_random_uuid())");
    const started = await run("loop", "start", "--project", name, "--goal", "x");
    expect(started).toMatchObject({ status: 0 });
  });
});
