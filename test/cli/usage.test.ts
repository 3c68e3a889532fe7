// Tests that wrong usage is reported on one line of standard error that says what to write, with status 2.

import { expect, test } from "vitest";
import { dialectNames } from "../../src/backends/sql/dialects.ts";
import { listing } from "../../src/text/show.ts";
import { runCli } from "./support.ts";

const dialects = listing(dialectNames, "or");

const notDialect = (name: string, meant?: string): string =>
  `--dialect is ${dialects}, not \`${name}\`${meant === undefined ? "" : `; did you mean \`${meant}\`?`}`;

const oneTooMany = (word: string, query = "type:A"): string =>
  `\`${word}\` is an extra argument: put the whole query in quotes, '${query} …'`;

const mistakes: readonly (readonly [args: string, line: string])[] = [
  // Commands.
  ["chek x", "unknown command `chek`; did you mean `check`?"],
  ["Compile x", "unknown command `Compile`; did you mean `compile`?"],
  [
    "zzz",
    "unknown command `zzz`; the commands are: check, compare, compile, explain, format, lsp, match, sql, tokens",
  ],
  [
    "type:Person",
    "unknown command `type:Person`; write a command before the query: check, compare, compile, explain, format, lsp, match, sql, tokens",
  ],
  ["help fromat", "unknown command `fromat`; did you mean `format`?"],
  ["fromat --help", "unknown command `fromat`; did you mean `format`?"],
  [
    "__proto__ x",
    "unknown command `__proto__`; the commands are: check, compare, compile, explain, format, lsp, match, sql, tokens",
  ],
  // Flags.
  ["check x --jsno", "unknown flag `--jsno`; did you mean `--json`?"],
  ["check x --catlog=a.json", "unknown flag `--catlog`; did you mean `--catalog`?"],
  ["check x --verbose", "unknown flag `--verbose`; see `slice-cql check --help`"],
  ["check x --__proto__", "unknown flag `--__proto__`; see `slice-cql check --help`"],
  ["match type:A y.ndjson --limit 3", "unknown flag `--limit`; see `slice-cql match --help`"],
  ["--limit 3 match type:A y.ndjson", "unknown flag `--limit`; see `slice-cql match --help`"],
  ["--limit=3 chek x", "unknown flag `--limit`; see `slice-cql --help`"],
  ["check --type:Person", "unknown flag `--type:Person`; put a query that begins with `-` after ` -- `"],
  ["check -type:Person", "unknown flag `-type:Person`; put a query that begins with `-` after ` -- `"],
  ["check -x", "unknown flag `-x`; put a query that begins with `-` after ` -- `"],
  ["check x --json=yes", "--json takes no value: write --json"],
  ["check x --now", "--now needs a value: write --now INSTANT"],
  ["check x --now --json", "--now needs a value: write --now INSTANT"],
  ["check x --catalog=", "--catalog needs a value: write --catalog FILE"],
  ["check x --file=a --file b", "--file is given twice"],
  ["check x --color sometimes", "--color must be auto, always or never, not `sometimes`"],
  ["check x --count", "`check` has no flag --count; `match` has it"],
  ["tokens x --fix", "`tokens` has no flag --fix; `check` and `format` have it"],
  ["check x --skip-bad", "`check` has no flag --skip-bad; `match` has it"],
  ["match x y.ndjson --by type --count", "use --count or --by, not both"],
  ["sql type:A", `--dialect is missing: use ${dialects}`],
  ["sql type:", `--dialect is missing: use ${dialects}`],
  ["sql type:A --dialect", `--dialect needs a value: write --dialect ${dialects}`],
  ["sql x --dialect= --json", `--dialect needs a value: write --dialect ${dialects}`],
  ["sql type:A --color --json", "--color needs a value: write --color auto, always or never"],
  ["sql type:A --dialect oracle", notDialect("oracle")],
  ["sql type:A --dialect __proto__", notDialect("__proto__")],
  ["explain type:A --dialect Postgres", notDialect("Postgres", "postgres")],
  ["sql type:A --dialect PostgreSQL", notDialect("PostgreSQL", "postgres")],
  ["sql type:A --dialect pg", notDialect("pg", "postgres")],
  ["sql type:A --dialect mariadb", notDialect("mariadb", "mysql")],
  ["sql type:A --dialect MariaDB", notDialect("MariaDB", "mysql")],
  ["sql type:A --dialect sqlite3", notDialect("sqlite3", "sqlite")],
  ["match type:A y.ndjson --dialect mysql", "`match` has no flag --dialect; `explain` and `sql` have it"],
  // The query.
  ["check", "the query is missing: pass it in quotes, or `-` for standard input, or use --file FILE"],
  ["match", "the query is missing: pass it in quotes, or `-` for standard input, or use --file FILE"],
  [
    "check type:Person type:Bug",
    "`type:Bug` is an extra argument: put the whole query in quotes, 'type:Person …'",
  ],
  ["explain type:A --file q.cql", "pass the query only once: with --file, or as `type:A`"],
  ["match type:A source:x y.ndjson", oneTooMany("source:x")],
  ["match type:A AND Source-Shape:x y.ndjson nowhere", oneTooMany("Source-Shape:x")],
  ["match type:A after:7d", oneTooMany("after:7d")],
  ["match source:x type:A y.ndjson", oneTooMany("type:A", "source:x")],
  ["match --file q.cql type:A y.ndjson", "pass the query only once: with --file, or as `type:A`"],
  ["match type:A C:nowhere", "C:nowhere cannot be read: no such file"],
  ["check --file -", "--file needs a file name; for standard input, write `-` instead of the query"],
  ["match --file - y.ndjson", "--file needs a file name; for standard input, write `-` instead of the query"],
  ["format --file=- --fix", "--file needs a file name; for standard input, write `-` instead of the query"],
  ["check a.json b.json", "b.json is an extra argument: pass a query or a file"],
  ["check --file a.json type:A", "type:A is an extra argument: pass a query or a file"],
  ["check a.json --fix", "--fix fixes queries; a file of slice bodies is only checked"],
  // Two queries.
  ["compare", "the query is missing: pass it in quotes, or `-` for standard input, or use --file FILE"],
  ["compare type:A", "the second query is missing: pass two, each in quotes, or `-` for standard input"],
  ["compare -", "the second query is missing: pass two, each in quotes, or `-` for standard input"],
  [
    "compare --file q.cql",
    "the second query is missing: pass two, each in quotes, or `-` for standard input",
  ],
  [
    "compare type:A type:B after:7d",
    "`after:7d` is an extra argument: put each of the two queries in quotes",
  ],
  ["compare --file q.cql a b", "`b` is an extra argument: put each of the two queries in quotes"],
  ["compare - -", "`-` is given twice, but standard input can be read only once"],
  ["compare --file - a", "--file needs a file name; for standard input, write `-` instead of the query"],
  ["compare a b --fix", "`compare` has no flag --fix; `check` and `format` have it"],
  ["compar a b", "unknown command `compar`; did you mean `compare`?"],
  // The entities.
  [
    "match type:A",
    "the entities are missing: name an NDJSON file after the query, or `-` for standard input",
  ],
  [
    "match --file q.cql",
    "the entities are missing: name an NDJSON file after the query, or `-` for standard input",
  ],
  ["match a.ndjson", "the query is missing: write it in quotes before the files"],
  ["match a.ndjson.gz", "the query is missing: write it in quotes before the files"],
  ["match - -", "`-` is given twice, but standard input can be read only once"],
  ["match type:A - -", "`-` is given twice, but standard input can be read only once"],
  // The present.
  ["check x --now yesterday", "--now must be an instant such as 2026-11-20T12:00:00Z, not `yesterday`"],
  ["check x --now 2026-01-05", "--now must be an instant such as 2026-01-05T00:00:00Z, not `2026-01-05`"],
  [
    "check x --now 2026-01-05T10:00:00",
    "--now must be an instant such as 2026-01-05T10:00:00Z, not `2026-01-05T10:00:00`",
  ],
  ["check x --now 2026-13-01", "--now: there is no day `2026-13-01`"],
  ["check x --now 2026-02-30T00:00:00Z", "--now: there is no instant `2026-02-30T00:00:00Z`"],
  ["check x --now 2026-01-01T24:00:00Z", "--now: there is no instant `2026-01-01T24:00:00Z`"],
  ["check x --now 2026-13-01T00:00:00Z", "--now: there is no instant `2026-13-01T00:00:00Z`"],
  ["check x --now 2026-01-01T00:00:00+99:99", "--now: there is no instant `2026-01-01T00:00:00+99:99`"],
  [
    "check x --now 1795176000000",
    "--now must be an instant such as 2026-11-20T12:00:00Z, not `1795176000000`",
  ],
  // Names without a catalog.
  ["compile shape:a", "the query has the name `a`; pass --catalog FILE to look up names"],
  ["compile source:a --json", "the query has the name `a`; pass --catalog FILE to look up names"],
];

