// Tests the export over HTTP: what is in it, what its key may not see, that it can be imported, and what becomes of clients that do not read.

import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import type { Tenant } from "../../src/database/transaction.ts";
import { openExport } from "../../src/files/export-stream.ts";
import { commands, exportsOf, withoutFirst } from "../support/exports.ts";
import { type Caller, startService } from "../support/service.ts";
import { longestTurnAtBest } from "../support/turns.ts";

const service = await startService();
const { pool } = service.database;
const { imported, made, someone, textOf } = exportsOf(service);

test("a strict shape is strict after an import, and one of a file that does not say so is not", async () => {
  const [who, other] = [await service.caller(), await service.caller()];
  await made(who, "/v1/shapes", { name: "strict", strict: true });
  const text = await textOf(who);
  expect(text).toContain('"strict":true');
  await imported("shape", other, text);
  const strictOf = async () =>
    (await other.get("/v1/shapes")).body.shapes.map(({ strict }: { strict: boolean }) => strict);
  expect(await strictOf()).toEqual([true]);
  await imported("shape", other, text.replace(',"strict":true', ""));
  expect(await strictOf()).toEqual([false]);
});

describe("what is in it", () => {
  test("all tables under their names, as the import commands take them: imported elsewhere, it gives the same export and the same slices", async () => {
    const [one, other] = [await someone(), await service.caller()];
    const { body } = await one.get("/v1/export");
    expect(body.lines.at(0)).toMatchObject({ kind: "export", version: 1, project_id: one.projectId });
    const counts = {
      shapes: 1,
      sources: 1,
      documents: 1,
      entities: 3,
      relationships: 1,
      slices: 1,
      memories: 2,
    };
    expect(body.lines.at(-1)).toEqual({ kind: "end", counts, left_out: { agent_memories: 1 } });
    const tables = body.lines.flatMap(({ kind, table }: any) => (kind === "table" ? [table] : []));
    expect(tables).toEqual(Object.keys(counts));
    const text = await textOf(one);
    for (const [at, what] of commands.entries())
      expect(await imported(what, other, text), what).toBe(
        JSON.stringify({ created: Object.values(counts)[at], updated: 0 }),
      );
    const again = await textOf(other);
    expect(withoutFirst(again)).toBe(withoutFirst(text).replace('"agent_memories":1', '"agent_memories":0'));
    const slices = async (who: Caller): Promise<any> => {
      const [{ id }] = (await who.get("/v1/slices")).body.slices;
      const { matched, filter_definition } = (await who.get(`/v1/slices/${id}`)).body;
      return { matched, filter_definition };
    };
    expect(await slices(other)).toEqual(await slices(one));
    expect((await slices(other)).matched).toBe(2);
  });

  test("an export begins with the table that is asked for", async () => {
    const { lines } = (await (await someone()).get("/v1/export?from=slices")).body;
    expect(lines[0].from).toBe("slices");
    expect(lines.map(({ kind, table }: any) => table ?? kind ?? "row")).toEqual(
      ["export", "slices", undefined, "memories", null, null, "end"].map((each) => each ?? expect.anything()),
    );
    expect((await (await someone()).get("/v1/export?from=keys")).body.errors[0].pointer).toBe("/from");
  });

  test("an empty project has an export that is complete", async () => {
    const { lines } = (await (await service.caller()).get("/v1/export")).body;
    expect(lines).toHaveLength(9);
    expect(lines.at(-1).counts).toMatchObject({ entities: 0, memories: 0 });
  });

  test("rows are those of the instant at which it began", async () => {
    const who = await key();
    const reader = await paused(who);
    await made(who, "/v1/slices", { name: "late", cql: "" });
    const text = await reader.rest();
    expect(text.slice(-200)).toContain('"entities":240,"relationships":0,"slices":0');
  });
});

