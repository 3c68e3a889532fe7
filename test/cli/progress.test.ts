// Tests the progress of `match`: what the line says, that it fits the terminal, when it is shown, and that it is removed.

import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ProgressState, progressLine } from "../../src/cli/output/progress-line.ts";
import { runCli, type World } from "./support.ts";

const standing: ProgressState = { bytes: 450, total: 1_000, read: 1_234_567, found: 12_345, elapsed: 9_000 };

/** With plain spaces, so that rows can be read. */
function line(columns: number, changes: Partial<ProgressState> = {}): string {
  return progressLine({ ...standing, ...changes }, columns).replaceAll("\u00a0", " ");
}

const full = " 45 %  1 234 567 entities read, 12 345 in the slice, 0:11 left";
const short = " 45 %  1 234 567 read, 12 345 found, 0:11 left";

test.each<readonly [columns: number, expected: string]>([
  [200, `[#############.................]  ${full}`],
  [96, `[#############.................]  ${full}`],
  [95, `[#############................]  ${full}`],
  [76, `[####......]  ${full}`],
  [75, `[###########..............]  ${short}`],
  [60, `[####......]  ${short}`],
  [59, short],
  [46, short],
  [45, "[###########..............]   45 %, 0:11 left"],
  [30, "[####......]   45 %, 0:11 left"],
  [29, " 45 %, 0:11 left"],
  [15, " 45 %"],
  [4, ""],
])("the progress line fits in %d characters", (columns, expected) => {
  expect(line(columns)).toBe(expected);
});

test.each<readonly [changes: Partial<ProgressState>, end: string]>([
  [{ bytes: 0 }, "[..............................]    0 %  1 234 567 entities read, 12 345 in the slice"],
  [{ bytes: 1, elapsed: 100 }, "0 %  1 234 567 entities read, 12 345 in the slice, 1:40 left"],
  [
    { bytes: 999 },
    "[#############################.]   99 %  1 234 567 entities read, 12 345 in the slice, 0:01 left",
  ],
  [
    { bytes: 1_000 },
    "[##############################]  100 %  1 234 567 entities read, 12 345 in the slice, 0:00 left",
  ],
  [{ bytes: 5_000 }, " 100 %  1 234 567 entities read, 12 345 in the slice, 0:00 left"],
  [{ bytes: 500, elapsed: 59_001 }, ", 1:00 left"],
  [{ bytes: 500, elapsed: 3_599_000 }, ", 59:59 left"],
  [{ bytes: 500, elapsed: 3_600_000 }, ", 1:00:00 left"],
  [{ bytes: 500, elapsed: 360_060_000 }, ", 100:01:00 left"],
  [{ read: 0, found: 0 }, "  0 entities read, 0 in the slice, 0:11 left"],
  [{ read: 999, found: 999 }, "  999 entities read, 999 in the slice, 0:11 left"],
  [{ read: 1_000, found: 100_000 }, "  1 000 entities read, 100 000 in the slice, 0:11 left"],
])("the progress line is as expected for %j", (changes, end) => {
  expect(line(200, changes).endsWith(end), line(200, changes)).toBe(true);
});

test.each<readonly [total: number | undefined, columns: number, expected: string]>([
  [undefined, 44, "1 234 567 entities read, 12 345 in the slice"],
  [undefined, 43, "1 234 567 read, 12 345 found"],
  [undefined, 27, ""],
  [0, 44, "1 234 567 entities read, 12 345 in the slice"],
])("the progress line for %s bytes in total fits in %d characters", (total, columns, expected) => {
  expect(line(columns, { total })).toBe(expected);
});

test("the progress line fits any width", () => {
  const count = fc.nat({ max: 10 ** 12 });
  fc.assert(
    fc.property(
      fc.record({
        bytes: count,
        total: fc.option(count, { nil: undefined }),
        read: count,
        found: count,
        elapsed: count,
      }),
      fc.integer({ min: -1, max: 130 }),
      (any, columns) => {
        expect(progressLine(any, columns).length).toBeLessThanOrEqual(Math.max(columns, 0));
      },
    ),
  );
});

