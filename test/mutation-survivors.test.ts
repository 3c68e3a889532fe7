// The list of mistakes that no test finds: each is one that `npm run mutation` still makes, and has a reason.

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

test("each is there once, with its reason", () => {
  expect(new Set(list.map(keyOf)).size).toBe(list.length);
  expect(list.filter(({ why }) => why.length < 12)).toEqual([]);
});
