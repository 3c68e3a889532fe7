// Tests the command `sql`, and the SQL of `explain`: the expression, its parameters as comments, and what is refused.

import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { type DialectName, dialectNames } from "../../src/backends/sql/dialects.ts";
import { entityColumns, entityTableSql } from "../../src/backends/sql/entity-table.ts";
import { toSql } from "../../src/backends/sql/to-sql.ts";
import { compile, createCatalog, explain } from "../../src/index.ts";
import { present, runCli } from "./support.ts";

const data = { shapes: [{ id: "10", name: "Sales CRM" }], sources: [{ id: "1", name: "gmail" }] };
const files = { "c.json": JSON.stringify(data), "q.cql": "type:Person\n" };
const options = { catalog: createCatalog(data), now: present };
const query = 'type:Person type:"a\'b" shape:"Sales CRM" source:gmail after:7d sort:name';

function sqlOf(text: string, dialect: DialectName): ReturnType<typeof toSql> {
  const result = compile(text, options);
  if (!result.ok) throw new Error("The query is refused.");
  return toSql(result.filter_definition, { dialect, columns: entityColumns, json: "props" });
}

test.each(dialectNames)(
  "sql prints the expression, then a comment for each parameter, for %s",
  async (dialect) => {
    const args = ["sql", query, "--dialect", dialect, "--catalog", "c.json"];
    const { status, stdout, stderr } = await runCli(args, { files });
    expect(status).toBe(0);
    const { text, params } = sqlOf(query, dialect);
    const name = dialect === "postgres" ? "$" : "parameter ";
    const lines = params.map((value, index) => `-- ${name}${String(index + 1)} = ${JSON.stringify(value)}\n`);
    expect(params.length).toBeGreaterThan(3);
    expect(stdout).toBe(`${text}\n${lines.join("")}`);
    // The diagnostics of the query are those of compile.
    const compiled = await runCli(["compile", query, "--catalog", "c.json"], { files });
    expect(stderr).toBe(compiled.stderr);
    expect(stderr).toContain("information[scope-term]");
  },
);

test.each(dialectNames)("sql --json prints the text and the parameters for %s", async (dialect) => {
  const args = ["sql", query, "--dialect", dialect, "--catalog", "c.json", "--json"];
  const { status, stdout } = await runCli(args, { files });
  expect(status).toBe(0);
  expect(stdout).toBe(`${JSON.stringify(sqlOf(query, dialect))}\n`);
});

test("the comments of sql number the parameters as the expression does", async () => {
  const { stdout } = await runCli(["sql", "type:A before:7d", "--dialect", "postgres"]);
  const [text = "", ...comments] = stdout.trimEnd().split("\n");
  expect(comments.map((comment) => /^-- (\$\d+) = /.exec(comment)?.[1])).toEqual(text.match(/\$\d+/g));
  const positional = await runCli(["sql", "type:A before:7d", "--dialect", "mysql"]);
  expect(positional.stdout.split("\n").slice(1, 3)).toEqual([
    '-- parameter 1 = "[\\"A\\"]"',
    expect.stringMatching(/^-- parameter 2 = /),
  ]);
});

test("sql reads a query from a file or from standard input, also one without parameters", async () => {
  const expected = await runCli(["sql", "type:Person", "--dialect", "sqlite"]);
  expect(await runCli(["sql", "--file", "q.cql", "--dialect", "sqlite"], { files })).toEqual(expected);
  expect(await runCli(["sql", "-", "--dialect=sqlite"], { stdin: "type:Person" })).toEqual(expected);
  expect((await runCli(["sql", "sort:a", "--dialect", "sqlite"])).stdout).toBe(
    `${sqlOf("", "sqlite").text}\n`,
  );
});

