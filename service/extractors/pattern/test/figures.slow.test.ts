// Checks the figures of README.md against measurements.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { figures } from "../measure/figures.ts";
import { labelled } from "../measure/labelled.ts";

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

test("the labelled texts have two hundred results besides the first project, and each half has enough of them", () => {
  const texts = ["changelogs", "notes", "mails"].flatMap(labelled);
  const count = (isHeldOut: boolean): number =>
    texts
      .filter((text) => text.isHeldOut === isHeldOut)
      .reduce((sum, { gold }) => sum + gold.entities.size + gold.relationships.size, 0);
  expect(count(false)).toBeGreaterThan(100);
  expect(count(true)).toBeGreaterThan(100);
});

test("every label occurs in its text, up to case and white space", () => {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s>]+/gu, " ");
  const strange = ["changelogs", "notes", "mails"].flatMap(labelled).flatMap(({ name, text, gold }) =>
    [...gold.entities]
      .map((entity) => entity.split(" | ")[1] ?? "")
      .filter((entity) => entity.split(/[ ,]+/u).some((word) => !plain(text).includes(word)))
      .map((entity) => `${name}: ${entity}`),
  );
  expect(strange).toEqual([]);
});
