// Tests the loop commands over the database, while a worker of the test runs the loops.

import { stripVTControlCharacters } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseCommand } from "../../src/cli/command.ts";
import { viewOn } from "../../src/cli/watch.ts";
import { claim } from "../../src/loops/lease.ts";
import type { JsonObject } from "../../src/values/json.ts";
import type { EventKind } from "../../src/values/loop-kinds.ts";
import { newId } from "../../src/values/uuid.ts";
import { loopCommandsOf } from "../support/loop-commands.ts";
import { registerWorker, startTestWorker } from "../support/loops.ts";
import { runProgram, startProgram } from "../support/program.ts";
import { startService } from "../support/service.ts";

const service = await startService();
const { database } = service;
const env = { DATABASE_URL: database.url };
const { run, json, failure, project, looped } = loopCommandsOf(service);

describe("loop start", () => {
  test("starts a loop as the API does, for the oldest key that may write", async () => {
    await startTestWorker(database);
    const { caller, start, shapeId, sourceId } = await project();
    const sources = ["--source", "notes", "--source", sourceId];
    const started = await start(...sources, "--shape", "People", "--iterations", "2", "--threshold", "0.5");
    expect(started).toMatchObject({
      status: "queued",
      goal: "Extract people.",
      project_id: caller.projectId,
    });
    const { body } = await caller.get(`/v1/loops/${started.loop_id}`);
    expect(body).toMatchObject({ max_iterations: 2, quality_threshold: 0.5, effort: "agentic" });
    const { rows } = await database.pool.query("select key_id, shape_ids from loop where id = $1", [
      started.loop_id,
    ]);
    expect(rows).toEqual([{ key_id: caller.keyId, shape_ids: [shapeId] }]);
  });

  test("--dry-run needs neither a key nor credits nor a worker", async () => {
    const { caller, start } = await project(["x".repeat(4001)], 0);
    await database.pool.query("update api_key set revoked_at = now() where id = $1", [caller.keyId]);
    expect(await start("--dry-run", "--effort", "agentic_plus")).toMatchObject({
      dry_run: true,
      project_id: caller.projectId,
      plan: { sources: 1, documents: 1, characters: 4001, shapes: 1, iterations: 1, effort: "agentic_plus" },
      estimated_credits: 9,
    });
    const args = ["--project", caller.projectId, "--goal", "x", "--dry-run"];
    expect((await run("loop", "start", ...args)).stdout).toBe(
      "would read 1 document of 1 source, 4001 characters; 1 shape to look for; at most 1 iteration and 5 credits\n",
    );
  });

  test("--watch shows the loop until it ends", async () => {
    await startTestWorker(database);
    const { caller } = await project();
    const args = ["--project", caller.projectId, "--goal", "x", "--watch"];
    const { status, stdout, stderr } = await runProgram(["loop", "start", ...args], env);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^loop [\da-f-]{36} reads 1 document of 1 source/);
    expect(stdout).toContain("completed, 1 of 1 piece");
  });

  test("accepts a hydrate about a name or an entity, without a goal", async () => {
    await startTestWorker(database);
    const { caller } = await project();
    const entity = (await caller.post("/v1/entities", [{ type: "Person", name: "Ada" }])).body.ids[0];
    const hydrate = ["loop", "start", "--project", caller.projectId, "--kind", "hydrate"];
    for (const subject of ["Ada", entity])
      expect(await json(...hydrate, "--subject", subject)).toMatchObject({
        goal: "Gather what is known about Ada.",
      });
    expect(await failure(...hydrate, "--subject", newId())).toBe(
      "Invalid request: context/subject/id names no entity of the project",
    );
  });

  test("refuses a loop that cannot start in one line, and spends nothing", async () => {
    const { caller } = await project(undefined, 1);
    const args = ["loop", "start", "--project", caller.projectId, "--goal", "x"];
    expect(await failure(...args)).toBe(
      "no worker is running to take the loop; run `serve` or `worker` on this database, and start the loop again",
    );
    await startTestWorker(database);
    expect(await failure(...args, "--effort", "agentic_plus", "--source", "note")).toBe(
      "the project has no source `note`",
    );
    await caller.post("/v1/shapes", { name: "People" });
    expect(await failure(...args, "--shape", "People")).toBe(
      "the project has several shapes `People`; write the ID of one",
    );
    expect(await failure(...args, "--head-delta", newId())).toBe(
      "Unknown delta: head_delta_id names no delta of the project",
    );
    const long = ["loop", "start", "--project", caller.projectId, "--goal", "x".repeat(10_001)];
    expect(await failure(...long)).toContain("/goal");
    const sources = (await caller.get("/v1/sources")).body.sources[0].id;
    await caller.post(`/v1/sources/${sources}/documents`, { text: "y".repeat(3000) });
    expect(await failure(...args)).toMatch(
      /^This loop may cost 4 credits, and the organization has 1\. .*`npx slice-service credits grant /,
    );
    expect((await caller.get("/v1/credits")).body).toMatchObject({ balance: 1, reserved: 0 });
  });

  test("requires a key that may write in the project", async () => {
    await startTestWorker(database);
    const { caller } = await project();
    const { organizationId, projectId } = caller;
    const readOnly = await service.caller({ organizationId, projectId, permission: "read" });
    const other = await service.caller({ organizationId });
    const stranger = await service.caller();
    const whole = await service.caller({ organizationId, projectId: null });
    await database.pool.query("update api_key set revoked_at = now() where id = $1", [caller.keyId]);
    const args = ["--project", projectId, "--goal", "x"];
    for (const [key, obstacle] of [
      [caller.keyId, `the key ${caller.keyId} was revoked`],
      [readOnly.keyId, `the key ${readOnly.keyId} has the permission \`read\``],
      [other.keyId, `the key ${other.keyId} is for another project`],
      [stranger.keyId, "the organization of the project has no key with this ID"],
      ["mine", "the organization of the project has no key with this ID"],
    ] as const)
      expect(await failure("loop", "start", ...args, "--key", key)).toContain(obstacle);
    const keyOf = async (id: unknown): Promise<unknown> =>
      (await database.pool.query("select key_id from loop where id = $1", [id])).rows[0]?.key_id;
    expect(await keyOf((await json("loop", "start", ...args))["loop_id"])).toBe(whole.keyId);
    await database.pool.query("update api_key set expires_at = now() where id = $1", [whole.keyId]);
    expect(await failure("loop", "start", ...args, "--key", whole.keyId)).toContain("has expired");
    expect(await failure("loop", "start", ...args)).toBe(
      `no key may write in the project; create one with \`key create --organization ${organizationId} --project ${projectId}\``,
    );
  });
});

