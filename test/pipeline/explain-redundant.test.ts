// Tests which terms add nothing and what covers them: examples, laws, and that long queries stay cheap.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Catalog, compile, createCatalog, explain, type FilterDefinition } from "../../src/index.ts";
import { clock } from "../support/arbitraries.ts";
import { asSets } from "../support/evaluate.ts";
import { exampleNow as now } from "../support/example-catalog.ts";
import { cpuTime } from "../support/hostile.ts";
import { patience, runs } from "../support/runs.ts";

/** Names by their ids. */
type Ids = Readonly<Record<string, readonly number[]>>;

const example = catalogOf({
  one: [1],
  uno: [1],
  two: [2],
  low: [1, 2],
  mid: [2, 3],
  ends: [1, 3],
  all: [1, 2, 3],
  "a b": [2, 2],
  far: [9],
});

function catalogOf(ids: Ids): Catalog {
  const rows = Object.entries(ids).flatMap(([name, list]) => list.map((id) => ({ id: `id-${id}`, name })));
  return createCatalog({ shapes: rows, sources: rows });
}

/** The remarks on terms that add nothing, which are the same for the text and for its compilation. */
function linesOf(text: string, catalog: Catalog = example): readonly string[] {
  const lines = explain(text, { catalog, now }).split("\n");
  expect(explain(compile(text, { catalog, now }), { catalog }).split("\n")).toEqual(lines);
  return lines.filter((line) => line.includes("adds nothing"));
}

test.each<readonly [text: string, ...lines: readonly string[]]>([
  // The same term.
  ["type:A type:B type:a"],
  ["type:A type:B type:A", "The second `type:A` adds nothing: the first already covers it."],
  ['type:A type:"A" type:A', "Every `type:A` after the first adds nothing: the first already covers it."],
  [
    'source:"a b" source:"a b" type:名前 type:名前',
    'The second `source:"a b"` adds nothing: the first already covers it.',
    "The second `type:名前` adds nothing: the first already covers it.",
  ],
  ["shape:one source:one source-shape:one"],
  ["sort:a sort:a a a type:A"],
  // Dates.
  ["after:7d after:30d", "`after:7d` adds nothing: `after:30d` already covers it."],
  ["before:7d before:30d", "`before:30d` adds nothing: `before:7d` already covers it."],
  ["after:7d before:now"],
  ["after:1w after:7d", "`after:7d` adds nothing: `after:1w` already covers it."],
  [
    "after:7d after:1w after:7d",
    "The second `after:7d` adds nothing: the first already covers it.",
    "`after:1w` adds nothing: `after:7d` already covers it.",
  ],
  [
    "after:2026-02-01 after:2026-01-01 after:2026-02-01",
    "`after:2026-02-01` adds nothing: `after:2026-01-01` already covers it.",
  ],
  // What is wider now need not be so at another time.
  ["after:1mo after:30d", "`after:30d` adds nothing at this moment: `after:1mo` already covers it."],
  [
    "before:2026-11-01 before:1mo before:today",
    "`before:2026-11-01` adds nothing at this moment: `before:today` already covers it.",
    "`before:1mo` adds nothing: `before:today` already covers it.",
  ],
  // Names.
  ["source:one source:two source:far"],
  ["source:one source:uno", "`source:uno` adds nothing: `source:one` already covers it."],
  ["source:one source:low", "`source:one` adds nothing: `source:low` already covers it."],
  ["source:one shape:low source:two"],
  [
    "source:one source:two source:low",
    "`source:one` adds nothing: `source:low` already covers it.",
    "`source:two` adds nothing: `source:low` already covers it.",
  ],
  [
    "source:low source:mid source:ends",
    "`source:ends` adds nothing: `source:low` and `source:mid` together already cover it.",
  ],
  [
    "source:ends source:uno source:low source:mid source:far source:uno",
    "`source:uno` adds nothing: `source:ends` already covers it.",
    "`source:mid` adds nothing: `source:ends` and `source:low` together already cover it.",
  ],
  [
    "shape:low shape:all shape:mid type:A type:A",
    "`shape:low` adds nothing: `shape:all` already covers it.",
    "`shape:mid` adds nothing: `shape:all` already covers it.",
    "The second `type:A` adds nothing: the first already covers it.",
  ],
  // Unknown names are reported where the names are.
  ["source:one source:none source:none"],
  ["source:none source:one source:low", "`source:one` adds nothing: `source:low` already covers it."],
])("%s", (text, ...lines) => {
  expect(linesOf(text)).toEqual(lines);
});

