// Replays the tutorials on copies of the project: each patch fits, each command does what its page says.

import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPage } from "./markdown.ts";
import { copyProject, missingFrom, patched, stepsOf, take } from "./tutorial.ts";

const qualifier = readPage("docs/tutorial/add-a-qualifier.md");
const diagnostic = readPage("docs/tutorial/add-a-diagnostic.md");

describe.each([qualifier, diagnostic])("the page $path", (page) => {
  const steps = stepsOf(page);
  const rows = steps.map((step) => ({
    step,
    line: step.line,
    what: step.kind === "command" ? step.command.split("\n")[0] : step.path,
  }));
  let folder = "";
  beforeAll(() => {
    folder = copyProject();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // Each step needs those before it. Two compilers and the tests of the page take a while where all processors are busy.
  test.each(rows)("line $line: $what", { timeout: 600_000 }, async ({ step }) => {
    await take(step, folder);
  });

  test("has patches, a file, and commands that fail and commands that succeed", () => {
    const kinds = new Set(steps.map((step) => (step.kind === "command" && step.fails ? "fails" : step.kind)));
    expect(kinds).toEqual(new Set(["patch", "fails", "command", "file"]));
  });

  test("names the file of each patch in the lines above it", () => {
    const lines = page.text.split("\n");
    const unnamed = steps.filter(
      (step) =>
        step.kind !== "command" &&
        !lines.slice(step.line - 5, step.line - 1).some((line) => line.includes(`\`${step.path}\``)),
    );
    expect(unnamed.map(({ line }) => line)).toEqual([]);
  });
});

describe("a patch", () => {
  const text = "a\nb\nc\nb\nd long\n";

  test("is applied and reverted where its lines are", () => {
    expect(patched("f", text, " a\n-b\n+x\n c")).toBe("a\nx\nc\nb\nd long\n");
    expect(patched("f", text, "+x\n d l…")).toBe("a\nb\nc\nb\nx\nd long\n");
  });

  test("whose lines are missing or occur more than once is refused", () => {
    expect(() => patched("f", text, " a\n c")).toThrow("f has the lines of the patch 0 times:\na\nc");
    expect(() => patched("f", text, "-b")).toThrow("f has the lines of the patch 2 times:\nb");
  });
});

test("expected output that is not printed is found", () => {
  expect(missingFrom("one\ntwo\nthree", ["three", "two"])).toEqual([]);
  expect(missingFrom("one", ["one", "two", "three"])).toEqual(["two", "three"]);
});