describe("of an export that was cut off", () => {
  test("complete tables can be imported, and the incomplete one is refused", async () => {
    const [one, other] = [await someone(), await service.caller()];
    const text = await textOf(one);
    const cut = text.slice(0, text.indexOf('{"kind":"table","table":"relationships"}'));
    const results = [];
    for (const what of ["shape", "source", "document", "entity", "relationship"])
      results.push(await imported(what, other, cut));
    expect(results.slice(0, 3)).toEqual(results.slice(0, 3).map(() => '{"created":1,"updated":0}'));
    expect(results[3]).toMatch(
      /ends within its entities; get the rest with GET \/v1\/export\?from=entities$/,
    );
    expect(results[4]).toMatch(/has no relationships; get them with GET \/v1\/export\?from=relationships$/);
    const rest = await textOf(one, "?from=entities");
    expect(await imported("shape", other, rest)).toMatch(/this export has no shapes/);
    expect(await imported("entity", other, rest)).toBe('{"created":3,"updated":0}');
  });

  test("a file of another version is refused, and an entity that has a kind is not taken for an export", async () => {
    const who = await service.caller();
    const other = '{"kind":"export","version":2}\n{"kind":"table","table":"entities"}\n{"kind":"end"}\n';
    expect(await imported("entity", who, other)).toMatch(/has version 2; import it with a newer program/);
    const entity = '{"kind":"export","version":2,"type":"Thing"}\n';
    expect(await imported("entity", who, entity)).toBe('{"created":1,"updated":0}');
  });
});

describe("who may have it", () => {
  test("a read-only key may not, and an organization's key names a project of its own", async () => {
    const who = await someone();
    const reader = await service.caller({ ...who, permission: "read" });
    const refused = await reader.get("/v1/export");
    expect([refused.status, refused.body.code]).toEqual([403, "read_only_key"]);
    const all = await service.caller({ organizationId: who.organizationId, projectId: null });
    expect((await all.get("/v1/export")).body.code).toBe("project_required");
    const exported = await all.get(`/v1/export?project_id=${who.projectId}`);
    expect(exported.body.lines.at(-1).counts.entities).toBe(3);
    const stranger = await someone();
    expect((await stranger.get(`/v1/export?project_id=${who.projectId}`)).body.code).toBe("project_mismatch");
    const strangers = await service.caller({ organizationId: stranger.organizationId, projectId: null });
    expect((await strangers.get(`/v1/export?project_id=${who.projectId}`)).status).toBe(404);
  });

  test("memories of single keys are left out, even the caller's own, and others' are not even counted", async () => {
    const who = await someone();
    const second = await service.caller(who);
    await made(second, "/v1/memories", { content: "hidden", scope: "agent" });
    await made(second, "/v1/memories", { content: "hidden, too", scope: "agent" });
    const neighbor = await service.caller({ organizationId: who.organizationId });
    await made(neighbor, "/v1/memories", { content: "hidden elsewhere", scope: "project" });
    for (const [key, left] of [
      [who, 1],
      [second, 2],
      [neighbor, 0],
    ] as const) {
      const { lines } = (await key.get("/v1/export?from=memories")).body;
      expect(lines.at(-1).left_out).toEqual({ agent_memories: left });
      expect(JSON.stringify(lines)).not.toMatch(key === neighbor ? / of / : /hidden|agent of/);
    }
  });
});

/** A project with 60 MB of entities: more than fits into the buffers between server and client. */
async function createLarge(): Promise<Caller> {
  const who = await service.caller();
  await pool.query(
    `insert into entity (organization_id, project_id, id, type, props)
     select $1, $2, gen_random_uuid(), 'Long', jsonb_build_object('text', repeat('x', 250000)) from generate_series(1, 240)`,
    [who.organizationId, who.projectId],
  );
  return who;
}

const large = await createLarge();

/** A key of it. */
async function key(): Promise<Caller> {
  return await service.caller(large);
}

interface Paused {
  readonly rest: () => Promise<string>;
  readonly leave: () => void;
}