describe("loop watch", () => {
  test("without a terminal prints a line for each event, and exits with a code for how the loop ended", async () => {
    const { watched, loop } = await looped();
    expect(watched).toMatchObject({ status: 0, stderr: "" });
    expect(watched.stdout.split("\n")).toEqual([
      "1  queued: 1 document, 1 credit reserved",
      "2  started",
      "3  iteration 1: 1 piece",
      expect.stringMatching(/^4 {2}read [\da-f-]{36}, 1 piece$/),
      "5  found 2 entities, 1 relationship",
      "6  1 of 1 piece, quality 1 of 0.8",
      "7  saved",
      "8  iteration 1 completed, 1 of 1 credit",
      "9  settled, 1 of 1 credit",
      "10  completed, 1 of 1 piece, quality 1 of 0.8, 2 entities, 1 relationship, 1 of 1 credit",
      "",
    ]);
    const { stdout } = await run("loop", "watch", loop, "--after", "8");
    expect(stdout.split("\n").map((line) => line.split("  ")[0])).toEqual(["9", "10", ""]);
    expect(await run("loop", "watch", loop, "--after", "10")).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test("says how to go on with a loop that stopped at its iterations", async () => {
    await startTestWorker(database, { piecesPerIteration: 1 });
    const { start } = await project(["Person: Ada", "Person: Grace"]);
    const first = await start("--iterations", "1", "--threshold", "1");
    const { status, stdout } = await run("loop", "watch", first.loop_id);
    expect(status).toBe(0);
    expect(stdout).toContain(`with \`--head-delta ${first.result.delta_id}\``);
    const second = await start("--head-delta", first.result.delta_id);
    const watched = await run("loop", "watch", second.loop_id);
    expect(watched.stdout).toContain("completed, 1 of 1 piece");
    expect(watched.stdout).not.toContain("--head-delta");
  });

  test("counts what was read before, which --reread reads again", async () => {
    const { caller } = await looped();
    const args = ["loop", "start", "--project", caller.projectId, "--goal", "Extract people.", "--dry-run"];
    expect((await run(...args)).stdout).toBe(
      "would read 0 documents of 0 sources, 0 characters; 1 shape to look for; at most 1 iteration and 0 credits; 1 document read before and unchanged\n",
    );
    for (const flag of ["--reread", "--reconsider"])
      expect(await json(...args, flag)).toMatchObject({
        documents: { new: 0, changed: 0, unchanged: 1 },
        estimated_credits: flag === "--reread" ? 1 : 0,
      });
  });

  test("--json prints the events of the API", async () => {
    const { caller, loop } = await looped();
    const { stdout } = await run("loop", "watch", loop, "--json", "--after", "2");
    const { events } = (await caller.get(`/v1/loops/${loop}/events?after_sequence=2`)).body;
    const lines = stdout.trimEnd().split("\n");
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(events);
  });

  test("Ctrl-C stops watching, prints how to resume, and leaves the loop running", async () => {
    await registerWorker(database);
    const { caller, start } = await project();
    const id = (await start()).loop_id;
    const { child, firstLine, ended } = startProgram(["loop", "watch", id], env);
    onTestFinished(() => void child.kill("SIGKILL"));
    await firstLine;
    child.kill("SIGINT");
    expect(await ended).toEqual({
      status: 130,
      stdout: "1  queued: 1 document, 1 credit reserved\n",
      stderr: `the loop keeps running; to watch it again: \`loop watch ${id} --after 1\`\n`,
    });
    expect((await caller.get(`/v1/loops/${id}`)).body.status).toBe("queued");
    await database.pool.query("delete from worker");
  });

  test("exits quietly when the reader of its output stops early", async () => {
    const { loop, delta } = await looped();
    for (const args of [
      ["loop", "watch", loop],
      ["delta", "show", delta],
    ]) {
      const { child, ended } = startProgram(args, env);
      child.stdout?.destroy();
      expect(await ended).toMatchObject({ status: 0, stderr: "" });
    }
  });
});

/** What a terminal gets for these events. */
function drawn(...events: readonly (readonly [EventKind, JsonObject?])[]): readonly string[] {
  const written: string[] = [];
  const screen = { isTTY: true, write: (part: string): number => written.push(part) };
  const view = viewOn(screen, { after: 0, asJson: false }, 10);
  events.forEach(([kind, data = {}], at) => {
    view.show({ sequence: at + 1, kind, at: "", iteration: at > 1 ? 1 : 0, data });
  });
  view.end();
  return written;
}

test("loop watch on a terminal redraws one line, which never wraps, and finally shows how the loop ended", () => {
  const lines = drawn(
    ["loop.queued", { documents: 2, estimated_credits: 24 }],
    ["loop.started"],
    ["document.read", { title: "A \u001B[31mred\u009B2J\n\u202Etitle", pieces: 1 }],
    ["changes.staged", { entities: 12, relationships: 1 }],
    ["quality.reviewed", { quality: 0.799_9, threshold: 0.8, pieces_read: 6, pieces: 16 }],
    ["loop.failed", { error: { code: "model_failed", message: "Nothing\u0007 could be read" } }],
  );
  for (const line of lines.slice(0, -1)) {
    expect(line.startsWith("\r\u001B[K\u001B[?7l")).toBe(true);
    expect(line.endsWith("\u001B[?7h")).toBe(true);
    expect(line).not.toContain("\n");
  }
  const shown = lines.map((line) => stripVTControlCharacters(line).slice(1));
  expect(shown[0]).toBe("queued, waiting for a worker");
  expect(shown[1]).toBe(
    `[${".".repeat(24)}] iteration 0 of 10, 0 entities, 0 relationships, 0 of 24 credits`,
  );
  expect(shown[4]).toBe(
    "[#########...............] iteration 1 of 10, 6 of 16 pieces, quality 0.79 of 0.8, 12 entities, 1 relationship, 0 of 24 credits, A [31mred 2J title",
  );
  expect(shown.at(-1)).toBe(
    "failed: Nothing could be read, 6 of 16 pieces, quality 0.79 of 0.8, 12 entities, 1 relationship, 0 of 24 credits\n",
  );
});

test("loop list shows the newest loops first with their deltas, and loop cancel ends one", async () => {
  await registerWorker(database);
  const { caller, start } = await project();
  const list = ["loop", "list", "--project", caller.projectId];
  expect((await run(...list)).stdout).toBe("no loops\n");
  const first = await start();
  const second = await start();
  const id = second.loop_id;
  expect(await json(...list)).toMatchObject({
    loops: [{ loop_id: id, credits: { reserved: 1 } }, { loop_id: first.loop_id }],
  });
  expect((await run(...list)).stdout).toMatch(
    /^[\da-f-]{36} {2}queued {5}0 entities, 0 relationships, 0 of 1 credit {2}delta [\da-f-]{36} {2}Extract people\.\n/,
  );
  expect(await json("loop", "cancel", id)).toMatchObject({ loop_id: id, status: "canceled" });
  expect(await failure("loop", "cancel", id)).toBe("This loop is canceled; that is final.");
  expect((await run("loop", "watch", id)).status).toBe(1);
  expect((await run("loop", "cancel", first.loop_id)).stdout).toMatch(
    /^canceled [\da-f-]{36}: 0 entities, 0 relationships, 0 of 1 credit; delta [\da-f-]{36}\n$/,
  );
  await database.pool.query("delete from worker");
});

test("loop cancel ends all loops of a project, claimed or not, and none of another project", async () => {
  await registerWorker(database);
  const { caller, start } = await project();
  const other = await project();
  const ids = [(await start()).loop_id, (await start()).loop_id];
  const { loop_id } = await other.start();
  const holder = { id: newId(), leaseMs: 60_000, maxRunning: 1 };
  await claim(database, holder);
  await claim(database, holder);
  const cancel = ["loop", "cancel", "--project", caller.projectId, "--all"];
  expect(await json(...cancel)).toEqual({ canceled: ids });
  expect((await run(...cancel)).stdout).toBe("canceled 0 loops\n");
  for (const id of ids) expect((await caller.get(`/v1/loops/${id}`)).body.status).toBe("canceled");
  expect((await caller.get("/v1/credits")).body.reserved).toBe(0);
  expect((await other.caller.get(`/v1/loops/${loop_id}`)).body.status).toBe("running");
  for (const args of [
    cancel.slice(0, 4),
    [...cancel, loop_id],
    ["loop", "cancel", "--all"],
    ["loop", "cancel"],
  ])
    expect((await run(...args)).stderr).toBe(
      "slice-service: `loop cancel` needs the ID of a loop, or --project P --all\n",
    );
  await database.pool.query("delete from worker");
});

test("key revoke cancels the loops of the key, unless --keep-loops is set", async () => {
  await registerWorker(database);
  const [one, two] = [await project(), await project()];
  const [first, second] = [(await one.start()).loop_id, (await two.start()).loop_id];
  expect(await json("key", "revoke", one.caller.keyId)).toEqual({
    id: one.caller.keyId,
    name: null,
    canceled: [first],
  });
  expect(await json("key", "revoke", two.caller.keyId, "--keep-loops")).toEqual({
    id: two.caller.keyId,
    name: null,
  });
  const { rows } = await database.pool.query("select id, status from loop where id = any($1) order by id", [
    [first, second],
  ]);
  expect(rows).toEqual([
    { id: first, status: "canceled" },
    { id: second, status: "queued" },
  ]);
  await database.pool.query("delete from worker");
});

test("the loop commands refuse an ID that does not exist", async () => {
  const id = newId();
  for (const [thing, command] of [
    ["loop", "watch"],
    ["loop", "cancel"],
    ["delta", "show"],
    ["delta", "apply"],
    ["delta", "discard"],
  ] as const)
    expect(await failure(thing, command, id)).toBe(`there is no ${thing} with the ID \`${id}\``);
});

describe("the command line of loops and deltas", () => {
  const start = ["loop", "start", "--project", "p"];
  test.each([
    [[...start], "`loop start` needs --goal TEXT"],
    [[...start, "--goal", ""], "`loop start` needs --goal TEXT"],
    [[...start, "--goal", " \n"], "`loop start` needs --goal TEXT"],
    [[...start, "--subject", "Ada"], "`loop start` needs --goal TEXT"],
    [[...start, "--kind", "hydrate"], "`loop start` needs --goal TEXT"],
    [[...start, "--goal", "x", "--kind", "dance"], "--kind must be graph_extraction or hydrate, not `dance`"],
    [[...start, "--goal", "x", "--effort", "high"], "--effort must be agentic or agentic_plus, not `high`"],
    [
      [...start, "--goal", "x", "--iterations", "51"],
      "--iterations must be a whole number from 1 to 50, not `51`",
    ],
    [[...start, "--goal", "x", "--iterations", "1.5"], "--iterations must be a whole number"],
    [[...start, "--goal", "x", "--threshold", "1.1"], "--threshold must be a number from 0 to 1, not `1.1`"],
    [[...start, "--goal", "x", "--threshold", ""], "--threshold must be a number from 0 to 1, not ``"],
    [[...start, "--goal", "x", "--dry-run", "--watch"], "--dry-run starts nothing that --watch could show"],
    [[...start, "--goal", "x", "--goal", "y"], "--goal was given twice"],
    [["loop", "watch"], "`loop watch` needs LOOP_ID: the ID of a loop, as `loop list` shows it"],
    [["loop", "watch", "one"], "`one` is not an ID; write the ID of a loop, as `loop list` shows it"],
    [
      ["loop", "watch", newId(), "--after", "x"],
      "--after must be a whole number from 0 to 2147483647, not `x`",
    ],
    [
      ["delta", "apply", newId(), "--exclude", "a,b"],
      "--exclude must be IDs of changes, separated by commas; `a`",
    ],
    [["delta", "shwo", "x"], "`delta shwo` is not a command; write `delta show`, or see --help"],
  ])("refuses %j with advice on what to write", (args, message) => {
    expect(() => parseCommand(args, {})).toThrow(message);
  });

  test("keeps all values of a repeatable flag", () => {
    expect(parseCommand([...start, "--goal", "x", "--source", "a", "--source", "b, c"], {})).toMatchObject({
      options: { sources: ["a", "b, c"], shapes: [] },
    });
  });
});
