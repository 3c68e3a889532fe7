// Runs the commands of docs/memories.md, and compares what they print with what the page says.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startService } from "../support/service.ts";

const service = await startService();
const page = readFileSync(new URL("../../docs/memories.md", import.meta.url), "utf8");

/** Each command, and the line below it that says what it prints. */
const commands = [...page.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = ""]) =>
  [...block.matchAll(/^(curl .*)\n(?:# (.*)\n)?/gm)].map(([, command = "", printed]) => ({
    command,
    printed,
  })),
);

/** What a line of the page expects: an ellipsis stands for any text, or for further members. */
function expected(printed: string): ReturnType<typeof JSON.parse> {
  return JSON.parse(printed.replaceAll(/,…(?=[}\]])/g, ""), (_, each: unknown) =>
    each === "…" ? expect.any(String) : each,
  );
}

test("each command of the page prints what the page says", async () => {
  const who = await service.caller();
  const { body } = await who.post("/v1/memories", { content: "Ada prefers tea.", source_context: "x" });
  const env = { ...process.env, URL: service.url, KEY: who.key, ID: body.id };
  expect(commands.length).toBeGreaterThan(7);
  for (const { command, printed } of commands) {
    const { stdout } = await promisify(execFile)("bash", ["-c", command], { env });
    if (printed === undefined) expect(stdout).toBe("");
    else expect(JSON.parse(stdout), command).toMatchObject(expected(printed));
  }
});
