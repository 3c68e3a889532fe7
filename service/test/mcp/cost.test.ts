// Tests that a service which no agent asks does not pay for it.

import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runProgram } from "../support/program.ts";

test("the protocol is loaded with the first message, and not before", async () => {
  const program = fileURLToPath(new URL("../support/mcp-loaded.child.ts", import.meta.url));
  const { stdout, stderr, status } = await runProgram([], {}, program);
  expect(status, stderr).toBe(0);
  const { before, after, hasTools } = JSON.parse(stdout);
  expect([before, after > 0, hasTools]).toEqual([0, true, true]);
});