/** A client that has read the beginning, and then waits. */
async function paused(who: Caller, open = 1): Promise<Paused> {
  const leaving = new AbortController();
  const response = await fetch(`${service.url}/v1/export`, {
    headers: { authorization: `Bearer ${who.key}` },
    signal: leaving.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (response.status !== 200 || reader === undefined) throw new Error(`It answers ${response.status}.`);
  let read = (await reader.read()).value ?? "";
  await vi.waitFor(async () => expect(await exporting()).toBe(open), 5000);
  return {
    rest: async () => {
      for (let next = await reader.read(); next.value !== undefined; next = await reader.read())
        read += next.value;
      return read;
    },
    leave: () => leaving.abort(),
  };
}

/** How many transactions wait for the client of an export of this database: for longer than a read takes. */
async function exporting(): Promise<number> {
  const { rows } = await pool.query<{ readonly count: number }>(
    "select count(*) from pg_stat_activity where datname = current_database() and state = 'idle in transaction' and query like 'fetch % from export_rows' and state_change < clock_timestamp() - interval '200 ms'",
  );
  return rows[0]?.count ?? 0;
}

const tenantOf = ({ organizationId, projectId, keyId }: Caller): Tenant => ({
  organizationId,
  projectId,
  keyId,
});

describe("a client that does not read", () => {
  test("holds one connection: its organization gets no second export meanwhile, and others do", async () => {
    const who = await key();
    const reader = await paused(who);
    const second = await who.get("/v1/export");
    expect([second.status, second.body.code]).toEqual([429, "rate_limited"]);
    expect(second.body.detail).toContain("An export of this organization is running");
    expect((await (await someone()).get("/v1/export")).status).toBe(200);
    // Its own requests are not kept waiting, either.
    expect(
      (await Promise.all([1, 2, 3].map(async () => await who.get("/v1/slices")))).map(({ status }) => status),
    ).toEqual([200, 200, 200]);
    expect((await reader.rest()).trimEnd().split("\n").at(-1)).toContain('"kind":"end"');
    const headers = { authorization: `Bearer ${who.key}` };
    const head = await fetch(`${service.url}/v1/export`, { method: "HEAD", headers });
    expect([head.status, head.headers.get("content-type")]).toEqual([
      200,
      "application/x-ndjson; charset=utf-8",
    ]);
    expect((await who.get("/v1/export?from=slices")).status).toBe(200);
  });

  test("leaves most connections to others, however many do so", async () => {
    const readers = [await paused(await key()), await paused(await createLarge(), 2)];
    const third = await (await someone()).get("/v1/export");
    expect([third.status, third.body.code]).toEqual([429, "rate_limited"]);
    expect(third.body.detail).toContain("As many exports run at this server");
    for (const { leave } of readers) leave();
    await vi.waitFor(async () => expect(await exporting()).toBe(0), 5000);
  });

  test("and goes away ends the transaction", async () => {
    const who = await key();
    const reader = await paused(who);
    reader.leave();
    await vi.waitFor(async () => expect(await exporting()).toBe(0), 5000);
    expect((await who.get("/v1/export?from=slices")).status).toBe(200);
  });

  test("is cut off after the time for a chunk, or for the whole", async () => {
    const who = await key();
    for (const limits of [
      { chunkMs: 1000, wholeMs: 60_000 },
      { chunkMs: 60_000, wholeMs: 1000 },
    ]) {
      const errors: unknown[] = [];
      const stream = await openExport(service.database, tenantOf(who), {
        from: "shapes",
        requestId: "req",
        limits,
        onCut: (error) => errors.push(error),
      });
      await vi.waitFor(() => expect(stream.destroyed).toBe(true), 5000);
      expect(errors).toHaveLength(1);
      await vi.waitFor(async () => expect(await exporting()).toBe(0), 5000);
    }
  });

  test("keeps the others' turns short", async () => {
    const { key: secret } = await key();
    // To make one text of all would be a long turn of this client, which shares the process with the server.
    const readAll = async (): Promise<void> => {
      const headers = { authorization: `Bearer ${secret}` };
      const { status, body } = await fetch(`${service.url}/v1/export`, { headers });
      expect(status).toBe(200);
      let bytes = 0;
      for await (const chunk of body ?? []) bytes += chunk.length;
      expect(bytes).toBeGreaterThan(1_000_000);
    };
    expect(await longestTurnAtBest(readAll, 250)).toBeLessThan(250);
  });
});

describe("an export that cannot go on ends without its last line, and says so in the log", () => {
  test.each([
    [
      "because its connection to the database ends",
      async () =>
        await pool.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'fetch % from export_rows' and state = 'idle in transaction'",
        ),
    ],
    [
      "because its key is revoked",
      async (who: Caller) => {
        await pool.query("update api_key set revoked_at = now() where id = $1", [who.keyId]);
        await sleep(500);
      },
    ],
  ])("%s", async (_, stop: (who: Caller) => Promise<unknown>) => {
    const who = await key();
    const reader = await paused(who);
    await stop(who);
    await expect(reader.rest()).rejects.toThrow("terminated");
    expect(service.log()).toMatch(/an export ended early/);
    await vi.waitFor(async () => expect(await exporting()).toBe(0), 5000);
  });

  test("and one that cannot begin is a problem", async () => {
    const who = await someone();
    await pool.query("alter table shape rename to shape_away");
    try {
      expect((await who.get("/v1/export")).status).toBe(500);
    } finally {
      await pool.query("alter table shape_away rename to shape");
    }
    expect((await who.get("/v1/export")).status).toBe(200);
  });
});
