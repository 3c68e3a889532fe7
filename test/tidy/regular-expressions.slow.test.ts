// Checks that no regular expression takes much longer on a text that was made to keep it busy.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { check as Check } from "recheck";
import ts from "typescript";
import { beforeAll, describe, expect, test, vi } from "vitest";
import oniguruma from "vscode-oniguruma";
import { isRecord } from "../../src/data/guards.ts";
import { timestampPattern } from "../../src/semantics/timestamp.ts";
import { staysWithin } from "../support/growth.ts";
import {
  client,
  consolePages,
  library,
  nodesOf,
  placeOf,
  root,
  type Source,
  service,
  sourcesIn,
} from "./sources.ts";

/** An expression, and where it is. */
interface Expression {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

const sources: readonly Source[] = [
  ...library,
  ...service,
  ...client,
  ...consolePages,
  ...sourcesIn("editors/vscode/src"),
  ...sourcesIn("editors/playground"),
];

const literals: readonly Expression[] = sources.flatMap((source) =>
  [...nodesOf(source.tree)].filter(ts.isRegularExpressionLiteral).map((node) => {
    const end = node.text.lastIndexOf("/");
    return { place: placeOf(source, node), source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }),
);

/** Where an expression is put together from parts. */
const computed = sources.flatMap((source) =>
  [...nodesOf(source.tree)]
    .filter(
      (node) =>
        (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp",
    )
    .map((node) => placeOf(source, node)),
);

let check: typeof Check;
beforeAll(async () => {
  // The part that is plain JavaScript: it says the same on every machine.
  vi.stubEnv("RECHECK_BACKEND", "pure");
  ({ check } = await import("recheck"));
});

/** By counted steps alone: on a busy machine, a limit of time calls an expression unsafe that is not. */
const limits = { timeout: 60_000, attackTimeout: null, incubationTimeout: null };

async function unsafe(expressions: readonly Expression[]): Promise<readonly string[]> {
  const found: string[] = [];
  const checked = new Map<string, string>();
  for (const { place, source, flags } of expressions) {
    const key = `/${source}/${flags}`;
    const status = checked.get(key) ?? (await check(source, flags, limits)).status;
    checked.set(key, status);
    if (status !== "safe") found.push(`${place}: ${key} is ${status}`);
  }
  return found;
}

describe("every regular expression is safe", () => {
  test("that is a literal", { timeout: 400_000 }, async () => {
    expect(literals.length).toBeGreaterThan(100);
    expect(await unsafe(literals)).toEqual([]);
  });

  test("that is composed when its module is loaded", { timeout: 120_000 }, async () => {
    const made = await madeByLoading([...new Set(computed.map((place) => place.replace(/:\d+$/, "")))]);
    expect(computed.filter((place) => !made.some((each) => each.place === place))).toEqual([]);
    expect(await unsafe(made)).toEqual([]);
  });

  test("that is sent to a database", async () => {
    expect(await unsafe([{ place: "semantics/timestamp.ts", source: timestampPattern, flags: "" }])).toEqual(
      [],
    );
  });

  test.each([
    ["(a+)+$", "exponential"],
    ["(\\d+)([a-z]+)", "polynomial"],
    ["\\s+$", "polynomial"],
  ])("and an unsafe one would be found: %s, %s", async (source) => {
    expect(await unsafe([{ place: "here", source, flags: "u" }])).toEqual([
      `here: /${source}/u is vulnerable`,
    ]);
  });
});

/** What an `end` takes from its `begin`, and a scanner alone does not have: the marks of a fence. */
const beginning = /\\[1-9]/gu;

/** Loads modules again, and returns the expressions that they compose themselves. */
async function madeByLoading(paths: readonly string[]): Promise<readonly Expression[]> {
  const made: Expression[] = [];
  const recording = new Proxy(RegExp, {
    construct: (target, [source, flags]: [string | RegExp, string | undefined]) => {
      const line = new Error("where").stack?.split("\n")[2] ?? "";
      const path = paths.find((each) => line.includes(each));
      const expression = new target(source, flags);
      const [, number = ""] = /:(\d+):\d+\)?$/.exec(line) ?? [];
      if (path !== undefined)
        made.push({ place: `${path}:${number}`, source: expression.source, flags: expression.flags });
      return expression;
    },
  });
  vi.stubGlobal("RegExp", recording);
  vi.resetModules();
  for (const path of paths) await import(/* @vite-ignore */ join(root, path));
  vi.unstubAllGlobals();
  return made;
}

describe("every expression of the TextMate grammars takes time that grows with the line", () => {
  const units = [
    '"',
    "\\",
    '\\"',
    "type:",
    'type:"',
    "a",
    "a:",
    "a-",
    "7",
    "2026-",
    "7d",
    " ",
    "`",
    "```",
    "cql`",
    "${",
    "<",
    "'",
    "-",
    "é",
  ];
  const grammars = ["cql", "cql-markdown", "cql-template"];
  beforeAll(async () => {
    const wasm = readFileSync(createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm"));
    await oniguruma.loadWASM(wasm);
  });

  test.each(grammars)("%s", { timeout: 120_000 }, (name) => {
    const grammar: unknown = JSON.parse(readFileSync(join(root, `grammar/${name}.tmLanguage.json`), "utf8"));
    const patterns = patternsOf(grammar);
    expect(patterns.length).toBeGreaterThan(2);
    expect(
      patterns.flatMap((pattern) =>
        units.filter((unit) => !isLinear(pattern, unit)).map((unit) => [pattern, unit]),
      ),
    ).toEqual([]);
  });

  test("one that grows faster would be found", () => {
    expect(isLinear("(?:a|b)+[cd]", "a")).toBe(false);
  });

  /** Searched for in a line whose end nothing expects. The engine stops after ten million steps, so the line is not longer. */
  function isLinear(pattern: string, unit: string): boolean {
    // A string of its own each time: the engine remembers what it found in one.
    const work = (length: number) => (): unknown =>
      new oniguruma.OnigScanner([pattern.replace(beginning, "```")]).findNextMatchSync(
        new oniguruma.OnigString(`${unit.repeat(Math.ceil(length / unit.length))}\u0001`),
        0,
      );
    return staysWithin(work(1 << 10), work(1 << 12));
  }
});

function patternsOf(rule: unknown): readonly string[] {
  if (Array.isArray(rule)) return rule.flatMap(patternsOf);
  if (!isRecord(rule)) return [];
  const own = ["match", "begin", "end", "while"].flatMap((key) =>
    typeof rule[key] === "string" ? [rule[key]] : [],
  );
  return [...own, ...Object.values(rule).flatMap(patternsOf)];
}
