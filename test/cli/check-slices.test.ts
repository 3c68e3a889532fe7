// Tests what `check` reports about the slices of a file together: which are empty, and which are the same.

import { describe, expect, test } from "vitest";
import { runCli } from "./support.ts";

const catalog = JSON.stringify({
  shapes: [{ id: "10", name: "Sales CRM" }],
  sources: [
    { id: "1", name: "gmail" },
    { id: "1", name: "Gmäil" },
    { id: "2", name: "slack" },
  ],
});

/** Runs `check` on bodies that have these queries and are named A, B and so on. */
async function checkAll(
  queries: readonly (string | object)[],
  ...args: readonly string[]
): Promise<{ readonly status: number; readonly stdout: string; readonly stderr: string }> {
  const bodies = queries.map((query, index) => ({
    name: String.fromCharCode(65 + index),
    ...(typeof query === "string" ? { cql: query } : { filter: query }),
  }));
  const files = { "s.json": JSON.stringify(bodies), "catalog.json": catalog };
  return await runCli(["check", "s.json", ...args], { files });
}

/** The warnings that are not diagnostics, without the name of the file. */
async function warningsIn(
  queries: readonly (string | object)[],
  ...args: readonly string[]
): Promise<readonly string[]> {
  const { status, stdout } = await checkAll(queries, ...args);
  expect(status).toBe(0);
  return Array.from(
    stdout.matchAll(/^s\.json, (slice .*: )warning: (.*)$/gm),
    ([, place = "", words = ""]) => place + words,
  );
}

const names = ["--catalog", "catalog.json"];

