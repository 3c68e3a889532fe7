// Tests the commands that show, decide, apply, revert and discard deltas, and the one that shows what memories were.

import { expect, test } from "vitest";
import { newId } from "../../src/values/uuid.ts";
import { loopCommandsOf } from "../support/loop-commands.ts";
import { lineExtractor, registerWorker } from "../support/loops.ts";
import { startService } from "../support/service.ts";

const service = await startService();
const { database } = service;
const { run, json, failure, project, looped } = loopCommandsOf(service);

test("delta show has a line for each change with the names of ends, its quote and its ID", async () => {
  const { caller, delta, changes } = await looped(async (who) => {
    await who.post("/v1/entities", [{ type: "Person", name: "Ada", properties: { age: "35" } }]);
  });
  const [ada, acme, works] = changes;
  const lines = (await run("delta", "show", delta)).stdout.split("\n");
  const document = ada.evidence[0].document_id;
  expect(lines).toEqual([
    `delta ${delta}, open: 3 changes`,
    `~ Person Ada (age: 35 → 36)  "Person: Ada (age 36)"  document ${document} 0–20  60 %  ${ada.change_id}`,
    `+ Company Acme  "Company: Acme"  document ${document} 21–34  60 %  ${acme.change_id}`,
    `→ Ada works_at Acme  "Ada works_at Acme"  document ${document} 35–52  60 %  ${works.change_id}`,
    "",
  ]);
  expect(await json("delta", "show", delta)).toEqual({
    ...(await json("delta", "show", delta)),
    id: delta,
    project_id: caller.projectId,
    status: "open",
    changes,
  });
});

test("delta show says that the document of a quote was deleted", async () => {
  const { caller, delta, changes } = await looped();
  await caller.call("DELETE", `/v1/documents/${changes[0].evidence[0].document_id}`);
  const [, ...lines] = (await run("delta", "show", delta)).stdout.trimEnd().split("\n");
  expect(lines).not.toEqual([]);
  for (const line of lines) expect(line).toMatch(/"  a deleted document \d+–\d+  /);
  const quoted = { evidence: [{ document_id: null }] };
  expect(await json("delta", "show", delta)).toMatchObject({ changes: changes.map(() => quoted) });
});

test("delta show names the values that no quote of a change contains", async () => {
  const worker = { ...lineExtractor, read: async () => await Promise.resolve(reading) };
  const quote = "Ada came in May";
  const evidence = { quote: "knows Acme well" };
  const reading = {
    entities: [
      { type: "Person", name: "Ada", properties: { age: "36", email: "ADA" }, quote },
      { type: "Company", name: "Acme", properties: {}, quote: "came in May" },
    ],
    relationships: [{ type: "works_at", from: "Ada", to: "Acme", ...evidence }],
    usage: { inputTokens: 0, outputTokens: 0 },
  };
  const { delta, changes } = await looped(undefined, [`${quote}. She knows Acme well.`], worker);
  expect(changes.map(({ unsupported }: { readonly unsupported: unknown }) => unsupported)).toEqual([
    ["/properties/age"],
    ["/name"],
    ["/from"],
  ]);
  const lines = (await run("delta", "show", delta)).stdout.split("\n");
  expect(lines.map((line) => /not in a quote: \S+/.exec(line)?.[0])).toEqual([
    undefined,
    "not in a quote: age",
    "not in a quote: name",
    "not in a quote: from",
    undefined,
  ]);
});

test("text of a document never controls the terminal, in plain output or in JSON", async () => {
  const { delta } = await looped(undefined, ["Person: Eve\u001B[2J\u009B31m\u202E (age 3\u0007)"]);
  const { stdout } = await run("delta", "show", delta);
  expect(stdout).toContain('"Person: Eve [2J 31m (age 3 )"');
  const inJson = await run("delta", "show", delta, "--json");
  for (const written of [stdout, inJson.stdout])
    expect(written.trimEnd()).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_C}/u);
  expect(JSON.parse(inJson.stdout)).toMatchObject({
    changes: [{ value: { name: "Eve\u001B[2J\u009B31m\u202E" } }],
  });
});

test("delta apply skips excluded changes, and prints the same report when repeated", async () => {
  const { caller, delta, changes } = await looped();
  const unknown = newId();
  expect(await failure("delta", "apply", delta, "--exclude", `${changes[1].change_id},${unknown}`)).toBe(
    `nothing was applied: the delta has no change ${unknown}`,
  );
  const { stdout } = await run("delta", "apply", delta, "--exclude", changes[1].change_id);
  expect(stdout).toBe("applied 1 entity, 0 relationships; left out 2 changes\n");
  expect((await run("delta", "apply", delta)).stdout).toBe(stdout);
  expect(
    (await run("delta", "show", delta)).stdout.split("\n").map((line) => line.endsWith("left out")),
  ).toEqual([false, false, true, true, false]);
  expect((await caller.post("/v1/search", { query: "Ada" })).body.entities).toHaveLength(1);
  expect(await failure("delta", "discard", delta)).toMatch(/^This delta was applied, discarded or reverted/);
});

