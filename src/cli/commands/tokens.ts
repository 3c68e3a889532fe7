// `tokens`: how a query is read, term by term.
import { validate } from "../../pipeline/validate.ts";
import type { Query } from "../../syntax/ast.ts";
import { parse } from "../../syntax/parse.ts";
import { visible } from "../../text/show.ts";
import type { Command } from "../command.ts";
import { readQuery } from "../input/query.ts";
import { shownJson } from "../output/json-text.ts";
import { atLeast, isRefused, report } from "../output/report.ts";

/** The command `tokens`. */
export const tokens: Command = {
  name: "tokens",
  summary: "Show how a query is read, term by term",
  usage: ["QUERY [FLAGS]", "--file FILE [FLAGS]"],
  details: [
    "Prints a row for each term: its position (start and exclusive end, in UTF-16 code units), what",
    "it is, and its text without quotes and escapes. A query with errors is shown too.",
    "--json prints the tree.",
  ],
  flags: [],
  examples: [
    {
      does: "See that only the first colon splits, and what the quotes hold",
      line: `'source:github:repo "sales \\"CRM\\""'`,
    },
    { does: "The tree for a program", line: `'type:Person' --json` },
  ],
  async run(context) {
    const query = await readQuery(context);
    const { text } = query;
    const errors = atLeast("error", validate(text, context));
    const tree = parse(text).query;
    await context.io.stdout.write(context.args.given.has("json") ? `${shownJson(tree)}\n` : table(tree));
    await report(context, query, errors);
    return isRefused(errors, context) ? 1 : 0;
  },
};

function table({ terms }: Query): string {
  if (terms.length === 0) return "no terms\n";
  const rows = terms.map((term) => [
    `${String(term.span.start)}..${String(term.span.end)}`,
    term.kind,
    term.kind === "qualified" ? term.qualifier : "-",
    term.value.quoted ? "yes" : "no",
    visible(term.value.text),
  ]);
  const all = [["span", "kind", "qualifier", "quoted", "text"], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
