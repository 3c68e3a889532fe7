// Tests `--wait` with a PostgreSQL that is started while the program waits.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startEmbedded } from "../../src/database/embedded/start.ts";
import { urlOf } from "../support/postgres.ts";
import { startProgram } from "../support/program.ts";

test("a server that begins before PostgreSQL is ready within seconds of it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "slice-wait-"));
  const first = await startEmbedded(folder);
  const url = urlOf(first.connection);
  await first.stop();
  const program = startProgram(["serve", "--port", "0", "--wait", "60"], { DATABASE_URL: url });
  onTestFinished(() => void program.child.kill("SIGKILL"));
  while (!program.stderr().includes("waiting for the database"))
    await new Promise((resolve) => setTimeout(resolve, 20));
  const second = await startEmbedded(folder);
  onTestFinished(async () => {
    await second.stop();
    await rm(folder, { recursive: true });
  });
  expect(urlOf(second.connection)).toBe(url);
  const begun = performance.now();
  expect(await program.firstLine).toContain('{"url":');
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(program.stderr()).toContain("the database answers");
  program.child.kill("SIGTERM");
  expect((await program.ended).status).toBe(0);
});
