// Tests that every command refuses a query in the same way: as text on standard error, with --json also as JSON on standard output.

import { expect, test } from "vitest";
import { compile, createCatalog, parse, validate } from "../../src/index.ts";
import { present, runCli } from "./support.ts";

const query = "type: sort:name after:2026-02-29";
const files = { "e.ndjson": '{"type":"A"}\n', "q.cql": `${query}\n` };
const options = { catalog: createCatalog({}), now: present };

/** The commands that make something of a query that is fine, with the flags that change what they make. */
const makers: readonly (readonly string[])[] = [
  ["compile", query],
  ["explain", query],
  ["explain", query, "--dialect", "sqlite"],
  ["sql", query, "--dialect", "sqlite"],
  ["compare", "--file", "q.cql", "type:A"],
  ["format", query],
  ["format", "--file", "q.cql", "--fix"],
  ["match", query, "e.ndjson"],
  ["match", query, "e.ndjson", "--count"],
  ["match", query, "nowhere", "--by", "type"],
];

const words =
  /error\[missing-value\][^]*\^[^]*information\[scope-term\][^]*error\[date-nonexistent\][^]*\n\nthe query is refused: 2 errors, 1 note\n$/;

test.each(makers)("a query with errors is refused by %s %s %s %s", async (...args) => {
  const plain = await runCli(args, { files });
  expect(plain).toMatchObject({ status: 1, stdout: "", written: {} });
  expect(plain.stderr).toMatch(words);
  const json = await runCli([...args, "--json"], { files });
  expect(json).toEqual({ ...plain, stdout: json.stdout });
  expect(JSON.parse(json.stdout)).toEqual(JSON.parse(JSON.stringify(compile(query, options))));
  expect(json.stdout).toMatch(/^\{"ok":false,[^\n]*\n$/);
});

test("check and tokens --json print a refused query as they print any other", async () => {
  const check = await runCli(["check", query, "--json"]);
  expect(check.status).toBe(1);
  expect(JSON.parse(check.stdout)).toEqual(validate(query, { now: present }));
  const tokens = await runCli(["tokens", query, "--json"]);
  expect(tokens.status).toBe(1);
  expect(JSON.parse(tokens.stdout)).toEqual(parse(query).query);
});
