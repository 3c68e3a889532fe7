// Tests paths: dots between keys, and backslashes before dots that are part of one.

import { describe, expect, test } from "vitest";
import { joinPath, splitPath } from "../../src/semantics/path.ts";

describe("a path becomes its keys and back", () => {
  test.each<readonly [string, readonly string[]]>([
    ["a", ["a"]],
    ["a.b.c", ["a", "b", "c"]],
    ["", [""]],
    [".", ["", ""]],
    ["\\.", ["."]],
    ["\\\\", ["\\"]],
    ["a\\.b.c", ["a.b", "c"]],
    ["a\\\\.b", ["a\\", "b"]],
    ["a\\.😀", ["a.😀"]],
  ])("%j", (path, keys) => {
    expect(splitPath(path)).toEqual(keys);
    expect(joinPath(keys)).toBe(path);
  });
});

test("a backslash before another character is literal, and has another spelling", () => {
  expect(splitPath("a\\b")).toEqual(["a\\b"]);
  expect(splitPath("a\\")).toEqual(["a\\"]);
  expect(joinPath(splitPath("a\\b"))).toBe("a\\\\b");
});
