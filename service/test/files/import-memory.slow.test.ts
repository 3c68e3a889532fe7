// Tests that an import larger than the memory of its process succeeds.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { adminOf, fileOf } from "../support/admin.ts";
import { testDatabase } from "../support/database.ts";

const database = testDatabase();
const { json, project } = adminOf(database);

test("standard input is read as it arrives, and little of it is in memory", async () => {
  const { project: name, id: projectId } = await project();
  const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
  // Half of what is sent would not fit.
  const limited = [
    "--max-old-space-size=64",
    main,
    "document",
    "import",
    "--project",
    name,
    "--source",
    "log",
    "-",
    "--json",
  ];
  await json("source", "import", "--project", name, fileOf({ name: "log" }));
  const child = spawn(process.execPath, limited, { env: { ...process.env, DATABASE_URL: database.url } });
  // To find the words takes PostgreSQL most of the time, so only some have many.
  const [few, many] = [`${"x".repeat(1999)} `.repeat(500), "x ".repeat(500_000)];
  const path = fileOf(
    ...Array.from({ length: 80 }, (_, at) => ({ text: `${at} ${at % 8 === 0 ? many : few}` })),
  );
  createReadStream(path).pipe(child.stdin);
  let written = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (written += text));
  const [status] = await once(child, "close");
  expect({ status, written }).toEqual({ status: 0, written: '{"created":80,"updated":0}\n' });
  expect(await database.query("select count(*) from document where project_id = $1", [projectId])).toEqual([
    { count: 80 },
  ]);
}, 120_000);