const files = { "q.cql": "type:A", "a.json": "[]", "y.ndjson": "" };

test.each(mistakes)("wrong usage is reported: slice-cql %s", async (args, line) => {
  expect(await runCli(args.split(" "), { files })).toEqual({
    status: 2,
    stdout: "",
    stderr: `slice-cql: ${line}\n`,
    written: {},
  });
});

test("a file named like a term is read if it exists", async () => {
  const world = { files: { ...files, "source:x": '{"type":"A"}\n' } };
  expect((await runCli(["match", "type:A", "source:x", "--count"], world)).stdout).toBe("1\n");
  const { stdout } = await runCli(["match", "--file", "q.cql", "y.ndjson", "source:x", "--count"], world);
  expect(stdout).toBe("1\n");
});

test("the message for a date with a space for its T shows the completed date", async () => {
  const { stderr } = await runCli(["check", "x", "--now", "2026-01-05 10:00:00"]);
  expect(stderr).toContain("such as 2026-01-05T10:00:00Z, not");
});

test("match needs a catalog for names", async () => {
  const { status, stderr } = await runCli(["match", "source:a source-shape:b", "y.ndjson"], { files });
  expect(status).toBe(2);
  expect(stderr).toBe(
    "slice-cql: the query has the names `b` and `a`; pass --catalog FILE to look up names\n",
  );
});

