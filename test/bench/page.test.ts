// Holds the page of the benchmark: all of it comes from the results, the losses too, and no figure is typed by hand.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { performanceFiles } from "../../bench/report/files.ts";
import { lossesOf, lossText, missedGoals, missedText, unmeasuredTexts } from "../../bench/report/losses.ts";
import { performancePage } from "../../bench/report/page.ts";
import { type Results, readResults } from "../../bench/report/results.ts";
import type { Cell, Section } from "../../bench/section.ts";
import { staleFiles } from "../../scripts/generate/files.ts";
import { anchorsOf, linksOf, tablesOf } from "../docs/markdown.ts";
import { madeUp, nothing } from "../support/bench/results.ts";
import { nodesOf, placeOf, root, sourcesIn } from "../tidy/sources.ts";

const text = performancePage(madeUp);
const page = { path: "docs/performance.md", text };
const [parsing, , columns] = madeUp.sections;

describe("the page of made-up results", () => {
  test("says of every goal what was reached and whether that is enough", () => {
    expect(text).toContain("\n2 of 4 goals are met; ");
    const rows = tablesOf(page)[0]?.rows.map((row) => row.join(" ").replaceAll("\u00a0", " "));
    expect(rows).toEqual([
      "[Parsing](#parsing) `parse`, one term 3.00 × limit ≤ 2.5 × limit **not met**",
      "[Parsing](#parsing) `parse`, long 1.50 × limit ≤ 1.8 × limit met",
      "[Columns](#columns) columns 300.0 M rows/s ≥ 200 M rows/s **1 of 2 met**",
    ]);
  });

  test("says where we lose: the goals that are missed, then the libraries that are better", () => {
    const losses = text.slice(text.indexOf("## Where we lose"), text.indexOf("## Parsing"));
    expect(losses.split("\n").filter((line) => line.startsWith("- "))).toEqual([
      "- `parse`, one term: 3.00 × limit; the goal is ≤ 2.5 × limit. [Where it goes](#time-parse-one-term).",
      "- Columns, “names”: not measured; the goal is ≥ 200 M rows/s.",
      "- Parsing: **quick | peer** is better in CPU time a term. One term: 60.5 ns against our 120.3 ns, which is 1.99 times as much. 200 terms: 90.0 ns against our 100.0 ns, which is 1.11 times as much.",
      "- Columns: **database** is better in rows in a second. A range: 450 M rows/s against our 300 M rows/s, 1.50 times as much.",
    ]);
  });

  test("has the table of every section, with our row in bold and what could not be measured in words", () => {
    const rows = tablesOf(page).map((table) =>
      table.rows.map(([name, figure]) => `${name ?? ""}: ${figure ?? ""}`),
    );
    expect(rows).toHaveLength(1 + 2 + 1 + 1 + 1);
    expect(text).toContain("\n| quick \\| peer | 60.5 |");
    const [, short = []] = rows;
    expect(
      short.map((row) => row.replaceAll("\u00a0", " ")).filter((row) => !row.startsWith("quick")),
    ).toEqual(["limit: 40.0", "**parse**: 120.3", "slow peer: 98 765", "deep peer: stack overflow"]);
  });

  test("says of every section when it was measured, and what was measured it on", () => {
    expect(text.match(/^<sub>Measured on 2026-11-20, in 12 s\.<\/sub>$/gmu)).toHaveLength(4);
    expect(text).toContain("Measured on A processor (arch, 2 cores, 16 GB), System, Node vN.");
    expect(text).toContain("`quick-peer` 1.2.3, `slow-peer` 4.5.6");
  });

  test("says of a section that was measured with other versions which ones", () => {
    const sections = madeUp.sections.map((each) => ({ ...each, versions: { "quick-peer": "1.2.2" } }));
    expect(performancePage({ ...madeUp, sections })).toContain(
      "\n<sub>Measured on 2026-11-20, in 12 s, with `quick-peer` 1.2.2.</sub>\n",
    );
  });

  test("leads to its own headings and to its plots", () => {
    const links = linksOf(page);
    const anchors = links.filter((link) => link.startsWith("#")).map((link) => link.slice(1));
    expect(anchors.filter((anchor) => !anchorsOf(page).includes(anchor))).toEqual([]);
    const plots = links.filter((link) => link.endsWith(".svg")).map((link) => `docs/${link}`);
    expect(plots).toEqual(
      performanceFiles(madeUp)
        .slice(1)
        .map(({ path }) => path),
    );
    expect(plots).toHaveLength(3);
  });
});

