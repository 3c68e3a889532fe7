// Tests that what memories were before is exported and imported with them.

import { expect, test } from "vitest";
import { commands, exportsOf, withoutFirst } from "../support/exports.ts";
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
