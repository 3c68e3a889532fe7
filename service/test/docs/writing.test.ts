// Runs the commands of docs/writing.md one after the other, and compares what they print with what the page says.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startService } from "../support/service.ts";

const page = readFileSync(new URL("../../docs/writing.md", import.meta.url), "utf8");

/** Commands, and the answers after them. */
const steps = [...page.matchAll(/^(curl .*)\n# (.*)$/gm)].map(([, command = "", answer = ""]) => ({
  command,
  answer: JSON.parse(answer, (_, value: unknown) => (value === "…" ? expect.any(String) : value)),
}));

test("the commands of the page print what it says", async () => {
  const service = await startService();
  const { key } = await service.caller();
  expect(steps.length).toBeGreaterThan(12);
  expect(steps).toHaveLength(page.split("\ncurl ").length - 1);
  for (const { command, answer } of steps) {
    const { stdout } = await promisify(execFile)("bash", ["-c", command], {
      env: { ...process.env, URL: service.url, KEY: key },
    });
    expect(JSON.parse(stdout), command).toMatchObject(answer);
  }
});
