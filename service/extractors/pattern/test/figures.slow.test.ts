// Checks the figures of README.md against measurements.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { certaintyOf, certaintyRows, errorOf, measureCertainty } from "../measure/certainty.ts";
import { figures } from "../measure/figures.ts";
import { labelled } from "../measure/labelled.ts";
import { certainties, supports } from "../src/certainty.ts";

const page = readFileSync(new URL("../README.md", import.meta.url), "utf8");

test.each([
  ["first", false],
  ["second", true],
])("the figures of the %s reading are those on the page", async (name, isSecond) => {
  const [, section = ""] = page.split(new RegExp(`^### The ${name} reading$`, "mu"));
  const rows = section.split("\n").filter((line) => /^\| [a-z].* \d/u.test(line));
  const measured = await figures(isSecond);
  expect(rows.slice(0, measured.length)).toEqual(measured);
});

test("the certainties are what was measured on the calibrating half, and the table is on the page", async () => {
  const measured = await measureCertainty("calibrating");
  expect(supports.map((support) => certainties[support])).toEqual(measured.map(certaintyOf));
  for (const row of await certaintyRows(certainties)) expect(page).toContain(row);
});

test("on the checking half the certainties err less than one number for all, and the more certain finds are more often right", async () => {
  const checking = await measureCertainty("checking");
  const known = supports.map((support) => certainties[support]);
  expect(errorOf(checking, known)).toBeLessThan(
    errorOf(
      checking,
      known.map(() => 0.6),
    ),
  );
  const rateOf = (isCertain: boolean): number => {
    const own = checking.filter((_, at) => (known[at] ?? 0) >= 0.8 === isCertain);
    const sum = (key: "found" | "right"): number => own.reduce((all, each) => all + each[key], 0);
    return sum("right") / sum("found");
  };
  expect(rateOf(true)).toBeGreaterThan(rateOf(false));
});

test("the labelled texts have two hundred results besides the first project, and each half has enough of them", () => {
  const texts = ["changelogs", "notes", "mails", "talks"].flatMap(labelled);
  const count = (isHeldOut: boolean): number =>
    texts
      .filter((text) => text.isHeldOut === isHeldOut)
      .reduce((sum, { gold }) => sum + gold.entities.size + gold.relationships.size, 0);
  expect(count(false)).toBeGreaterThan(100);
  expect(count(true)).toBeGreaterThan(100);
});

test("every label occurs in its text, up to case and white space", () => {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s>]+/gu, " ");
  const strange = ["changelogs", "notes", "mails", "talks"]
    .flatMap(labelled)
    .flatMap(({ name, text, gold }) =>
      [...gold.entities]
        .map((entity) => entity.split(" | ")[1] ?? "")
        .filter((entity) => entity.split(/[ ,]+/u).some((word) => !plain(text).includes(word)))
        .map((entity) => `${name}: ${entity}`),
    );
  expect(strange).toEqual([]);
});