const pair = '{"type":"A"}\n{"type":"B"}\n';
const world: World = {
  files: { m: pair.repeat(1_000) },
  tick: 300,
  chunk: 13_000,
  terminals: ["stderr", "stdout"],
};

test("a long run reports its progress to a person who sees nothing else", async () => {
  const { status, stdout, stderr } = await runCli(["match", "type:A", "m", "--count"], world);
  expect({ status, stdout }).toEqual({ status: 0, stdout: "1000\n" });
  expect(stderr.replaceAll("\u00a0", " ").split("\u001b[K")).toEqual([
    "\r[##########..........]   50 %  1 000 entities read, 500 in the slice, 0:01 left",
    "\r[##################]  100 %  2 000 entities read, 1 000 in the slice, 0:00 left",
    "\r",
    "",
  ]);
});

test("the progress line is drawn at most four times a second", async () => {
  const drawn = async (tick: number): Promise<number> => {
    const { stderr } = await runCli(["match", "type:A", "m", "--count"], { ...world, tick, chunk: 1_300 });
    return stderr.split("%").length - 1;
  };
  // There are twenty pieces.
  expect(await drawn(250)).toBe(20);
  expect(await drawn(249)).toBe(10);
  expect(await drawn(100)).toBe(6);
});

test("the progress line leaves the last column of the terminal free", async () => {
  const { stderr } = await runCli(["match", "type:A", "m", "--count"], { ...world, columns: 39 });
  expect(stderr).toContain("\r[#########.........]   50 %, 0:01 left\u001b[K");
});

test("several files count as one, and gzip by its size on disk", async () => {
  const packed = gzipSync(pair.repeat(1_000));
  const files = { m: pair.repeat(1_000), g: packed };
  const { stderr } = await runCli(["match", "type:A", "g", "m", "--count"], { ...world, files });
  const [, first = ""] = /(\d+) %/.exec(stderr) ?? [];
  expect(Number(first)).toBe(Math.floor((100 * packed.length) / (packed.length + files.m.length)));
  expect(stderr).toContain(
    "100 %  4\u00a0000 entities read, 2\u00a0000 in the slice, 0:00 left\u001b[K\r\u001b[K",
  );
});

test.each<readonly [name: string, args: readonly string[], world: World]>([
  ["standard input", ["-"], { stdin: pair.repeat(1_000) }],
  ["a file and standard input", ["m", "-"], {}],
  ["a pipe", ["m"], { pipes: ["m"] }],
])("only counts are shown for %s", async (_name, args, more) => {
  const { stderr } = await runCli(["match", "type:A", ...args, "--count"], { ...world, ...more });
  expect(stderr.startsWith("\r1\u00a0000 entities read, 500 in the slice\u001b[K\r")).toBe(true);
  expect(stderr).not.toContain("%");
  expect(stderr.endsWith("\r\u001b[K")).toBe(true);
});

test.each<readonly [name: string, args: readonly string[], world: World]>([
  ["where standard error is no terminal", ["--count"], { terminals: ["stdout"] }],
  ["where the entities are printed on the same terminal", [], {}],
  ["on a terminal that cannot take back what it shows", ["--count"], { env: { TERM: "dumb" } }],
  ["in a short run", ["--count"], { tick: 0 }],
  ["in a run without entities", ["--count"], { files: { m: "" } }],
])("no progress is shown %s", async (_name, args, more) => {
  const { status, stderr } = await runCli(["match", "type:A", "m", ...args], { ...world, ...more });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test("the progress line is shown where the entities go elsewhere", async () => {
  const { stdout, stderr } = await runCli(["match", "type:A", "m"], { ...world, terminals: ["stderr"] });
  expect(stdout).toBe('{"type":"A"}\n'.repeat(1_000));
  expect(stderr).toContain("100 %");
});

test("the progress line is removed before a failure is reported", async () => {
  const files = { m: `${pair.repeat(1_000)}oops\n` };
  const { status, stderr } = await runCli(["match", "type:A", "m", "--count"], { ...world, files });
  expect(status).toBe(2);
  const [shown = "", said] = stderr.split("\r\u001b[K");
  expect(shown).toContain(" 99 %");
  expect(said).toMatch(/^slice-cql: m:2001:1: this is not JSON.*\n$/u);
});
