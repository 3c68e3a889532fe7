// `format`: a query in its canonical spelling.
import { format as formatText } from "../../pipeline/format.ts";
import type { Command } from "../command.ts";
import { compileQuery, refuse } from "../compiling.ts";
import { Failure } from "../failure.ts";
import { readQuery } from "../input/query.ts";
import { writeFile } from "../input/read.ts";
import { shownJson } from "../output/json-text.ts";

/** The command `format`. */
export const format: Command = {
  name: "format",
  summary: "Print a query with one space between terms, and quotes only where they are needed",
  usage: ["QUERY [FLAGS]", "--file FILE [--fix] [FLAGS]"],
  details: [
    "What the query means stays the same. A query with errors is refused, and left as it is; `check --fix`",
    "may mend it.",
    '--json prints {"formatted": TEXT}.',
  ],
  flags: ["fix"],
  examples: [
    { does: "Print the canonical spelling", line: `'  type:"Person"   shape:"Sales CRM" '` },
    { does: "Rewrite a file in place", line: "--file people.cql --fix" },
  ],
  async run(context) {
    const { io, args } = context;
    if (args.given.has("fix") && !args.given.has("file"))
      throw new Failure("format --fix writes to a file: give --file FILE");
    const query = await readQuery(context);
    const result = compileQuery(context, query);
    if (!result.ok) return await refuse(context, query, result);
    const formatted = formatText(query.text);
    if (args.given.has("fix") && query.file !== undefined && formatted !== query.text)
      await writeFile(io, query.file, formatted + query.ending);
    if (args.given.has("json")) await io.stdout.write(`${shownJson({ formatted })}\n`);
    else if (!args.given.has("fix")) await io.stdout.write(`${formatted}\n`);
    return 0;
  },
};