describe("where we lose", () => {
  test("a peer that is as good is no loss, nor is one that could not be measured, nor what nobody can beat", () => {
    expect(parsing === undefined ? [] : lossesOf(parsing).map(({ peer }) => peer)).toEqual(["quick | peer"]);
  });

  test.each([
    ["less", [10, 9.99], 1],
    ["less", [10, 10], 0],
    ["less", [10, 10.01], 0],
    ["more", [10, 10.01], 1],
    ["more", [10, 9.99], 0],
    ["less", [null, 1], 0],
    ["less", [10, "stack overflow"], 0],
    [undefined, [10, 1], 0],
  ] as const)(
    "with %s being better, of ours and a peer's %j there are %d losses",
    (better, [own, peer], count) => {
      const section = sectionOf(better, own, peer);
      expect(lossesOf(section)).toHaveLength(count);
    },
  );

  test.each([
    [[null, 1], ["One: ours could not be measured in it, where peer was."]],
    [["stack overflow", 1], ["One: ours could not be measured in it, where peer was."]],
    [[null, "stack overflow"], []],
    [[2, 1], []],
  ] as const)("of ours and a peer's %j it is said that ours is missing: %j", ([own, peer], said) => {
    const section = sectionOf("less", own, peer);
    expect(unmeasuredTexts(section)).toEqual(said);
    const whole = performancePage({ ...nothing, sections: [{ ...section, measured: "", seconds: 1 }] });
    expect(said.filter((each) => !whole.includes(`- ${each}`))).toEqual([]);
    if (said.length > 0) expect(whole).not.toContain("No library is better");
  });

  test("peers are compared with our row of their own group", () => {
    expect(columns === undefined ? [] : lossesOf(columns).flatMap(({ cases }) => cases)).toEqual([
      { group: "a range", own: 300, peer: 450 },
    ]);
  });

  test("a figure that is nothing or under it is beaten by no number of times", () => {
    expect(lossesOf(sectionOf("less", 2, -0.5)).map(lossText)).toEqual([
      "**peer** is better in it. -1 against our 2.",
    ]);
    expect(lossesOf(sectionOf("more", -1, 2)).map(lossText)).toEqual([
      "**peer** is better in it. 2 against our -1.",
    ]);
  });

  test("a figure that is hardly better is said to be about the same", () => {
    const said = [1.04, 1.05].map((figure) => lossesOf(sectionOf("less", 100 * figure, 100)).map(lossText));
    expect(said).toEqual([
      ["**peer** is better in it. 100 against our 104, which is about the same."],
      ["**peer** is better in it. 100 against our 105, which is 1.05 times as much."],
    ]);
  });

  test("what is met and not beaten is not said to be lost", () => {
    const section = sectionOf("less", 1, 2);
    const won = performancePage({ ...nothing, sections: [{ ...section, measured: "", seconds: 1 }] });
    expect(won).toContain("\nEvery goal is met.\n");
    expect(won).toContain("\nNo library is better in what is compared.\n");
  });

  test("every loss is a sentence or more, and every goal that is missed is one", () => {
    const sentences = madeUp.sections.flatMap((section) => [
      ...lossesOf(section).map(lossText),
      ...missedGoals(section).map(missedText),
    ]);
    expect(sentences).toHaveLength(4);
    expect(sentences.filter((sentence) => !/^\S.*[^.]\.$/u.test(sentence))).toEqual([]);
  });
});

describe("no figure is typed by hand", () => {
  test("without results the page has no figure but the names of the machine", () => {
    const fixed = performancePage(nothing).replace("(arch, 2 cores, 16 GB)", "");
    expect(fixed.split("\n").filter((line) => /\d/u.test(line))).toEqual([]);
  });

  test("a figure that was measured differently is another one on the page, everywhere", () => {
    const others = performancePage(changed(madeUp));
    const figures = new Set(["120.3", "60.5", "98\u00a0765", "1.99", "450", "71.3"]);
    expect([...figures].filter((figure) => !text.includes(figure))).toEqual([]);
    expect([...figures].filter((figure) => others.includes(figure))).toEqual([]);
  });

  test("no text of the generator holds a figure with a unit of what is measured", () => {
    const folders = ["report", "backends", "slices", "language-service"].map((folder) => `bench/${folder}`);
    const generators = folders.flatMap(sourcesIn).filter(({ path }) => isGenerator(path));
    expect(generators.length).toBeGreaterThan(15);
    const typed = generators.flatMap((source) =>
      [...nodesOf(source.tree)].flatMap((node) =>
        isText(node) && /\d\s?(?:ns|µs|ms|s|MB|B|%|×|times|M rows)(?![\p{L}\d])/u.test(node.text)
          ? [`${placeOf(source, node)}: ${node.text}`]
          : [],
      ),
    );
    expect(typed).toEqual([]);
  });
});

describe("the page that is committed", () => {
  const files = performanceFiles();

  test("is what the committed results give, and so are its plots", () => {
    expect(files.length).toBeGreaterThan(5);
    expect(staleFiles(files)).toEqual([]);
  });

  test("has no plots that nothing leads to", () => {
    const plots = readdirSync(join(root, "docs/performance")).map((file) => `docs/performance/${file}`);
    expect(plots.toSorted()).toEqual(
      files
        .slice(1)
        .map(({ path }) => path)
        .toSorted(),
    );
  });

  test("has every section, in order", () => {
    const results = readResults();
    const titles = results?.sections.map(({ title }) => `## ${title}`) ?? [];
    const committed = readFileSync(join(root, "docs/performance.md"), "utf8");
    expect(committed.split("\n").filter((line) => titles.includes(line))).toEqual(titles);
    expect(titles.length).toBeGreaterThan(9);
  });
});

function isGenerator(path: string): boolean {
  return path.startsWith("bench/report/") || path.endsWith("report.ts");
}

function isText(node: ts.Node): node is ts.LiteralLikeNode {
  return ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node);
}

function sectionOf(better: "less" | "more" | undefined, own: Cell, peer: Cell): Section {
  return {
    id: "one",
    title: "One",
    lead: "",
    tables: [
      {
        caption: "",
        head: "",
        columns: [{ title: "it", digits: 0, ...(better !== undefined && { better }) }],
        rows: [
          { name: "ours", role: "own", cells: [own] },
          { name: "peer", role: "peer", cells: [peer] },
          { name: "limit", role: "reference", cells: [0.001] },
        ],
      },
    ],
    plots: [],
    notes: [],
  };
}

/** The same results with all that was measured a little larger, and not all in proportion. */
function changed(results: Results): Results {
  const larger = (cell: Cell, at: number): Cell => (typeof cell === "number" ? cell * (1.3 + at / 7) : cell);
  return {
    ...results,
    sections: results.sections.map((section) => ({
      ...section,
      tables: section.tables.map((table) => ({
        ...table,
        rows: table.rows.map((row, at) => ({ ...row, cells: row.cells.map((cell) => larger(cell, at)) })),
      })),
    })),
  };
}