test("redundant terms come after the conditions, and before the terms that do not affect membership", () => {
  expect(explain("type:A sort:x type:A after:1d", { now }).split("\n")).toEqual([
    "The slice contains the entities that",
    "- are of the type `A`, and",
    "- have a `created_at` of 2026-11-19 12:00:00.000 UTC (`after:1d`) or later.",
    "The second `type:A` adds nothing: the first already covers it.",
    "Not part of the scope:",
    expect.stringContaining("`sort:x`"),
    "Relative dates count from 2026-11-20 12:00:00.000 UTC.",
  ]);
});

test("names are distinguished by their spelling without a catalog", () => {
  const text = "source:one source:uno source:none source:one source:none";
  expect(explain(text, { now })).toContain("\nThe second `source:one` adds nothing");
  expect(explain(text, { now })).toContain("\nThe second `source:none` adds nothing");
  expect(explain(text, { now })).not.toContain("uno` adds");
  // Of a compiled query the names that are not known are known.
  const compiled = explain(compile(text, { catalog: example, now }));
  expect(compiled.split("\n").filter((line) => line.includes("adds nothing"))).toEqual([
    "The second `source:one` adds nothing: the first already covers it.",
  ]);
});

test("other times are not mentioned if hints are left out", () => {
  expect(explain("after:7d after:30d", { now, limits: { maxDiagnostics: 0 } })).toContain(
    "`after:7d` adds nothing at this moment: ",
  );
});

test("a name with more owners than are tried is still covered", () => {
  const names = Array.from({ length: 9 }, (_, at) => [`n${at}`, [at, at + 10, at + 20, at + 30]] as const);
  const catalog = catalogOf({ ...Object.fromEntries(names), whole: names.map((_, at) => at) });
  const text = `source:whole ${names.map(([name]) => `source:${name}`).join(" ")}`;
  const cover = names.map(([name]) => `\`source:${name}\``);
  expect(linesOf(text, catalog)).toEqual([
    `\`source:whole\` adds nothing: ${cover.slice(0, -1).join(", ")} and ${cover.at(-1) ?? ""} together already cover it.`,
  ]);
});

describe("laws", () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  const dates = ["now", "1d", "7d", "1w", "30d", "1mo", "31d", "3mo", "2026-01-01", "2020-02-29", "today"];
  const term = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...names.map((name) => `source:${name}`)) },
    { weight: 1, arbitrary: fc.constantFrom("shape:a", "shape:b", "type:A", "type:B", "type:C") },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...dates.flatMap((date) => [`after:${date}`, `before:${date}`])),
    },
  );
  const ids = fc.record(
    Object.fromEntries(names.map((name) => [name, fc.uniqueArray(fc.nat(5), { maxLength: 4 })])),
  );
  const cases = fc.tuple(fc.array(term, { minLength: 1, maxLength: 9 }), ids, clock, clock);

  const filterOf = (terms: readonly string[], catalog: Catalog, at: number): FilterDefinition => {
    const result = compile(terms.join(" "), { catalog, now: at });
    if (!result.ok) throw new Error(`refused: ${terms.join(" ")}`);
    return result.filter_definition;
  };

  test("exactly the named terms can be removed, all at once", { timeout: patience }, () => {
    const seen = { empty: 0, single: 0, several: 0, repeated: 0, moving: 0 };
    fc.assert(
      fc.property(cases, ([terms, data, at, later]) => {
        const catalog = catalogOf(data);
        const explanation = explain(terms.join(" "), { catalog, now: at });
        if (explanation.startsWith("The slice is empty")) {
          seen.empty++;
          expect(explanation).not.toContain("adds nothing");
          return;
        }
        const means = (left: readonly string[], when = at): object => asSets(filterOf(left, catalog, when));
        const found = explanation.split("\n").flatMap(idleIn);
        const meaning = means(terms);
        let left: readonly string[] = terms;
        for (const { idle, cover, isRepeat, isMoving } of found) {
          const without = (list: readonly string[]): readonly string[] =>
            list.filter((each, place) => each !== idle || (isRepeat && list.indexOf(each) === place));
          expect(without(terms)).not.toEqual(terms);
          expect(means(without(terms))).toEqual(meaning);
          if (!isMoving) expect(means(without(terms), later)).toEqual(means(terms, later));
          left = without(left);
          for (const each of cover) {
            const others = cover.filter((other) => other !== each);
            expect(means([...cover, idle])).toEqual(means(cover));
            // None of them could be left out.
            if (others.length > 0) expect(means([...others, idle])).not.toEqual(means(others));
          }
          seen[isRepeat ? "repeated" : cover.length > 1 ? "several" : "single"]++;
          if (isMoving) seen.moving++;
        }
        expect(means(left)).toEqual(meaning);
        const isKnown = (one: string): boolean => {
          const [word = "", name = ""] = one.split(":");
          return !/^(?:source|shape)$/.test(word) || (data[name]?.length ?? 0) > 0;
        };
        for (const one of left.filter(isKnown)) {
          const others = left.filter((each) => each !== one);
          const isAlone = !others.some((each) => each.split(":")[0] === one.split(":")[0]);
          if (!isAlone) expect(means(others)).not.toEqual(meaning);
        }
      }),
      runs(4000),
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
  });
});

