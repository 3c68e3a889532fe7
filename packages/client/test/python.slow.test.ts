// Tests the client in Python: its types, its own tests, its page, and what it sends again.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { run } from "../../../scripts/check/process.ts";
import { projectWith, registerWorker, startTestWorker } from "../../../service/test/support/loops.ts";
import { startService } from "../../../service/test/support/service.ts";
import { type Fault, startFlaky } from "./support/flaky.ts";

const folder = fileURLToPath(new URL("../../python", import.meta.url));
const isContinuousIntegration = /^(?:1|true)$/.test(process.env["CI"] ?? "");
const hasBoth = ["python3", "mypy"].every((program) => spawnSync(program, ["--version"]).status === 0);
if (!hasBoth && !isContinuousIntegration)
  process.stderr.write(
    "SKIPPED, no Python: the client in Python. Install it (apt-get install python3 mypy).\n",
  );

const service = await startService({ piecesPerIteration: 1 });
const page = readFileSync(join(folder, "README.md"), "utf8");
const blocks = [...page.matchAll(/^```python\n(.*?)^```/gms)].map(([, code = ""]) => code);

async function python(args: readonly string[], url: string, key: string) {
  const variables = `SLICE_URL=${url}`;
  return await run(
    "env",
    [
      variables,
      `SLICE_KEY=${key}`,
      `PYTHONPATH=${folder}`,
      "PYTHONDONTWRITEBYTECODE=1",
      "no_proxy=*",
      "python3",
      ...args,
    ],
    folder,
  );
}

/** A project that a loop can read. */
async function project() {
  const caller = await service.caller();
  await registerWorker(service.database);
  await projectWith(caller, service.database, ["Person: Ada", "Person: Grace"]);
  await startTestWorker(service.database);
  return caller;
}

describe.runIf(hasBoth || isContinuousIntegration)("the client in Python", () => {
  test("has types that hold, for its tests and its page as well", async () => {
    const place = await mkdtemp(join(tmpdir(), "slice-cql-client-python-"));
    onTestFinished(async () => await rm(place, { recursive: true }));
    const files = blocks.map((code, at) => [join(place, `block_${String(at)}.py`), code] as const);
    for (const [file, code] of files) await writeFile(file, code);
    const cache = `--cache-dir=${join(place, "cache")}`;
    const strict = ["--strict", "--python-version=3.10", cache];
    const { status, output } = await run(
      "env",
      [`MYPYPATH=${folder}`, "mypy", ...strict, "slice_cql_client", "tests", ...files.map(([file]) => file)],
      folder,
    );
    expect(output).toContain("no issues found");
    expect(status).toBe(0);
  });

  test("passes its own tests", async () => {
    const { key } = await project();
    const { status, output } = await python(["-m", "unittest", "discover", "tests"], service.url, key);
    expect(output).toMatch(/Ran \d+ tests[\s\S]*OK/);
    expect(status).toBe(0);
  });

  test.each(blocks)("runs what its page shows: %#", async (code) => {
    const { key } = await project();
    const { status, output } = await python(["-c", code], service.url, key);
    expect(output).not.toContain("Traceback");
    expect(status).toBe(0);
  });

  test.each<readonly [string, readonly Fault[]]>([
    ["what is lost, or not answered", ["lost", "unanswered"]],
    ["what is half answered", ["half"]],
    [
      "what is too much at the moment",
      [
        { status: 429, retryAfter: "0" },
        { status: 503, retryAfter: "0" },
      ],
    ],
  ])("sends %s again, with one key, and it is done once", async (_name, faults) => {
    const { key, get } = await service.caller();
    const flaky = await startFlaky(service.url);
    flaky.faults.push(...faults);
    const code = `import os; from slice_cql_client import Client
print(Client(os.environ["SLICE_URL"], os.environ["SLICE_KEY"]).memories.write({"content": "Once.", "deduplicate": False})["status"])`;
    expect((await python(["-c", code], flaky.url, key)).output).toBe("applied\n");
    expect(flaky.seen.length).toBe(faults.length + 1);
    expect(new Set(flaky.seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect((await get("/v1/memories")).body.memories.length).toBe(1);
  });

  test("gives up after six tries, and at once where there is no point in another", async () => {
    const { key } = await service.caller();
    const flaky = await startFlaky(service.url);
    const code = `import os; from slice_cql_client import Client, Problem
try:
    Client(os.environ["SLICE_URL"], os.environ["SLICE_KEY"]).memories.write({"content": "a"})
except Problem as problem:
    print(problem.code, problem.status)`;
    flaky.faults.push(...Array.from({ length: 6 }, (): Fault => ({ status: 503, retryAfter: "0" })));
    expect((await python(["-c", code], flaky.url, key)).output).toBe("database_unavailable 503\n");
    expect(flaky.seen.length).toBe(6);
    flaky.faults.push({ status: 422, retryAfter: "0" });
    expect((await python(["-c", code], flaky.url, key)).output).toBe("internal 422\n");
    expect(flaky.seen.length).toBe(7);
  });

  test("goes on with a stream of events that breaks off", async () => {
    const { key } = await project();
    const flaky = await startFlaky(service.url);
    const timer = setInterval(flaky.cut, 300);
    onTestFinished(() => clearInterval(timer));
    const code = `import os; from slice_cql_client import Client
loops = Client(os.environ["SLICE_URL"], os.environ["SLICE_KEY"]).loops
events = list(loops.events(loops.start({"goal": "Find people."})["loop_id"]))
print([event["sequence"] for event in events] == list(range(1, len(events) + 1)), events[-1]["kind"])`;
    expect((await python(["-c", code], flaky.url, key)).output).toMatch(
      /^True (?:loop\.completed|credits\.settled)\n$/,
    );
  });

  test("goes on with the changes of a slice after the last one", async () => {
    const { key, post, get } = await service.caller();
    const flaky = await startFlaky(service.url);
    const timer = setInterval(flaky.cut, 300);
    onTestFinished(() => clearInterval(timer));
    const slice = (await post("/v1/slices", { name: "Deals", cql: "type:Deal" })).body.id;
    const cursor = (await get(`/v1/slices/${slice}`)).body.changes_cursor;
    const { ids } = (await post("/v1/entities", [{ type: "Deal" }, { type: "Deal" }, { type: "Deal" }])).body;
    const code = `import os, time; from itertools import islice; from slice_cql_client import Client
slices = Client(os.environ["SLICE_URL"], os.environ["SLICE_KEY"]).slices
for change in islice(slices.changes(${JSON.stringify(slice)}, cursor=${JSON.stringify(cursor)}), 3):
    print(change["entity_id"], flush=True)
    time.sleep(0.4)`;
    expect((await python(["-c", code], flaky.url, key)).output).toBe(`${ids.join("\n")}\n`);
  });
});
