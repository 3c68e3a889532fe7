// The list of mutations that no test kills: by what each is named, how a run brings the list up to date, and what it refuses.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mutationsOf } from "../../scripts/mutation/mutations.ts";
import { type Fate, listed, problemsOf, unexplained, updated } from "../../scripts/mutation/survivors.ts";
import { root } from "../tidy/sources.ts";

function keysOf(text: string): readonly string[] {
  return mutationsOf("a.ts", text).map(({ key }) => key);
}

describe("a key", () => {
  const text = `
    import { limit } from "./limits.ts";
    const names = ["a"];
    function first(list: readonly string[], wanted: number): boolean {
      const found = list.some((each) => each.length < wanted || each === "");
      return found && wanted >= limit;
    }
    class Tree {
      #size = 0;
      constructor(size: number) { this.#size = size; }
      grow(by: number): void { if (by > 0) this.#size += by; }
    }`;

  test("names the declaration, what is changed, and which of several", () => {
    const keys = keysOf(text);
    expect(keys).toEqual(
      expect.arrayContaining([
        "names: list emptied",
        "first: < to <=",
        "first: left of ||",
        "first: text filled",
        "first: some to every",
        "first: result undefined",
        "first: result undefined, 2",
        "Tree.constructor: statement dropped",
        "Tree.grow: condition true",
        "Tree.grow: += to -=",
      ]),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.each([
    ["a local is renamed", text.replaceAll("found", "isFound").replaceAll("each", "name")],
    ["the text is laid out otherwise", text.replace(/\s+/gu, " ").replaceAll("{", "{\n\n")],
  ])("stays the same when %s", (_, other) => {
    expect(keysOf(other)).toEqual(keysOf(text));
  });

  test("stays the same when another function is changed", () => {
    const other = text
      .replace("const names", "const most = () => 1 < 2;\nconst names")
      .replace('["a"]', "[]");
    const own = (key: string): boolean => /^(?:first|Tree)/u.test(key);
    expect(keysOf(other).filter(own)).toEqual(keysOf(text).filter(own));
  });
});

describe("the list after a run", () => {
  const list = {
    "a.ts": { "f: > to >=": "equal", "f: true to false": "slower" },
    "b.ts": { "g: + to -": "same" },
  };
  const fateOf = (key: string, fate: Fate["fate"]): Fate => ({ file: "a.ts", key, fate });

  test("keeps reasons, loses what is killed, and has what is new without a reason", () => {
    const fates = [
      fateOf("f: > to >=", "survived"),
      fateOf("f: true to false", "killed"),
      fateOf("h: && to ||", "not run"),
    ];
    expect(updated(list, ["a.ts"], fates)).toEqual({
      "a.ts": { "f: > to >=": "equal", "h: && to ||": unexplained },
      "b.ts": { "g: + to -": "same" },
    });
  });

  test("keeps what timed out if it is listed, and only then", () => {
    const fates = [fateOf("f: true to false", "timed out"), fateOf("f: ++ to --", "timed out")];
    expect(updated(list, ["a.ts"], fates)["a.ts"]).toEqual({ "f: true to false": "slower" });
  });

  test("loses a file of which nothing survives", () => {
    expect(Object.keys(updated(list, ["a.ts"], []))).toEqual(["b.ts"]);
  });

  test("shows what is wrong with the one before, and which reasons are missing", () => {
    const after = updated(
      list,
      ["a.ts"],
      [fateOf("f: > to >=", "survived"), fateOf("h: && to ||", "survived")],
    );
    expect(problemsOf(list, after)).toEqual([
      expect.stringMatching(/: survives, .*: a\.ts, h: && to \|\|$/u),
      expect.stringMatching(/: listed, but killed or gone: a\.ts, f: true to false$/u),
    ]);
    expect(problemsOf(after, after)).toEqual([
      expect.stringMatching(/: to be explained: a\.ts, h: && to \|\|$/u),
    ]);
    expect(problemsOf(list, list)).toEqual([]);
  });
});

test("each reason says whether no test could tell, or whether the mutation is accepted", () => {
  const reasons = Object.values(listed()).flatMap((its) => Object.values(its));
  expect(reasons.filter((why) => why !== unexplained && !/^(?:equivalent|accepted): ./u.test(why))).toEqual(
    [],
  );
});

test("a run that would try nothing is refused", () => {
  const program = join(root, "scripts/mutation/run.ts");
  const { status, stderr } = spawnSync(process.execPath, [program, "--only", "src/sytnax"], {
    encoding: "utf8",
  });
  expect(stderr).toContain("is in src/sytnax");
  expect(status).toBe(2);
});
