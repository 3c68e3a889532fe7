// Tests the command `match`: which entities it prints, how it counts, and that it reads as it goes.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../tidy/sources.ts";
import { runCli } from "./support.ts";

const lines = [
  '{"id":"1","type":"Person","shape_id":"10","created_at":"2026-11-19T00:00:00.000Z","address":{"city":"Bern"}}',
  '{ "id": "2",  "type": "Company", "shape_id": "11", "created_at": "2026-01-01T00:00:00.000Z" }\r',
  "",
  '  {"id":"3","type":"Person","created_at":"2020-01-01T00:00:00.000Z","address":{"city":"Zürich"}}',
  '{"id":"4","type":"Person","address":"none","age":42}',
];
const files = {
  "e.ndjson": `${lines.join("\n")}\n`,
  "cut.ndjson": lines.join("\n"),
  "catalog.json": '{"shapes": [{"id": "10", "name": "CRM"}, {"id": "11", "name": "CRM"}]}',
  "q.cql": "type:Company\n",
};

test("match prints the lines that are in the slice verbatim", async () => {
  const { status, stdout, stderr } = await runCli(["match", "type:Person", "e.ndjson"], { files });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toBe([lines[0], lines[3], lines[4], ""].join("\n"));
  expect((await runCli(["match", "type:Company", "e.ndjson"], { files })).stdout).toBe(`${lines[1] ?? ""}\n`);
});

test.each([1, 2, 7, 64, 65_536])(
  "files may arrive in pieces of %d bytes, and end without a line break",
  async (chunk) => {
    const expected = await runCli(["match", "type:Person", "e.ndjson"], { files });
    expect(await runCli(["match", "type:Person", "cut.ndjson"], { files, chunk })).toEqual(expected);
  },
);

test("several files are read, standard input among them", async () => {
  const world = { files, stdin: '{"type":"Company","id":"5"}\n' };
  const { stdout } = await runCli(
    ["match", "--file", "q.cql", "e.ndjson", "-", "e.ndjson", "--count"],
    world,
  );
  expect(stdout).toBe("3\n");
});

test("the query is read from standard input", async () => {
  const { stdout } = await runCli(["match", "-", "e.ndjson", "--count"], { files, stdin: "type:Person\n" });
  expect(stdout).toBe("3\n");
});

test("dates count from --now", async () => {
  const args = ["match", "after:7d", "e.ndjson", "--count"];
  expect((await runCli(args, { files })).stdout).toBe("1\n");
  expect((await runCli([...args, "--now", "2026-01-03T00:00:00Z"], { files })).stdout).toBe("2\n");
});

test("names are looked up, and diagnostics of the query go to standard error", async () => {
  const args = ["match", "shape:CRM sort:name", "e.ndjson", "--count", "--catalog", "catalog.json"];
  const { status, stdout, stderr } = await runCli(args, { files });
  expect({ status, stdout }).toEqual({ status: 0, stdout: "2\n" });
  expect(stderr).toContain("information[ambiguous-name]");
  expect(stderr).toContain("information[scope-term]");
});

test("a query that is refused reads no entity", async () => {
  const { status, stdout, stderr } = await runCli(["match", "type:", "e.ndjson", "nowhere"], { files });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/error\[missing-value\][^]*\^[^]*the query is refused: 1 error\n$/);
});

test("--count prints the number of entities, as text or as JSON", async () => {
  expect((await runCli(["match", "type:Person", "e.ndjson", "--count"], { files })).stdout).toBe("3\n");
  expect((await runCli(["match", "type:Nobody", "e.ndjson", "--count"], { files })).stdout).toBe("0\n");
  expect((await runCli(["match", "type:Person", "e.ndjson", "--count", "--json"], { files })).stdout).toBe(
    '{"count":3}\n',
  );
});

test("--by prints nothing, or an empty list, if no entity is found", async () => {
  const { status, stdout } = await runCli(["match", "type:Nobody", "e.ndjson", "--by", "type"], { files });
  expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
  expect(
    (await runCli(["match", "type:Nobody", "e.ndjson", "--by", "type", "--json"], { files })).stdout,
  ).toBe("[]\n");
});

test("--json prints entities verbatim", async () => {
  const plain = await runCli(["match", "type:Person", "e.ndjson"], { files });
  expect(await runCli(["match", "type:Person", "e.ndjson", "--json"], { files })).toEqual(plain);
});

/** Dates that cannot be read, one an entity; with missing ones and entities that are not in the slice. */
const undated = [
  '{"type":"A","created_at":"2026-02-30"}',
  '{"type":"A","created_at":"2026-01-05T10:00:00"}',
  '{"type":"A","created_at":"5.1.2026"}',
  '{"type":"A","created_at":1767225600000}',
  '{"type":"A","created_at":null}',
  '{"type":"A"}',
  '{"type":"B"}',
  '{"type":"A","created_at":"2020-01-01"}',
  '{"type":"A","created_at":"2026-01-05T10:00+01:00"}',
].join("\n");

const readable =
  "a readable date is a day such as 2026-11-20 or an instant with its zone such as 2026-11-20T12:00:00Z";

