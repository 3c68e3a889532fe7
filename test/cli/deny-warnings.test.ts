// Tests `--deny-warnings`: a warning refuses a query as an error does, in every command that compiles one.

import { expect, test } from "vitest";
import { runCli } from "./support.ts";

const files = {
  "e.ndjson": '{"type":"Person"}\n',
  "same.json": '[{"name": "a", "cql": "type:A"}, {"name": "b", "cql": "type:A"}]',
  "same.slice-cql": "type:A\n\ntype:A\n",
  "fine.json": '{"name": "a", "cql": "type:A sort:x"}',
};
const query = "tpye:Person type:Person";

test.each<readonly [args: readonly string[]]>([
  [["compile", query]],
  [["compare", query, "type:Person"]],
  [["compare", "type:Person", query]],
  [["explain", query]],
  [["match", query, "e.ndjson"]],
  [["sql", query, "--dialect", "sqlite"]],
])("with --deny-warnings a warning refuses the query of %j", async (args) => {
  expect((await runCli(args, { files })).status).toBe(0);
  const denied = await runCli([...args, "--deny-warnings"], { files });
  expect(denied).toMatchObject({ status: 1, stdout: "" });
  expect(denied.stderr).toMatch(/warning\[unknown-qualifier\][^]*the query is refused: 1 warning\n/);
  const json = await runCli([...args, "--deny-warnings", "--json"], { files });
  expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, diagnostics: [{ severity: "warning" }] });
  expect(json.stdout).not.toContain("filter_definition");
});

test.each<readonly [args: readonly string[], status: number]>([
  [["check", query], 1],
  [["check", query, "--json"], 1],
  [["check", "type:A type:A sort:x"], 0],
  [["check", "tpye:Person", "--fix"], 0],
  [["check", "same.json"], 1],
  [["check", "same.slice-cql"], 1],
  [["check", "fine.json"], 0],
  [["compile", "type:A sort:x"], 0],
])("%j --deny-warnings ends with %d", async (args, status) => {
  expect((await runCli(args, { files })).status).toBe(0);
  expect((await runCli([...args, "--deny-warnings"], { files })).status).toBe(status);
});

test("format and tokens have no flag --deny-warnings, because they do not compile", async () => {
  expect(await runCli(["tokens", "type:A", "--deny-warnings"])).toMatchObject({
    status: 2,
    stderr:
      "slice-cql: `tokens` has no flag --deny-warnings; `check`, `compare`, `compile`, `explain`, `match` and `sql` have it\n",
  });
});
