// Tests the commands `compile`, `explain`, `format` and `tokens`.

import { expect, test } from "vitest";
import { compile, createCatalog, explain, parse } from "../../src/index.ts";
import { present, runCli } from "./support.ts";

const data = {
  shapes: [
    { id: "10", name: "Sales CRM" },
    { id: "11", name: "Inbox" },
  ],
  sources: [{ id: "1", name: "gmail" }],
};
const files = {
  "catalog.json": JSON.stringify(data),
  "q.cql": '  type:"Person"   shape:"Sales CRM" \n',
  "bad.cql": "type:\n",
};
const withCatalog = ["--catalog", "catalog.json"];
const options = { catalog: createCatalog(data), now: present };
const query = 'type:Person shape:"Sales CRM" shape:Other source:gmail after:7d sort:name';

test("compile prints the definition, and the rest to standard error", async () => {
  const { status, stdout, stderr } = await runCli(["compile", query, ...withCatalog], { files });
  expect(status).toBe(0);
  expect(stdout).toBe(`${JSON.stringify(JSON.parse(stdout), null, 2)}\n`);
  expect(JSON.parse(stdout)).toEqual({
    filter_definition: {
      entityTypes: ["Person"],
      propertyFilters: [
        { path: "shape_id", operator: "in", value: ["10"] },
        { path: "source_id", operator: "in", value: ["1"] },
      ],
      dateRange: { field: "created_at", start: "2026-11-13T12:00:00.000Z" },
    },
    scope_warnings: ["sort:name"],
    unresolved: { shapes: ["Other"], sources: [] },
    now: "2026-11-20T12:00:00.000Z",
  });
  expect(stderr).toContain("warning[unresolved-shape]");
  expect(stderr).toContain("information[scope-term]");
  expect(stderr).not.toContain("refused");
});

test("compile --json prints the library's result", async () => {
  const { status, stdout, stderr } = await runCli(["compile", query, ...withCatalog, "--json"], { files });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(compile(query, options))));
});

test("compile refuses a query with errors, whether there is a catalog or not", async () => {
  const refused = "type: shape:A after:7days";
  const { status, stdout, stderr } = await runCli(["compile", refused]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/error\[missing-value\][^]*\^[^]*error\[offset-unit-unknown\][^]*\^/);
  expect(stderr).toMatch(/\n\nthe query is refused: 2 errors\n$/);
});

test("compile --json prints a refusal on both streams", async () => {
  const { status, stdout, stderr } = await runCli(["compile", "type:", ...withCatalog, "--json"], { files });
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(compile("type:", options))));
  expect(stderr).toMatch(/error\[missing-value\][^]*\^[^]*the query is refused: 1 error\n$/);
});

test("compile needs no catalog for types, dates and scope terms", async () => {
  const { status, stdout } = await runCli(["compile", 'type:A before:2026-01-01 edge:a agent:b sort:c "x"']);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ filter_definition: { entityTypes: ["A"] } });
});

test("compile accepts an empty catalog", async () => {
  const { status, stdout } = await runCli(["compile", "shape:A", "--catalog", "c"], { files: { c: "{}" } });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ unresolved: { shapes: ["A"] } });
});

test("explain prints the explanation, with and without a catalog", async () => {
  const known = await runCli(["explain", query, ...withCatalog], { files });
  expect(known).toMatchObject({ status: 0, stdout: `${explain(query, options)}\n` });
  expect(known.stderr).toContain("warning[unresolved-shape]");
  expect(known.stderr).not.toContain("information");
  const unknown = await runCli(["explain", query]);
  expect(unknown).toMatchObject({ status: 0, stdout: `${explain(query, { now: present })}\n`, stderr: "" });
  expect(unknown.stdout).toContain("Names were not looked up");
});

test("explain --json prints the explanation as a member", async () => {
  const { stdout } = await runCli(["explain", query, "--json"]);
  expect(JSON.parse(stdout)).toEqual({ explanation: explain(query, { now: present }) });
});

test("explain gives the reason for a refusal once", async () => {
  const { status, stdout, stderr } = await runCli(["explain", "type:"]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/error\[missing-value\][^]*the query is refused: 1 error\n$/);
});

test("format prints the canonical spelling of a query from any source", async () => {
  const expected = { status: 0, stdout: 'type:Person shape:"Sales CRM"\n', stderr: "", written: {} };
  expect(await runCli(["format", '  type:"Person"   shape:"Sales CRM" '])).toEqual(expected);
  expect(await runCli(["format", "--file", "q.cql"], { files })).toEqual(expected);
  expect(await runCli(["format", "-"], { stdin: files["q.cql"] })).toEqual(expected);
});

test("format --fix writes the file back, if that changes it", async () => {
  const outcome = await runCli(["format", "--file", "q.cql", "--fix"], { files });
  const formatted = 'type:Person shape:"Sales CRM"\n';
  expect(outcome).toEqual({ status: 0, stdout: "", stderr: "", written: { "q.cql": formatted } });
  const again = await runCli(["format", "--file", "q", "--fix"], { files: { q: formatted } });
  expect(again).toEqual({ status: 0, stdout: "", stderr: "", written: {} });
});

test("format leaves a query with errors unchanged", async () => {
  const plain = await runCli(["format", "--file", "bad.cql", "--fix"], { files });
  expect(plain).toMatchObject({ status: 1, stdout: "", written: {} });
  expect(plain.stderr).toContain("bad.cql:1:1: error[missing-value]");
});

test("format --json prints the formatted query as a member", async () => {
  expect((await runCli(["format", ' type:"A" ', "--json"])).stdout).toBe('{"formatted":"type:A"}\n');
});

test("tokens prints a table of the terms", async () => {
  const { status, stdout, stderr } = await runCli([
    "tokens",
    'source:a:b "sales \\"CRM\\"" type:日本 x\u200b',
  ]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatchInlineSnapshot(`
    "span    kind       qualifier  quoted  text
    0..10   qualified  source     no      a:b
    11..26  text       -          yes     sales "CRM"
    27..34  qualified  type       no      日本
    35..37  text       -          no      x<U+200B>
    "
  `);
});

test("tokens prints the terms of a query with errors, and refuses it", async () => {
  const { status, stdout, stderr } = await runCli(["tokens", 'shape:"Sales']);
  expect(status).toBe(1);
  expect(stdout).toContain("0..12  qualified  shape      yes     Sales\n");
  expect(stderr).toMatch(/error\[unterminated-quote\][^]*the query is refused: 1 error\n$/);
  // Every command refuses the same queries.
  expect(await runCli(["tokens", "after:7days"])).toMatchObject({ status: 1 });
});

test("tokens reports that an empty query has no terms", async () => {
  expect(await runCli(["tokens", " "])).toEqual({ status: 0, stdout: "no terms\n", stderr: "", written: {} });
});

test("tokens --json prints the tree", async () => {
  const { stdout } = await runCli(["tokens", query, "--json"]);
  expect(JSON.parse(stdout)).toEqual(parse(query).query);
});

test.each(["check", "compile", "explain", "format", "tokens"])(
  "%s refuses a text over the limits",
  async (command) => {
    const { status, stdout, stderr } = await runCli([command, "type:A ".repeat(20_000)]);
    expect(status).toBe(1);
    expect(command === "check" ? stdout : stderr).toContain("error[too-long]");
  },
);
