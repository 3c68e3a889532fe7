// Holds the changelog: its form, the place of the version in it, and that it tells of every entry and every command.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { commands } from "../../src/cli/run.ts";
import { root } from "../tidy/sources.ts";

const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");

test("the changelog has the form of Keep a Changelog", () => {
  expect(changelog).toMatch(/^# Changelog\n/u);
  expect(problems(changelog)).toEqual([]);
});

test("a changelog not of that form is found", () => {
  const wrong =
    "# Changelog\n\n## 0.2.0\n\n### New\n\n- A.\n\n## [0.2.0] - 2026-11-20\n\n### Fixed\n\nB.\n\n## [0.3.0] - 2026-11-31\n";
  expect(problems(wrong)).toEqual([
    "it does not begin with [Unreleased]",
    "## [0.3.0] - 2026-11-31 is no version with a date",
    "0.3.0 is not older than the version before it",
    "### New is no kind of change",
    "B. is in no list",
  ]);
});

test("the version is the newest released one, or the next", () => {
  const [newest] = versionsIn(changelog);
  expect(newest === undefined || !isNewer(newest, manifest.version)).toBe(true);
});

test.each(Object.keys(manifest.exports).filter((name) => name !== "./package.json"))(
  "it names %s",
  (name) => {
    const written = name.replace(/^\./u, "slice-cql").replace(/\/\*.*$/u, "");
    expect(changelog.includes(`\`${written}\``) || written === "slice-cql").toBe(true);
  },
);

test.each(commands.map(({ name }) => name))("it names the command %s", (name) => {
  expect(changelog).toMatch(new RegExp(`\`(?:slice-cql )?${name}\``, "u"));
});

/** What is not as the form asks: the versions, then the kinds of changes, then the changes. */
function problems(text: string): readonly string[] {
  const lines = text.split("\n").filter((line) => line !== "");
  const [first, ...versions] = lines.filter((line) => line.startsWith("## "));
  const changes = lines.filter(
    (_, at) => lines.slice(0, at).findLast(isHeading)?.startsWith("### ") === true,
  );
  const newestFirst = versionsIn(text);
  return [
    ...(first === "## [Unreleased]" ? [] : ["it does not begin with [Unreleased]"]),
    ...versions.filter((line) => !isRelease(line)).map((line) => `${line} is no version with a date`),
    ...newestFirst
      .filter((version, at) => at > 0 && !isNewer(newestFirst[at - 1] ?? "", version))
      .map((version) => `${version} is not older than the version before it`),
    ...lines
      .filter((line) => line.startsWith("### ") && !kinds.test(line))
      .map((line) => `${line} is no kind of change`),
    ...changes
      .filter((line) => !isHeading(line) && !/^(?:- | {2,}\S)/u.test(line))
      .map((line) => `${line} is in no list`),
  ];
}

const release = /^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$/u;
const kinds = /^### (?:Added|Changed|Deprecated|Removed|Fixed|Security)$/u;

function isHeading(line: string): boolean {
  return line.startsWith("#");
}

function isRelease(line: string): boolean {
  return isDay(release.exec(line)?.[2] ?? "");
}

function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

function versionsIn(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => release.exec(line)?.[1] ?? []);
}

function isNewer(a: string, b: string): boolean {
  const [left, right] = [a, b].map((version) => version.split(".").map(Number));
  const at = (left ?? []).findIndex((part, index) => part !== right?.[index]);
  return at >= 0 && (left?.[at] ?? 0) > (right?.[at] ?? 0);
}