test("a file named like standard input can be named by another path", async () => {
  const outcome = await runCli(["check", "--file", "./-"], { files: { "./-": "type:A\n" } });
  expect(outcome).toMatchObject({ status: 0, stdout: "no problems\n" });
});

test("the message for a missing catalog lists at most three names", async () => {
  const { stderr } = await runCli(["compile", "shape:a shape:b shape:c shape:d"]);
  expect(stderr).toBe(
    "slice-cql: the query has the names `a`, `b`, `c` and others; pass --catalog FILE to look up names\n",
  );
});

test("without a command the help is printed, with status 2", async () => {
  const asked = await runCli(["--help"]);
  expect(await runCli([])).toEqual({ status: 2, stdout: "", stderr: asked.stdout, written: {} });
});

test("control characters are not echoed to a terminal", async () => {
  const { stderr } = await runCli(["check", "type:A", "\u001b[2J"]);
  expect(stderr).toContain("`<U+001B>[2J` is an extra argument");
  expect((await runCli(["check", "--file", "\u001b[2J"])).stderr).toContain("<U+001B>[2J cannot be read");
});

test("flags may come before the command and after the query", async () => {
  const expected = await runCli(["check", "type:Person", "--json"]);
  expect(expected).toMatchObject({ status: 0, stdout: "[]\n", stderr: "" });
  expect(await runCli(["--json", "check", "type:Person"])).toEqual(expected);
  expect(await runCli(["check", "--json", "type:Person"])).toEqual(expected);
  expect(await runCli(["check", "--json", "--", "type:Person"])).toEqual(expected);
});

test("a query after -- may begin with a hyphen", async () => {
  expect(await runCli(["tokens", "--", "-x"])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("-x\n"),
  });
});

test("-- keeps the hyphen of a query, and --now takes offsets and short forms", async () => {
  const at = async (now: string): Promise<unknown> => {
    const { stdout } = await runCli(["compile", "type:A", "--json", "--now", now]);
    const { now: said }: { now: unknown } = JSON.parse(stdout);
    return said;
  };
  expect(await at("2026-03-01T00:30:00+01:00")).toBe("2026-02-28T23:30:00.000Z");
  expect(await at("2026-03-01T00:30Z")).toBe("2026-03-01T00:30:00.000Z");
  expect(await at("2026-03-01T00:30:00.5Z")).toBe("2026-03-01T00:30:00.500Z");
  expect(await at("0001-01-01T00:00:00Z")).toBe("0001-01-01T00:00:00.000Z");
});

test("a bug is not reported as a mistake of the caller", async () => {
  const { status, stderr } = await runCli(["check", "type:A"], { tick: Number.NaN });
  expect(status).toBe(2);
  expect(stderr).toMatch(/^slice-cql: this is a bug in slice-cql, please report it: TypeError: /);
  expect(stderr).toContain("analyse.ts");
});