interface Idle {
  readonly idle: string;
  readonly cover: readonly string[];
  readonly isRepeat: boolean;
  readonly isMoving: boolean;
}

/** What a line says, if it is about a term that adds nothing. */
function idleIn(line: string): readonly Idle[] {
  const [, before = "", idle, moment, rest = ""] =
    /^(The second |Every )?`([^`]+)`(?: after the first)? adds nothing( at this moment)?: (.*)$/.exec(line) ??
    [];
  if (idle === undefined) return [];
  const cover = Array.from(rest.matchAll(/`([^`]+)`/g), ([, one = ""]) => one);
  return [{ idle, cover, isRepeat: before !== "", isMoving: moment !== undefined }];
}

describe("long queries stay cheap", () => {
  const options = { now, limits: { maxLength: Infinity, maxTerms: Infinity } };
  const spread = (at: number, of: number): number => (at * 7919) % of;

  test.each<readonly [what: string, query: (count: number) => readonly [text: string, ids: Ids]]>([
    ["dates", (count) => [range(count, (at) => `after:${at}h`), {}]],
    ["repeated terms", (count) => [range(count, (at) => `type:${at % 3}`), {}]],
    ["names that share all their ids", (count) => named(count, () => range20((at) => at))],
    ["names that share some ids", (count) => named(count, (at) => range20((one) => spread(at + one, count)))],
    [
      "names in each other",
      (count) => named(count, (at) => range20((one) => at - (at % 20) + one).slice(at % 20)),
    ],
    [
      "a name that all others cover, again and again",
      (count) =>
        named(count, (at) =>
          range20((one) => (at % 2 === 0 ? spread(at * 20 + one, count) : one < 19 ? at + one * count : 0)),
        ),
    ],
  ])("%s", { timeout: 120_000 }, (_, query) => {
    const made = (count: number): (() => unknown) => {
      const [text, ids] = query(count);
      const catalog = catalogOf(ids);
      return () => explain(text, { ...options, catalog });
    };
    const [small, large] = [made(1_000), made(4_000)];
    const grows = (): boolean => cpuTime(large, 2) > 9 * Math.max(4, cpuTime(small, 3));
    expect(grows() && grows() && grows()).toBe(false);
  });

  function range(count: number, termAt: (at: number) => string): string {
    return Array.from({ length: count }, (_, at) => termAt(at)).join(" ");
  }

  function range20(idAt: (at: number) => number): readonly number[] {
    return Array.from({ length: 20 }, (_, at) => idAt(at));
  }

  function named(count: number, idsAt: (at: number) => readonly number[]): readonly [string, Ids] {
    const all = Array.from({ length: count }, (_, at) => [`n${at}`, idsAt(at)] as const);
    return [all.map(([name]) => `source:${name}`).join(" "), Object.fromEntries(all)];
  }
});
