// The list of mistakes that no test finds: each is one that `npm run mutation` still makes, and has a reason.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mutationsOf } from "../scripts/mutation/mutations.ts";
import { folders } from "../scripts/mutation/options.ts";
import { describedIn, explained, keyOf } from "../scripts/mutation/survivors.ts";
import { root } from "./tidy/sources.ts";

const list = explained();
const files = [...new Set(list.map(({ file }) => file))];

test("all are in the folders that are mutated", () => {
  expect(files.filter((file) => !folders.some((folder) => file.startsWith(`${folder}/`)))).toEqual([]);
});

describe("each is a mistake that can still be made", () => {
  test.each(files)("%s", (file) => {
    expect(existsSync(join(root, file))).toBe(true);
    const text = readFileSync(join(root, file), "utf8");
    const made = new Set(describedIn(file, text, mutationsOf(file, text)).map(keyOf));
    expect(list.filter((each) => each.file === file && !made.has(keyOf(each)))).toEqual([]);
  });
});

test("a run that would try nothing is refused", () => {
  const program = join(root, "scripts/mutation/run.ts");
  const args = [program, "--only", "src/sytnax"];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(stderr).toContain("is in src/sytnax");
  expect(status).toBe(2);
});

test("each is there once, with its reason", () => {
  expect(new Set(list.map(keyOf)).size).toBe(list.length);
  expect(list.filter(({ why }) => why.length < 12)).toEqual([]);
});
