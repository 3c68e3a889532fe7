// Runs what docs/slices.md shows: its examples, its pictures, and what it explains about months and memory.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { resolveDate } from "../../src/index.ts";
import { patience } from "../support/runs.ts";
import { library, root } from "../tidy/sources.ts";
import { blocksOf, codeSpans, headingsOf, linksOf, readPage, tablesOf } from "./markdown.ts";
import { entries, promisedOutput, runExample, typeErrors } from "./typescript.ts";

const page = readPage("docs/slices.md");
const blocks = blocksOf(page);

describe("the examples of docs/slices.md", () => {
  const examples = blocks.map(({ code, line }) => ({ name: `line ${String(line)}`, code }));

  test("are all TypeScript, and have the right types", () => {
    expect(blocks.filter(({ info }) => info !== "ts")).toEqual([]);
    expect(examples.length).toBeGreaterThan(6);
    expect(typeErrors(examples)).toEqual([]);
  });

  test.each(examples)(
    "at $name print what the page shows",
    (example) => {
      expect(promisedOutput(example.code)).not.toBe("");
      expect(runExample(example)).toBe(promisedOutput(example.code));
    },
    2 * patience,
  );
});

describe("the questions of docs/slices.md", () => {
  const { rows } = tablesOf(page).find(({ header }) => header[0] === "question") ?? { rows: [] };

  test("have a section each, in this order", () => {
    const asked = rows.map(([question = ""]) => /^\[(.+)\]\(#.+\)$/u.exec(question)?.[1]);
    const headings = headingsOf(page);
    expect(asked.length).toBeGreaterThan(4);
    expect(headings.filter((heading) => heading.endsWith("?"))).toEqual(asked);
  });

  test("are answered by what the entries export", () => {
    const names = rows.flatMap(([, use = ""]) => codeSpans(use));
    const sources = ["slice-cql/algebra", "slice-cql/match"].map((entry) =>
      readFileSync(join(root, entries[entry] ?? ""), "utf8"),
    );
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`, "u").test(sources.join()))).toEqual([]);
  });
});

describe.each(["slices-boxes.svg", "slices-ranges.svg"])("%s", (name) => {
  const text = readFileSync(join(root, "docs", name), "utf8");

  test("is in the page, with a text alternative", () => {
    expect(linksOf(page)).toContain(name);
    const [, words = ""] = new RegExp(`!\\[([^\\]]+)\\]\\(${name}\\)`, "u").exec(page.text) ?? [];
    expect(words.length).toBeGreaterThan(100);
    expect(text).toMatch(/role="img" aria-labelledby="title description"/u);
    expect(text).toMatch(/<title id="title">.{40,}<\/title>\n<desc id="description">.{100,}<\/desc>/u);
  });

  test("loads nothing, runs nothing, and has a dark theme", () => {
    const inside = text.replace('xmlns="http://www.w3.org/2000/svg"', "");
    expect(inside).not.toMatch(/https?:|<script|@import|url\(|href=/iu);
    expect(inside).toContain("prefers-color-scheme: dark");
  });

  test("closes every element, and stays within its frame", () => {
    const open: string[] = [];
    for (const [, closing, element = "", empty] of text.matchAll(/<(\/?)([a-z]\w*)\b[^>]*?(\/?)>/gu)) {
      if (empty === "/") continue;
      if (closing === "/") expect(open.pop()).toBe(element);
      else open.push(element);
    }
    expect(open).toEqual([]);
    expect(text).not.toMatch(/NaN|Infinity|undefined/u);
  });

  test.each(["light", "dark"])("has enough contrast in the %s", (light) => {
    const [day = "", night = ""] = text.split("@media (prefers-color-scheme: dark)");
    const style = light === "light" ? day : night;
    const colourOf = (rule: string): string =>
      new RegExp(`${rule.replaceAll(".", "\\.")}[^{}]*\\{ (?:fill|stroke): (#[0-9a-f]{6})`, "u").exec(
        style,
      )?.[1] ?? "";
    const background = colourOf(".page");
    for (const rule of ["\ntext", "\n.quiet", ".line.a", ".line.b", ".line.c", "text.a", "text.b", "text.c"])
      expect([rule, contrast(colourOf(rule), background) >= 4.5]).toEqual([rule, true]);
  });
});

test("the pictures of ranges are right at every midnight: a start falls by less than a day, and days never do", () => {
  const dayLength = 86_400_000;
  const startOf = (expression: string, now: number): number => {
    const result = resolveDate(expression, now);
    return result.ok ? result.instant : Number.NaN;
  };
  const fallsOf = (expression: string): readonly number[] => {
    const falls: number[] = [];
    for (let midnight = Date.UTC(2000, 0, 1); midnight < Date.UTC(2028, 0, 1); midnight += dayLength) {
      const fall = startOf(expression, midnight - 1) - startOf(expression, midnight);
      if (fall > 0) falls.push(fall);
    }
    return falls;
  };
  expect(Math.max(...fallsOf("1mo"))).toBe(dayLength - 1);
  expect(Math.max(...fallsOf("13mo"))).toBe(dayLength - 1);
  expect(fallsOf("1y").length).toBe(7);
  for (const expression of ["7d", "today", "yesterday"]) expect(fallsOf(expression)).toEqual([]);
});

test("the headings that the sources refer to exist", () => {
  const sections = library.flatMap(({ text }) =>
    Array.from(text.matchAll(/`docs\/slices\.md`,\s+(?:\*\s+)?"([^"]+)"/gu), ([, section = ""]) => section),
  );
  expect(sections.filter((section) => !headingsOf(page).includes(section))).toEqual([]);
});

/** The ratio of WCAG: 4.5 is enough for texts. */
function contrast(first: string, second: string): number {
  const [lighter = 0, darker = 0] = [first, second].map(luminance).toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