test.each<readonly [query: string, flags: readonly string[], stdout: string, note: string]>([
  [
    "type:A after:2026-01-01",
    ["--count"],
    "1\n",
    `6 entities match the query except for its dates, because they have no readable \`created_at\`; ${readable}`,
  ],
  [
    "type:A before:2026-01-01",
    ["--by", "type"],
    "1  A\n",
    `6 entities match the query except for its dates, because they have no readable \`created_at\`; ${readable}`,
  ],
  [
    "type:B before:2026-01-01 after:2020-01-01",
    [],
    "",
    `no entity is in the slice: 1 matches \`type:B\`, 2 match \`after:2020-01-01\` and 1 matches \`before:2026-01-01\`, but no entity matches all of them\nslice-cql: 1 entity matches the query except for its dates, because it has no readable \`created_at\`; ${readable}`,
  ],
  ["type:A", ["--count"], "8\n", ""],
  ["type:C after:2026-01-01", ["--count"], "0\n", "no entity is in the slice: none matches `type:C`"],
])("entities without a readable date are reported: %s", async (query, flags, stdout, note) => {
  const outcome = await runCli(["match", query, "u", "u2", ...flags], { files: { u: undated, u2: "{}\n" } });
  expect(outcome).toMatchObject({ status: 0, stdout, stderr: note === "" ? "" : `slice-cql: ${note}\n` });
});

test("the notes of the query come first, the others last", async () => {
  const files = { u: `${undated}\nx\n` };
  const { stderr } = await runCli(["match", "type:A after:7d sort:a", "u", "--skip-bad"], { files });
  expect(stderr).toMatch(
    /^information\[scope-term\][^]*\nslice-cql: u:10:1: [^\n]*; skipped\nslice-cql: 1 line was skipped\nslice-cql: no entity [^\n]*\nslice-cql: 6 entities match [^\n]*\n$/,
  );
});

test("a terminal shows that the command is waiting for entities", async () => {
  const { stdout, stderr } = await runCli(["match", "type:A", "-", "--count"], {
    stdin: '{"type":"A"}\n',
    terminals: ["stdin"],
  });
  expect({ stdout, stderr }).toEqual({
    stdout: "1\n",
    stderr:
      "Type entities, one JSON object per line, then Ctrl+D on a line of its own (Windows: Ctrl+Z, Enter).\n",
  });
});

test("a closed output is not an error", async () => {
  expect(await runCli(["match", "", "e.ndjson"], { files, closed: ["stdout"] })).toMatchObject({ status: 0 });
  expect(await runCli(["check", "type:"], { closed: ["stdout"] })).toMatchObject({ status: 0 });
  expect(await runCli(["check", "--nope"], { closed: ["stderr"] })).toMatchObject({ status: 2 });
});

const folder = join(root, "fixtures/debian");
const read = (name: string): string => readFileSync(join(folder, name), "utf8");
const debian = { "e.ndjson": read("entities.ndjson"), "c.json": read("catalog.json") };
const {
  now,
  slices,
}: {
  readonly now: string;
  readonly slices: readonly { readonly name: string; readonly cql: string; readonly count: number }[];
} = JSON.parse(read("slices.json"));

test.each(slices)(
  "match agrees with the recorded counts of the real slice: $name",
  async ({ cql, count }) => {
    const args = ["match", cql, "e.ndjson", "--catalog", "c.json", "--now", now, "--by", "type", "--json"];
    const { stdout } = await runCli(args, { files: debian });
    const counts: readonly { readonly count: number }[] = JSON.parse(stdout);
    expect(counts.reduce((sum, each) => sum + each.count, 0)).toBe(count);
  },
);

test.each<readonly [query: string, reason: string | undefined]>([
  ["type:Persn", "none matches `type:Persn`"],
  ["type:Persn type:Robot shape:CRM", "none matches `type:Persn type:Robot`"],
  ["type:Robot shape:Nowhere after:2019-01-01", "none matches `type:Robot` and none matches `shape:Nowhere`"],
  [
    "type:Company shape:CRM before:2025-01-01",
    "1 matches `type:Company`, 2 match `shape:CRM` and 1 matches `before:2025-01-01`, but no entity matches all of them",
  ],
  ["after:2030-01-01", "none matches `after:2030-01-01`"],
  ["type:Person shape:CRM", undefined],
  ["", undefined],
])("the note explains why no entity is in the slice: %j", async (query, reason) => {
  const args = ["match", query, "e.ndjson", "--catalog", "catalog.json", "--count"];
  const { stderr } = await runCli(args, { files });
  const said = stderr.split("\n").filter((line) => line.includes("no entity is in the slice"));
  expect(said).toEqual(reason === undefined ? [] : [`slice-cql: no entity is in the slice: ${reason}`]);
});

test("nothing is reported for a file without entities", async () => {
  const outcome = await runCli(["match", "type:A", "x.ndjson"], { files: { "x.ndjson": "\n" } });
  expect(outcome).toMatchObject({ status: 0, stderr: "" });
});