test("a parameter cannot end its comment in the output of sql, or hide", async () => {
  const ids = "a\nb\r\u0085\u2028\u001b[2J\u202e\u200b'\"日本";
  const catalog = JSON.stringify({ sources: [{ id: ids, name: "x" }] });
  const args = ["sql", "source:x", "--dialect", "postgres", "--catalog", "c"];
  const { stdout } = await runCli(args, { files: { c: catalog } });
  const [, comment = "", ...rest] = stdout.split("\n");
  expect(comment).toBe(String.raw`-- $1 = ["a\nb\r\u0085\u2028\u001b[2J\u202e\u200b'\"日本"]`);
  expect(rest).toEqual([""]);
});

test("a value that no database can hold is reported by sql", async () => {
  const catalog = '{"sources": [{"id": "\\ud800", "name": "x"}]}';
  const { status, stdout, stderr } = await runCli(
    ["sql", "source:x", "--dialect", "mysql", "--catalog", "c"],
    {
      files: { c: catalog },
    },
  );
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(/^slice-cql: the slice cannot be written as SQL: propertyFilters\[0\][^\n]*\n$/);
});

test("a database finds with the printed SQL what match finds", async () => {
  const entities = [
    { id: "1", type: "Person", shape_id: "10", source_id: "1", created_at: "2026-11-19T00:00:00.000Z" },
    { id: "2", type: "a'b", shape_id: "10", source_id: "1", created_at: "2026-11-13T12:00:00.000Z" },
    { id: "3", type: "Person", shape_id: "10", source_id: "1", created_at: "2026-11-13T11:59:59.999Z" },
    { id: "4", type: "Company", shape_id: "10", source_id: "1", created_at: "2026-11-19T00:00:00.000Z" },
    { id: "5", type: "Person", shape_id: "11", source_id: "1", created_at: "2026-11-19T00:00:00.000Z" },
  ];
  const database = new DatabaseSync(":memory:");
  database.exec(entityTableSql({ dialect: "sqlite" }));
  const insert = database.prepare(
    "INSERT INTO entities (id, type, shape_id, source_id, created_at) VALUES (:id, :type, :shape_id, :source_id, :created_at)",
  );
  for (const entity of entities) insert.run(entity);
  const { stdout } = await runCli(["sql", query, "--dialect", "sqlite", "--catalog", "c.json", "--json"], {
    files,
  });
  const { text, params }: { readonly text: string; readonly params: readonly string[] } = JSON.parse(stdout);
  const rows = database.prepare(`SELECT id FROM entities WHERE ${text} ORDER BY id`).all(...params);
  expect(rows.map(({ id }) => id)).toEqual(["1", "2"]);
  const lines = entities.map((entity) => JSON.stringify(entity)).join("\n");
  const matched = await runCli(["match", query, "e", "--catalog", "c.json", "--by", "id"], {
    files: { ...files, e: lines },
  });
  expect(matched.stdout).toBe('1  "1"\n1  "2"\n');
});

test("explain adds the SQL on request", async () => {
  const plain = await runCli(["explain", query, "--catalog", "c.json"], { files });
  const args = ["explain", query, "--catalog", "c.json", "--dialect", "duckdb"];
  const { status, stdout, stderr } = await runCli(args, { files });
  const printed = await runCli(["sql", query, "--catalog", "c.json", "--dialect", "duckdb"], { files });
  expect({ status, stderr }).toEqual({ status: 0, stderr: plain.stderr });
  expect(stdout).toBe(`${plain.stdout}\nAs the condition of a WHERE clause (duckdb):\n${printed.stdout}`);
  const json = await runCli([...args, "--json"], { files });
  expect(JSON.parse(json.stdout)).toEqual({
    explanation: explain(query, options),
    sql: sqlOf(query, "duckdb"),
  });
});

test.each(["sql", "explain"])("%s with SQL needs a catalog for names", async (command) => {
  expect(await runCli([command, "shape:a", "--dialect", "sqlite"])).toEqual({
    status: 2,
    stdout: "",
    stderr: "slice-cql: the query has the name `a`; pass --catalog FILE to look up names\n",
    written: {},
  });
});
