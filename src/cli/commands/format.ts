// `format`: a query in its canonical spelling, or every query of a file.
import { formatEdits } from "../../language-service/format.ts";
import { formatQueries } from "../../language-service/query-files.ts";
import { fixAll } from "../../pipeline/fix-all.ts";
import { fixQueries } from "../../pipeline/fix-queries.ts";
import { format as formatText } from "../../pipeline/format.ts";
import { applyEdits } from "../../text/edits.ts";
import type { Command, CommandContext } from "../command.ts";
import { compileQuery, refuse } from "../compiling.ts";
import { type ExitStatus, Failure } from "../failure.ts";
import { readQuery } from "../input/query.ts";
import { isQueryFile, queriesIn, readQueryFile } from "../input/query-file.ts";
import type { QueryText } from "../input/query-text.ts";
import { writeFile } from "../input/read.ts";
import { shownJson } from "../output/json-text.ts";
import { atLeast, report } from "../output/report.ts";

/** The command `format`. */
export const format: Command = {
  name: "format",
  summary: "Print a query with one space between terms, and quotes only where necessary",
  usage: ["QUERY [--fix] [FLAGS]", "--file FILE [--fix] [FLAGS]"],
  details: [
    "The meaning of the query stays the same. A query with errors is refused and left unchanged; with --fix",
    "unambiguous fixes are applied first.",
    "A file whose name ends in .slice-cql holds queries, one per paragraph: each is formatted on its own, and",
    "comments and empty lines are kept.",
    '--json prints {"formatted": TEXT}.',
  ],
  flags: ["fix"],
  examples: [
    { does: "Print the canonical spelling", line: `'  type:"Person"   shape:"Sales CRM" '` },
    { does: "Apply unambiguous fixes first", line: `'Type:Person  after:7days' --fix` },
    { does: "Rewrite a file in place", line: "--file people.cql --fix" },
  ],
  async run(context) {
    const { args } = context;
    const file = args.given.get("file");
    if (file !== undefined && isQueryFile(file)) return await runQueries(context, file);
    const query = await readQuery(context);
    const fixed = args.given.has("fix") ? fixAll(query.text, context) : query.text;
    if (!compileQuery(context, { ...query, text: fixed }).ok) {
      const result = compileQuery(context, query);
      if (!result.ok) return await refuse(context, query, result);
    }
    const formatted = formatText(fixed);
    const isChanged = formatted !== query.text;
    return await finish(
      context,
      formatted,
      isChanged ? (query.mark ?? "") + formatted + query.ending : undefined,
    );
  },
};

async function runQueries(context: CommandContext, file: string): Promise<ExitStatus> {
  const { io, args } = context;
  const [word] = args.positionals;
  if (word !== undefined) throw new Failure(`${word} is an extra argument: pass a query or a file`);
  const { mark, text } = await readQueryFile(io, file);
  const fixed = args.given.has("fix") ? fixQueries(text, context) : text;
  if (queriesIn(fixed, file).some((query) => !compileQuery(context, query).ok)) {
    await refuseAll(context, queriesIn(text, file));
    return 1;
  }
  const formatted = applyEdits(fixed, formatQueries(fixed, formatEdits));
  return await finish(context, formatted, formatted === text ? undefined : mark + formatted);
}

/** Reports why some of the queries of a file are refused: the first one to programs, and all of them to people. */
async function refuseAll(context: CommandContext, queries: readonly QueryText[]): Promise<void> {
  let isFirst = true;
  for (const query of queries) {
    const result = compileQuery(context, query);
    if (result.ok) continue;
    if (isFirst) await refuse(context, query, result);
    else await report(context, query, atLeast("information", result.diagnostics));
    isFirst = false;
  }
}

/** Writes the file if its content changes; otherwise prints the text. */
async function finish(
  { io, args }: CommandContext,
  formatted: string,
  written: string | undefined,
): Promise<ExitStatus> {
  const file = args.given.get("file");
  const isFix = args.given.has("fix") && file !== undefined;
  if (isFix && written !== undefined) await writeFile(io, file, written);
  const ending = file !== undefined && isQueryFile(file) ? "" : "\n";
  if (args.given.has("json")) await io.stdout.write(`${shownJson({ formatted })}\n`);
  else if (!isFix) await io.stdout.write(formatted + ending);
  return 0;
}