test("delta apply with a conflict applies nothing, and lists the conflicting changes", async () => {
  const { caller, delta, changes } = await looped();
  await caller.post("/v1/entities", [{ type: "Company", name: "ACME " }]);
  const refused = await run("delta", "apply", delta);
  expect(refused).toEqual({
    status: 1,
    stdout: expect.stringMatching(
      new RegExp(`^${changes[1].change_id} {2}the project now has this Company: [\\da-f-]{36}\n$`),
    ),
    stderr:
      "slice-service: nothing was applied, because of 1 conflict; leave these changes out with --exclude, or discard the delta\n",
  });
  const inJson = JSON.parse((await run("delta", "apply", delta, "--json")).stdout);
  expect(inJson).toEqual({
    conflicts: [{ change_id: changes[1].change_id, message: expect.any(String) }],
  });
  expect((await caller.get(`/v1/deltas/${delta}`)).body.status).toBe("open");
});

test("delta decide rejects changes, which delta apply leaves out; with --only it applies a part", async () => {
  const { caller, delta, changes } = await looped();
  const [ada, acme] = changes.map(({ change_id }: { readonly change_id: string }) => change_id);
  expect(
    (await run("delta", "decide", delta, "--change", ada, "--decision", "rejected", "--note", "No.")).stdout,
  ).toBe("rejected: 1 change\n");
  for (const [change, decision, message] of [
    ["x", "rejected", /--change must be/],
    [ada, "no", /--decision must be one of accepted, rejected, pending/],
  ] as const) {
    const refused = await run("delta", "decide", delta, "--change", change, "--decision", decision);
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringMatching(message)]);
  }
  expect((await run("delta", "show", delta)).stdout).toMatch(new RegExp(`${ada} {2}rejected$`, "m"));
  expect((await caller.get(`/v1/deltas/${delta}/changes`)).body.changes[0]).toMatchObject({
    decision: "rejected",
    decided_by: null,
    note: "No.",
  });
  expect((await run("delta", "apply", delta, "--only", acme)).stdout).toBe(
    "applied 1 entity, 0 relationships; left out 0 changes; the delta stays open\n",
  );
  expect((await run("delta", "apply", delta)).stdout).toBe(
    "applied 0 entities, 0 relationships; left out 2 changes\n",
  );
});

test("delta revert takes back what was applied, or lists what was changed since", async () => {
  const { caller, delta, changes } = await looped();
  expect(await failure("delta", "revert", delta)).toMatch(/^This delta was not applied/);
  await run("delta", "apply", delta);
  await caller.post("/v1/entities", [{ ...changes[1].value, name: "Acme Inc." }]);
  expect(await run("delta", "revert", delta)).toEqual({
    status: 1,
    stdout: `${changes[1].change_id}  the entity was changed\n`,
    stderr: "slice-service: nothing was taken back, because of 1 conflict; undo these changes by hand\n",
  });
  const other = await looped();
  await run("delta", "apply", other.delta);
  expect((await run("delta", "revert", other.delta)).stdout).toBe("reverted 2 entities, 1 relationship\n");
  expect((await other.caller.post("/v1/search", { query: "Ada" })).body.entities).toEqual([]);
});

test("delta discard ends a delta, and refuses one that a loop writes into", async () => {
  await registerWorker(database);
  const { start } = await project();
  const { loop_id, result } = await start();
  for (const command of ["apply", "discard"])
    expect(await failure("delta", command, result.delta_id)).toContain(`The loop ${loop_id} is writing`);
  await json("loop", "cancel", loop_id);
  expect(await json("delta", "discard", result.delta_id)).toMatchObject({ status: "discarded" });
  expect(await failure("delta", "apply", result.delta_id)).toMatch(
    /^This delta was applied, discarded or reverted/,
  );
  await database.pool.query("delete from worker");
});

test("the delta commands do not find a delta that is private to a key", async () => {
  const caller = await service.caller();
  const { body } = await caller.post("/v1/memories", { content: "mine", scope: "agent", apply: false });
  for (const command of ["show", "apply", "discard"])
    expect(await failure("delta", command, body.delta_id)).toBe("The project has no delta with this ID.");
  const shared = await caller.post("/v1/memories", { content: "ours", kind: "fact", apply: false });
  expect((await run("delta", "show", shared.body.delta_id)).stdout).toMatch(
    /\n\+ memory fact ours {2}100 % {2}[\da-f-]{36}\n$/,
  );
});

test("memory history has a line for each version, and delta show what a staged change replaces", async () => {
  const { caller } = await project();
  const { id } = (await caller.post("/v1/memories", { content: "likes tea", kind: "fact" })).body;
  await caller.call("PATCH", `/v1/memories/${id}`, { body: { content: "likes\ncoffee", kind: null } });
  const body = { content: "likes water", forget_reason: "x", apply: false };
  const staged = (await caller.call("PATCH", `/v1/memories/${id}`, { body })).body;
  const { versions } = (await caller.get(`/v1/memories/${id}/history`)).body;
  const [one, two] = versions;
  expect((await run("memory", "history", id.toUpperCase())).stdout.split("\n")).toEqual([
    `memory ${id}: 2 versions`,
    `1  created  ${one.at}  key ${caller.keyId}  fact  likes tea`,
    `2  updated  ${two.at}  key ${caller.keyId}  no kind  likes coffee`,
    "",
  ]);
  expect(await json("memory", "history", id)).toEqual({ versions });
  const shown = (await run("delta", "show", staged.delta_id)).stdout;
  expect(shown).toContain("~ memory (content: likes coffee → likes water, forget_reason: nothing → x)");
  const agent = (await caller.post("/v1/memories", { content: "x", scope: "agent" })).body.id;
  expect(await failure("memory", "history", agent)).toContain("only its key may recall it");
  expect(await failure("memory", "history", newId())).toContain("there is no memory with the ID");
});