describe("slices that are the same are reported", () => {
  test("for any order, spelling and form of the body", async () => {
    const bodies = ["type:A type:B sort:x", "type:C", { type: ["B", "A"] }, 'type:"B"  type:A type:B'];
    expect(await warningsIn(bodies)).toEqual([
      'slice 3 "C": this is the same slice as slice 1 "A".',
      'slice 4 "D": this is the same slice as slice 1 "A".',
    ]);
  });

  test("after the diagnostics of the body, and are counted", async () => {
    const { status, stderr, stdout } = await checkAll(["type:A", "tpye:A type:A", "type:B type:B"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatchInlineSnapshot(`
      "s.json, slice 2 "B": warning[unknown-qualifier]: \`tpye:\` is not a qualifier, so this is free text, which does not affect membership. Did you mean \`type:\`?
        |
      1 | tpye:A type:A
        | ^^^^^^
        = fix: write \`type:\`
        |   type:A type:A

      s.json, slice 2 "B": warning: this is the same slice as slice 1 "A".

      s.json, slice 3 "C": hint[duplicate-term]: \`type:B\` is a duplicate and has no effect. Remove one.
        |
      1 | type:B type:B
        |        ^^^^^^
        = fix: remove the duplicate
        |   type:B

      2 warnings, 1 note in 3 slices
      "
    `);
  });

  test("for names with the same ids", async () => {
    expect(await warningsIn(["source:gmail", "source:Gmäil", "source:slack source:Gmäil"], ...names)).toEqual(
      ['slice 2 "B": this is the same slice as slice 1 "A".'],
    );
    expect(await warningsIn(["source:gmail", "source:Gmäil", "source:gmail"])).toEqual([
      'slice 3 "C": this is the same slice as slice 1 "A".',
    ]);
  });

  test("for the whole project", async () => {
    expect(await warningsIn(["", "sort:name", "type:A"])).toEqual([
      'slice 2 "B": this is the same slice as slice 1 "A".',
    ]);
  });

  test("with the number of a body that has no name", async () => {
    const files = { "s.json": '[{"name":"\\u001b[2J","cql":"type:A"},{"name":"","cql":"type:A"}]' };
    const { stdout } = await runCli(["check", "s.json"], { files });
    expect(stdout).toMatch(
      /^s\.json, slice 2 "": warning: this is the same slice as slice 1 "<U\+001B>\[2J"\.\n/,
    );
  });

  test("but not for bodies that are refused", async () => {
    const { status, stdout } = await checkAll(["type:", "type:", "type:A after:7days"]);
    expect(status).toBe(1);
    expect(stdout).not.toContain("same slice");
  });
});

describe("slices that are the same only at this moment are reported", () => {
  const july = ["--now", "2026-07-20T12:00:00Z"];

  test("where dates roll differently", async () => {
    const bodies = [
      "after:30d type:A",
      "type:A after:1mo",
      "after:1mo type:A after:7d",
      "type:A after:30d after:1d",
    ];
    expect(await warningsIn(bodies, ...july)).toEqual([
      'slice 2 "B": this is the same slice as slice 1 "A" now, but not at all times.',
      // What is later than `1mo` at any time does not count.
      'slice 3 "C": this is the same slice as slice 2 "B".',
      'slice 4 "D": this is the same slice as slice 1 "A".',
    ]);
    // At another time none is.
    expect(await warningsIn(bodies.slice(0, 2))).toEqual([]);
  });

  test("after one that is the same at all times", async () => {
    expect(await warningsIn(["after:30d", "after:1mo", "after:1mo"], ...july)).toEqual([
      'slice 2 "B": this is the same slice as slice 1 "A" now, but not at all times.',
      'slice 3 "C": this is the same slice as slice 2 "B".',
    ]);
  });

  test("but not for equal dates in other spellings, which are the same at all times", async () => {
    const bodies = ["after:7d", "after:1w", "after:last-week", { after: ["168h"] }, "after:2026-11-13"];
    expect(await warningsIn(bodies, "--now", "2026-11-20T00:00:00Z")).toEqual([
      'slice 2 "B": this is the same slice as slice 1 "A".',
      'slice 3 "C": this is the same slice as slice 1 "A".',
      'slice 4 "D": this is the same slice as slice 1 "A".',
      'slice 5 "E": this is the same slice as slice 1 "A" now, but not at all times.',
    ]);
  });
});

describe("an empty slice", () => {
  test("is reported where no diagnostic reports it", async () => {
    expect(await warningsIn(["before:0001-01-01", "type:A"])).toEqual([
      'slice 1 "A": the slice is empty: it ends at 0001-01-01 00:00:00.000 UTC (`before:0001-01-01`), and no date is earlier.',
    ]);
    // An ID instead of a name says of itself that it matches nothing, not of the slice.
    expect(await warningsIn(["source:1 before:0001-01-01"], ...names)).toEqual([
      'slice 1 "A": the slice is empty: no `source:` name is known (`1`), and it ends at 0001-01-01 00:00:00.000 UTC (`before:0001-01-01`), and no date is earlier.',
    ]);
  });

  test("is not reported a second time where a diagnostic reports it", async () => {
    const bodies = [
      "source:nobody",
      "after:now before:now",
      "source:1 source:nobody",
      "shape:x source:y type:A",
    ];
    expect(await warningsIn(bodies, ...names)).toEqual([]);
  });

  test("is not reported for an unknown name next to known ones", async () => {
    const bodies = ["source:nobody source:gmail before:0001-01-01", "source:nobody source:gmail"];
    expect(await warningsIn(bodies, ...names)).toEqual([
      'slice 1 "A": the slice is empty: it ends at 0001-01-01 00:00:00.000 UTC (`before:0001-01-01`), and no date is earlier.',
    ]);
  });

  test("is not reported as the same as another empty slice", async () => {
    const said = await warningsIn(
      ["before:0001-01-01", "before:0001-01-01", "source:nobody", "source:nobody"],
      ...names,
    );
    expect(said.map((line) => line.slice(0, 29))).toEqual([
      'slice 1 "A": the slice is emp',
      'slice 2 "B": the slice is emp',
    ]);
  });
});

test("--json adds members for empty and equal slices only where they apply", async () => {
  const bodies = ["after:30d", "after:1mo", "after:1mo", "source:nobody", "type:", "before:0001-01-01"];
  const { status, stdout, stderr } = await checkAll(
    bodies,
    ...names,
    "--json",
    "--now",
    "2026-07-20T12:00:00Z",
  );
  expect(status).toBe(1);
  expect(stderr).toContain('slice 6 "F": warning: the slice is empty');
  const results: readonly { readonly diagnostics: readonly unknown[] }[] = JSON.parse(stdout);
  expect(results.map(({ diagnostics, ...rest }) => [diagnostics.length, rest])).toEqual([
    [0, { name: "A" }],
    [0, { name: "B", sameAs: { index: 0, always: false } }],
    [0, { name: "C", sameAs: { index: 1, always: true } }],
    [1, { name: "D", empty: true }],
    [1, { name: "E" }],
    [0, { name: "F", empty: true }],
  ]);
});

test("--json prints no text for people if there are only warnings", async () => {
  expect(await checkAll(["type:A", "type:A"], "--json")).toMatchObject({ status: 0, stderr: "" });
});

test("many diagnostics in total are not reported as one query with too many", async () => {
  const last = async (queries: readonly string[]): Promise<string> =>
    (await checkAll(queries)).stdout.trimEnd().split("\n").at(-1) ?? "";
  const few = Array.from({ length: 15 }, (_, at) => `type:${at} ${"foo:x ".repeat(10)}`);
  expect(await last(few)).toBe("150 warnings in 15 slices");
  expect(await last(["foo:x ".repeat(150)])).toBe("100 warnings, and perhaps more in 1 slice");
});

test("many equal slices cost as much as many different ones", { timeout: 60_000 }, async () => {
  const bodiesOf = (queryAt: (at: number) => string): string =>
    JSON.stringify(Array.from({ length: 3_000 }, (_, at) => ({ name: `${at}`, cql: queryAt(at) })));
  const files = {
    "other.json": bodiesOf((at) => `type:${at} after:7d`),
    "same.json": bodiesOf((at) => `type:A after:${at}h after:12mo sort:${at}`),
  };
  const timeOf = async (file: string): Promise<number> => {
    const before = process.cpuUsage();
    expect((await runCli(["check", file], { files })).status).toBe(0);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  await timeOf("other.json");
  expect(await timeOf("same.json")).toBeLessThan(15 * (await timeOf("other.json")));
});
