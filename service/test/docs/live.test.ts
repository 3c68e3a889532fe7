// Runs the commands of docs/live.md, taken from the page, and compares their answers with those that it shows.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { sliced } from "../live/following.ts";
import { startService } from "../support/service.ts";
import { commandsIn, patternOf } from "../support/shown.ts";

const page = readFileSync(new URL("../../docs/live.md", import.meta.url), "utf8");
const service = await startService();
const run = promisify(execFile);

test("the commands of the page do what it says", async () => {
  const who = await service.caller();
  const { id, cursor } = await sliced(who, "type:Deal");
  const env = { ...process.env, URL: service.url, KEY: who.key, SLICE: id, CURSOR: cursor };
  const shown = commandsIn(page);
  expect(shown).toHaveLength(4);
  for (const [at, { command, answer }] of shown.entries()) {
    if (at === 1) await who.post("/v1/entities", [{ type: "Deal" }]);
    const { stdout } = await run("bash", ["-c", `${command} || true`], { env });
    if (answer === undefined) expect(stdout).toMatch(/^event: entered\ndata: \{"kind":"entered",/m);
    else expect(JSON.parse(stdout), command).toEqual(patternOf(answer));
  }
});
