// Tests that what memories were before is exported and imported with them.

import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands, exportsOf, withoutFirst } from "../support/exports.ts";
import { runHere } from "../support/program.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();
const { imported, made, someone, textOf } = exportsOf(service);

test("what memories were before is exported and imported with them, and an export without it is complete, too", async () => {
  const [one, other] = [await someone(), await service.caller()];
  const write = async (memory: object): Promise<string> => (await made(one, "/v1/memories", memory)).id;
  const changed = await write({ content: "one", subject_id: "ada", kind: "fact", source_context: "x" });
  for (const body of [{ content: "two", kind: null, source_context: null }, { content: "three" }])
    await one.call("PATCH", `/v1/memories/${changed}`, { body });
  const old = await write({ content: "old" });
  await write({ content: "new", supersedes: [old] });
  await one.post("/v1/memories", { content: "new" });
  const hidden = await write({ content: "hidden", scope: "agent" });
  await one.call("PATCH", `/v1/memories/${hidden}`, { body: { content: "still hidden" } });
  const [early, text] = [await textOf(await someone()), await textOf(one)];
  expect(early).not.toContain("memory_versions");
  expect(text).toContain('"memories":5,"memory_versions":3}');
  expect(text).not.toContain("hidden");
  for (const what of commands) await imported(what, other, text);
  expect(await imported("memory-version", other, text)).toBe('{"created":3,"updated":0}');
  expect(withoutFirst(await textOf(other))).toBe(
    withoutFirst(text).replace('"agent_memories":2', '"agent_memories":0'),
  );
  const history = async (who: Caller) =>
    (await who.get(`/v1/memories/${changed}/history`)).body.versions.map(
      ({ key_id: _key, ...version }: any) => version,
    );
  expect(await history(other)).toEqual(await history(one));
  // What is remembered is known after an import, and a version can be brought back.
  expect((await other.post("/v1/memories", { content: "new" })).body.duplicate).toBe(true);
  expect((await other.post(`/v1/memories/${old}/restore`, {})).body.content).toBe("old");
  expect(await imported("memory-version", other, early)).toBe('{"created":0,"updated":0}');
  expect(await imported("memory-version", other, text)).toBe('{"created":0,"updated":3}');
  const stray = text.replaceAll(changed, "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081");
  expect(await imported("memory-version", other, stray)).toContain("/memory_id names no memory");
});

test("a memory that is imported again keeps what it was, and one with a version is as it was exported", async () => {
  const who = await service.caller();
  const { id } = await made(who, "/v1/memories", { content: "one" });
  const exported = await textOf(who);
  const line = JSON.stringify({ id, content: "two", kind: "fact", scope: "commons" });
  expect(await imported("memory", who, line)).toBe('{"created":0,"updated":1}');
  const history = async (reader: Caller): Promise<readonly string[]> =>
    (await reader.get(`/v1/memories/${id}/history`)).body.versions.map(
      ({ version, change, content }: any) => `${version} ${change} ${content}`,
    );
  const neighbor = await service.caller({ organizationId: who.organizationId });
  for (const reader of [who, neighbor])
    expect(await history(reader)).toEqual(["1 created one", "2 updated two"]);
  await imported("memory", who, exported);
  expect(await history(who)).toEqual(["1 created one"]);
  expect(withoutFirst(await textOf(who))).toBe(withoutFirst(exported));
});

test("what is exported of an end user can be imported, also if a memory is about another one by now", async () => {
  const [who, other] = [await service.caller(), await service.caller()];
  const write = async (memory: object): Promise<string> => (await made(who, "/v1/memories", memory)).id;
  const moved = await write({ content: "moved", subject_id: "ada" });
  await who.call("PATCH", `/v1/memories/${moved}`, { body: { subject: { id: "bob" } } });
  const kept = await write({ content: "tea", subject_id: "ada" });
  await who.call("PATCH", `/v1/memories/${kept}`, { body: { content: "coffee" } });
  const folder = join(mkdtempSync(join(tmpdir(), "export-")), "of-ada");
  const args = ["export", "--project", who.projectId, "--subject", "ada", folder, "--json"];
  const { stdout } = await runHere(args, { DATABASE_URL: service.database.url });
  expect(JSON.parse(stdout)).toMatchObject({ memories: 1, memory_versions: 1 });
  for (const [what, file] of [
    ["memory", "memories"],
    ["memory-version", "memory_versions"],
  ] as const)
    expect(await imported(what, other, readFileSync(join(folder, `${file}.ndjson`), "utf8"))).toBe(
      '{"created":1,"updated":0}',
    );
});

test("a memory that is imported again as it is stays as it is", async () => {
  const who = await service.caller();
  const old = { content: "old", kind: "fact", subject: { id: "ada", b: [1.5] }, scope: "project" };
  const { id } = await made(who, "/v1/memories", old);
  await made(who, "/v1/memories", { content: "new", subject_id: "ada", supersedes: [id] });
  await made(who, "/v1/memories", { content: "twice" });
  const { body: again } = await who.post("/v1/memories", { content: "twice" });
  const before = withoutFirst(await textOf(who));
  const lines = [
    { id, ...old },
    { id: again.id, content: "twice", scope: "project" },
  ];
  const file = lines.map((line) => JSON.stringify(line)).join("\n");
  for (const text of [file, file])
    expect(await imported("memory", who, text)).toBe('{"created":0,"updated":2}');
  expect(withoutFirst(await textOf(who))).toBe(before);
});

test("a memory that is imported with another text is what it was otherwise: superseded, or written again", async () => {
  const who = await service.caller();
  const { id } = await made(who, "/v1/memories", { content: "old" });
  const next = await made(who, "/v1/memories", { content: "new", supersedes: [id] });
  await who.post("/v1/memories", { content: "new" });
  const lines = [id, next.id].map((each, at) =>
    JSON.stringify({ id: each, content: `other ${at}`, scope: "project" }),
  );
  expect(await imported("memory", who, lines.join("\n"))).toBe('{"created":0,"updated":2}');
  const { rows } = await service.database.pool.query(
    "select version, superseded_by, recalled_as_new_at is not null as again from memory where project_id = $1 order by content",
    [who.projectId],
  );
  expect(rows).toEqual([
    { version: 3, superseded_by: next.id, again: false },
    { version: 2, superseded_by: null, again: true },
  ]);
  expect((await who.post("/v1/search", { query: "other" })).body.memories).toHaveLength(1);
});
