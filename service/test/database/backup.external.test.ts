// Tests a backup with PostgreSQL's own tools: a dump by `pg_dump`, restored by `psql` into an empty database, serves the same data.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "../support/database.ts";
import { startServer } from "../support/program.ts";
import { startService } from "../support/service.ts";

const service = await startService();
const restored = testDatabase({ migrated: false });

/** What is asked of both servers. */
const questions: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ["GET", "/v1/slices"],
  ["GET", "/v1/memories"],
  ["GET", "/v1/catalog"],
  ["GET", "/v1/deltas"],
  ["POST", "/v1/search", { query: "Zürich", include: ["entities", "memories"] }],
  ["POST", "/v1/search", { query: "zurihc" }],
  ["POST", "/v1/slices?dry_run=true", { name: "all", cql: 'type:Person shape:"Sales CRM"' }],
];

test("a dump restored into an empty database serves the same data and accepts writes", async () => {
  const caller = await service.caller();
  const shape = await caller.post("/v1/shapes", { name: "Sales CRM" });
  const person = {
    type: "Person",
    name: "Anna of Zürich",
    shape_id: shape.body.id,
    properties: { age: 41.5 },
  };
  await caller.post("/v1/entities", [person]);
  await caller.post("/v1/memories", { content: "Anna moved to Zürich." });
  await caller.post("/v1/memories", { content: "To be reviewed.", apply: false });
  await caller.post("/v1/slices", { name: "people", cql: "type:Person" });

  const folder = mkdtempSync(join(tmpdir(), "slice-backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dump = join(folder, "dump.sql");
  execFileSync("pg_dump", ["--no-owner", "--no-privileges", "--file", dump, service.database.url]);
  execFileSync("psql", ["--quiet", "--set", "ON_ERROR_STOP=1", "--file", dump, restored.url], {
    stdio: "pipe",
  });

  const { url } = await startServer([], { DATABASE_URL: restored.url });
  const ask = async (base: string, method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${caller.key}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    return { status: response.status, answer };
  };
  for (const [method, path, body] of questions) {
    const before = await ask(service.url, method, path, body);
    expect(before).toMatchObject({ status: 200 });
    const after = await ask(url, method, path, body);
    expect(withoutMoments(after)).toEqual(withoutMoments(before));
  }
  expect(await ask(url, "POST", "/v1/memories", { content: "After." })).toMatchObject({ status: 201 });
});

/** Without what differs from one request to the next. */
function withoutMoments(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer).replaceAll(/"(created_at|resolved_at|request_id)":"[^"]*"/g, '"$1":"any"'),
  );
}
