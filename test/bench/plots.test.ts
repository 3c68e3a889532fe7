// Holds the plots of the benchmark: they are well-formed, say in words what they show, and everything is inside and readable.
import { describe, expect, test } from "vitest";
import { axisOf } from "../../bench/report/axis.ts";
import { performanceFiles } from "../../bench/report/files.ts";
import { widthOf } from "../../bench/report/marks.ts";
import type { Results } from "../../bench/report/results.ts";
import type { BarPlot, Role } from "../../bench/section.ts";
import { madeUp } from "../support/bench/results.ts";

const madeUpPlots = plotsOf(madeUp);
const all = [...madeUpPlots, ...plotsOf(undefined)];

describe.each(all)("$path", ({ text }) => {
  test("has elements that are all closed, in their order", () => {
    const open: string[] = [];
    for (const [, closing, name = "", empty] of text.matchAll(/<(\/?)([a-z]\w*)\b[^>]*?(\/?)>/gu)) {
      if (empty === "/") continue;
      if (closing === "/") expect(open.pop()).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
  });

  test("has a title, and says all of its figures in words", () => {
    const [, title = ""] = /<title id="title">(.+)<\/title>/u.exec(text) ?? [];
    const [, description = ""] = /<desc id="description">(.+)<\/desc>/u.exec(text) ?? [];
    expect(title.length).toBeGreaterThan(3);
    expect(text).toContain('role="img" aria-labelledby="title description"');
    const names = textsOf(text).filter(({ classes }) => /\blabel\b/u.test(classes));
    expect(names.filter(({ words }) => !description.includes(words))).toEqual([]);
    expect(description).toMatch(/\d/u);
  });

  test("is for light and dark pages, and needs nothing from elsewhere", () => {
    expect(text).toContain("prefers-color-scheme: dark");
    expect(text.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(
      /https?:|<script|@import|url\(|href=/u,
    );
    expect(text).not.toMatch(/NaN|Infinity|undefined/u);
  });

  test("has every text inside its box", () => {
    const [, width = 0, height = 0] = (/viewBox="0 0 (\d+) (\d+)"/u.exec(text) ?? []).map(Number);
    const outside = textsOf(text).filter(
      ({ left, right, y }) => left < 0 || right > width || y < 10 || y > height - 3,
    );
    expect(outside).toEqual([]);
  });

  test("has no text over another", () => {
    const texts = textsOf(text);
    const pairs = texts.flatMap((one, at) =>
      texts
        .slice(at + 1)
        .filter((other) => Math.abs(one.y - other.y) < 9 && one.left < other.right && other.left < one.right)
        .map((other) => `${one.words} / ${other.words}`),
    );
    expect(pairs).toEqual([]);
  });
});

test("every role has a mark of its own form, and ours is in bold", () => {
  const roles: readonly Role[] = ["own", "ours", "reference", "peer"];
  const marks = roles.map((role) => {
    const { text } = plotOf({ rows: [{ name: "one", role, cells: [5] }] });
    const [mark] = /<(?:path class="(?:solid|hollow|stroke)[^>]*|circle[^>]*)>/u.exec(text) ?? [];
    const isBold = textsOf(text).some(({ words, classes }) => words === "one" && /\bstrong\b/u.test(classes));
    return { form: mark?.replaceAll(/class="[^"]*"|[\d.]+/gu, "").trim(), isBold };
  });
  expect(marks.map(({ isBold }) => isBold)).toEqual([true, false, false, false]);
  expect(new Set(marks.map(({ form }) => form)).size).toBeGreaterThan(2);
});

test("lines of one plot differ in their marks, not in colour alone", () => {
  const growth = madeUpPlots.find(({ path }) => path.endsWith("growth.svg"))?.text ?? "";
  const marks = [...growth.matchAll(/<path class="(?:solid|hollow) \w" d="M[\d.]+ [\d.]+([^"]*)"/gu)];
  const forms = new Set(marks.map(([, form]) => form));
  expect(forms.size).toBe(5);
  expect(marks).toHaveLength(3 + 3 + 3 + 2 + 1);
});

test("a figure that is missing has its row and its words, and no mark", () => {
  const rows = [
    { name: "one", role: "own", cells: [5] },
    { name: "two", role: "peer", cells: ["stack overflow"] },
    { name: "three", role: "peer", cells: [null] },
  ] as const;
  const { text } = plotOf({ rows });
  const words = textsOf(text).map((each) => each.words);
  expect(words).toEqual(expect.arrayContaining(["two", "stack overflow"]));
  expect(words).not.toContain("three");
  expect(text).not.toContain('<circle class="hollow b" cx="NaN');
});

describe("an axis", () => {
  test.each([
    [[1, 10], false, [0, 2, 4, 6, 8, 10]],
    [[3, 7], false, [0, 2, 4, 6, 8]],
    [[1, 11], true, [1, 2, 5, 10, 20]],
    [[40, 98_765], true, [10, 100, 1000, 10_000, 100_000]],
    [[0.02, 0.9], true, [0.02, 0.05, 0.1, 0.2, 0.5, 1]],
    [[100], false, [0, 20, 40, 60, 80, 100]],
  ])("of %j is logarithmic: %s, and has these ticks", (figures, isLogarithmic, ticks) => {
    const axis = axisOf(figures);
    expect(axis.isLogarithmic).toBe(isLogarithmic);
    expect(axis.ticks.map(({ text }) => Number(text.replaceAll(" ", "")))).toEqual(ticks);
    expect([axis.ticks[0]?.place, axis.ticks.at(-1)?.place]).toEqual([0, 1]);
    for (const figure of figures) {
      expect(axis.placeOf(figure)).toBeGreaterThanOrEqual(0);
      expect(axis.placeOf(figure)).toBeLessThanOrEqual(1);
    }
  });

  test("of a figure under nothing begins with nothing, and the figure is there", () => {
    const axis = axisOf([-0.5, 40]);
    expect([axis.isLogarithmic, axis.placeOf(-0.5), axis.ticks[0]?.text]).toEqual([false, 0, "0"]);
    expect(axisOf([-1]).placeOf(-1)).toBe(0);
  });

  test("can be told to be logarithmic", () => {
    expect(axisOf([100, 200], true).isLogarithmic).toBe(true);
    expect(axisOf([10, 1000], true).placeOf(100)).toBeCloseTo(0.5, 10);
  });
});

interface DrawnText {
  readonly words: string;
  readonly classes: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** The texts of a plot, with as much room as they need at most. */
function textsOf(svg: string): readonly DrawnText[] {
  const found = svg.matchAll(/<text class="([^"]*)" x="([\d.-]+)" y="([\d.-]+)">([^<]*)<\/text>/gu);
  return Array.from(found, ([, classes = "", x, y, words = ""]) => {
    const size = /\bsmall\b/u.test(classes) ? 11 : /\bheading\b/u.test(classes) ? 15 : 13;
    const width = widthOf(words.replaceAll(/&\w+;/gu, "&"), size);
    const share = /\bend\b/u.test(classes) ? 1 : /\bmiddle\b/u.test(classes) ? 0.5 : 0;
    const left = Number(x) - share * width;
    return { words, classes, left, right: left + width, y: Number(y) };
  });
}

function plotsOf(results: Results | undefined): readonly { readonly path: string; readonly text: string }[] {
  return performanceFiles(results).filter(({ path }) => path.endsWith(".svg"));
}

/** A plot of one column. */
function plotOf({ rows }: Pick<Results["sections"][number]["tables"][number], "rows">): {
  readonly text: string;
} {
  const plot: BarPlot = { kind: "bars", id: "one", title: "One", table: 0, column: 0, axis: "it" };
  const table = { caption: "", head: "", columns: [{ title: "it", digits: 0 }], rows };
  const section = { id: "one", title: "One", lead: "", tables: [table], plots: [plot], notes: [] };
  const [, picture] = performanceFiles({
    ...madeUp,
    sections: [{ ...section, measured: "", seconds: 1 }],
  });
  return { text: picture?.text ?? "" };
}
