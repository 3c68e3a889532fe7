// `explain`: a query in plain words.
import type { DialectName } from "../../backends/sql/dialects.ts";
import type { Sql } from "../../backends/sql/to-sql.ts";
import { explain as explainText } from "../../pipeline/explain.ts";
import type { Command } from "../command.ts";
import { compileQuery, refuse } from "../compiling.ts";
import { requireNames } from "../input/catalog.ts";
import { readQuery } from "../input/query.ts";
import { shownJson } from "../output/json-text.ts";
import { atLeast, report } from "../output/report.ts";
import { readDialect, sqlLines, sqlOf } from "../sql.ts";

/** The command `explain`. */
export const explain: Command = {
  name: "explain",
  summary: "Explain in plain words what is in the slice, its dates, and which terms do not count",
  usage: [
    "QUERY [--dialect NAME] [--catalog FILE] [FLAGS]",
    "--file FILE [--dialect NAME] [--catalog FILE] [FLAGS]",
  ],
  details: [
    "Names the terms that add nothing because others cover them, and every reason why a slice is empty.",
    "With --catalog, names are looked up. Warnings go to standard error.",
    "--dialect adds the WHERE condition, as `sql` prints it; names then need --catalog.",
    '--json prints {"explanation": TEXT}, with --dialect {"explanation": TEXT, "sql": {"text", "params"}}.',
  ],
  flags: ["dialect", "deny-warnings"],
  examples: [
    { does: "What is in this slice?", line: `'type:Person type:Company after:3mo sort:name'` },
    {
      does: "On another day, with names looked up",
      line: `'shape:"Sales CRM" after:7d' --catalog catalog.json --now 2026-11-20T12:00:00Z`,
    },
    { does: "With its condition for PostgreSQL", line: `'type:Person before:2026-01-01' --dialect postgres` },
  ],
  async run(context) {
    const { io, args, catalog } = context;
    const dialect = readDialect(context);
    const query = await readQuery(context);
    const result = compileQuery(context, query);
    if (!result.ok) return await refuse(context, query, result);
    if (dialect !== undefined) requireNames(result.query, catalog);
    const explanation = explainText(query.text, context);
    const sql = dialect === undefined ? undefined : sqlOf(result.filter_definition, dialect);
    await report(context, query, atLeast("warning", result.diagnostics));
    const part = sql === undefined || dialect === undefined ? [] : sqlPart(sql, dialect);
    const isJson = args.given.has("json");
    const text = isJson ? shownJson({ explanation, sql }) : [explanation, ...part].join("\n");
    await io.stdout.write(`${text}\n`);
    return 0;
  },
};

function sqlPart(sql: Sql, dialect: DialectName): readonly string[] {
  return ["", `As the condition of a WHERE clause (${dialect}):`, ...sqlLines(sql, dialect)];
}
