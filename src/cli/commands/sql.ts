// `sql`: the slice as the condition of a WHERE clause.

import type { Command } from "../command.ts";
import { compileQuery, refuse } from "../compiling.ts";
import { inlined } from "../inline-sql.ts";
import { requireNames } from "../input/catalog.ts";
import { readQuery } from "../input/query.ts";
import { shownJson } from "../output/json-text.ts";
import { atLeast, report } from "../output/report.ts";
import { requireDialect, sqlLines, sqlOf } from "../sql.ts";

/** The command `sql`. */
export const sql: Command = {
  name: "sql",
  summary: "Print the slice as the condition of a WHERE clause",
  usage: [
    "QUERY --dialect NAME [--catalog FILE] [FLAGS]",
    "--file FILE --dialect NAME [--catalog FILE] [FLAGS]",
  ],
  details: [
    "Prints an expression for the WHERE clause, then the value of each parameter as a comment. No part of",
    "the query is in the expression. It uses the table that `entityTableSql` of slice-cql/sql creates, with",
    "the columns id, type, shape_id, source_id, source_shape_id and created_at, and the JSON column props.",
    "With --inline the values are in the expression, quoted for the dialect whatever the settings of the",
    "connection: a text with a backslash (on PostgreSQL and MySQL) or invisible characters is written in",
    "hexadecimal digits. That is for reading and trying by hand; programs should bind parameters.",
    "A query that names shapes or sources needs --catalog. Findings on the query go to",
    "standard error.",
    '--json prints {"text": TEXT, "params": [...]}, with no params if they are in the text.',
  ],
  flags: ["dialect", "inline", "deny-warnings"],
  examples: [
    { does: "The condition for PostgreSQL", line: `'type:Person after:2026-01-01' --dialect postgres` },
    { does: "For trying it by hand", line: `'type:Person after:7d' --dialect sqlite --inline` },
    {
      does: "Text and parameters for a program",
      line: `'source:gmail' --catalog catalog.json --dialect sqlite --json`,
    },
  ],
  async run(context) {
    const { io, args, catalog } = context;
    const dialect = requireDialect(context);
    const query = await readQuery(context);
    const result = compileQuery(context, query);
    if (!result.ok) return await refuse(context, query, result);
    requireNames(result.query, catalog);
    const bound = sqlOf(result.filter_definition, dialect);
    const isInline = args.given.has("inline");
    const { text, params } = isInline ? { text: inlined(bound, dialect), params: [] } : bound;
    await report(context, query, atLeast("information", result.diagnostics));
    const lines = args.given.has("json")
      ? [shownJson({ text, params })]
      : sqlLines({ text, params }, dialect);
    await io.stdout.write(`${lines.join("\n")}\n`);
    return 0;
  },
};
