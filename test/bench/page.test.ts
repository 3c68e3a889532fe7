// Holds the pages on performance: they are generated from the committed results, and no figure is typed by hand.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { goalLines, goals } from "../../bench/goals.ts";
import bench from "../../bench/package.json" with { type: "json" };
import { performanceFiles } from "../../bench/page.ts";
import { type Results, readResults, withSection } from "../../bench/results.ts";
import { sections } from "../../bench/sections.ts";
import { root } from "../../scripts/check/process.ts";
import { staleFiles } from "../../scripts/generate/files.ts";

const results = readResults();
const files = performanceFiles(results);
const isPlot = ({ path }: { readonly path: string }): boolean => path.endsWith(".svg");
const pages = files.filter((file) => !isPlot(file));
const drawn = files.filter(isPlot);
const none: Results = { ...results, sections: {} };

describe("the pages that are committed", () => {
  test("are generated from the committed results, and so are their plots", () => {
    expect(staleFiles(files)).toEqual([]);
    expect(performanceFiles(readResults())).toEqual(files);
  });

  test("show each plot once, and no plot is left over", () => {
    const plots = readdirSync(join(root, "docs/performance"), { withFileTypes: true });
    const names = drawn.map(({ path }) => path.slice("docs/performance/".length));
    expect(plots.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    const text = pages.map((page) => page.text).join("\n");
    for (const name of names) expect(text.split(`(performance/${name})`)).toHaveLength(2);
  });

  test("say in every column what is in it, and the first fits one screen", () => {
    expect(pages.map(({ path }) => path)).toEqual(["docs/performance.md", "docs/measurements.md"]);
    expect(pages[0]?.text.split("\n").length).toBeLessThan(45);
    const lines = pages.flatMap(({ text }) => text.split("\n"));
    expect(
      lines.filter((line, at) => lines[at + 1]?.startsWith("| ---") === true && /\| {2,}\|/u.test(line)),
    ).toEqual([]);
  });

  test("have figures of all sections", () => {
    expect(Object.keys(results.sections).toSorted()).toEqual([...sections.keys()].toSorted());
  });
});

test("without results no table has a figure, and no goal is met", () => {
  const texts = performanceFiles(none).filter((file) => !isPlot(file));
  const rows = texts.flatMap(({ text }) => text.split("\n").filter((line) => line.includes("–")));
  expect(rows.length).toBeGreaterThan(20);
  const figures = rows.filter((line) => hasFigure(line.split(" | ").slice(1).join(" | ")));
  expect(figures).toEqual([]);
  expect(goalLines(none).filter((line) => line.startsWith("met "))).toEqual([]);
});

describe("the goals", () => {
  test("belong to measured sections", () => {
    expect(goals.filter(({ section }) => !sections.has(section))).toEqual([]);
  });

  test("are counted, and show what was reached", () => {
    const lines = goalLines(results);
    expect(lines.length).toBe(goals.length + 1);
    expect(lines.at(-1)).toMatch(new RegExp(`^\\d+ of ${String(goals.length)} goals are met\\.$`, "u"));
    expect(lines.find((line) => line.includes("bundle of parse"))).toMatch(/\d kB \(goal ≤ 23 kB\)$/u);
  });

  test("are met at their limit, but not beyond", () => {
    const bundle = (gzip: number): Results => ({
      ...none,
      sections: {
        bundles: {
          measured: "",
          seconds: 0,
          versions: [],
          rows: [{ group: "ours", name: "parse", figures: { gzip: [gzip] } }],
        },
      },
    });
    const lineOf = (kB: number) => goalLines(bundle(kB)).find((line) => line.includes("bundle of parse"));
    expect([23, 23.01].map(lineOf)).toEqual([
      expect.stringMatching(/^met /u),
      expect.stringMatching(/^NOT MET /u),
    ]);
  });
});

test("a remeasured section replaces its old figures; those of another machine are dropped", () => {
  const here = withSection(none, "parse", [], 1);
  const both = withSection(here, "start", [], 1);
  expect(Object.keys(both.sections)).toEqual(["parse", "start"]);
  expect(both.sections["start"]?.versions).toContain(`liqe ${bench.devDependencies.liqe}`);
  const elsewhere = { ...both, machine: { ...both.machine, processor: "another" } };
  expect(Object.keys(withSection(elsewhere, "start", [], 1).sections)).toEqual(["start"]);
});

test("the plots are pictures with a title and their figures in words, readable in light and dark", () => {
  for (const { path, text } of drawn) {
    expect(text.startsWith('<svg xmlns="http://www.w3.org/2000/svg"'), path).toBe(true);
    expect(text).toMatch(/<title id="title">\S.*<\/title>\n<desc id="description">\S.*: \d/u);
    expect(text).toContain("prefers-color-scheme: dark");
  }
  for (const { path } of pages) expect(readFileSync(join(root, path), "utf8")).not.toContain("![](");
});

function hasFigure(text: string): boolean {
  return /\d\u00a0?(?:ns|µs|ms|s|kB|MB|B)\b/u.test(text);
}
