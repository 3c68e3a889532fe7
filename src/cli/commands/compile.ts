// `compile`: the definition of a query's slice.

import type { Command } from "../command.ts";
import { compileQuery, refuse } from "../compiling.ts";
import { requireNames } from "../input/catalog.ts";
import { readQuery } from "../input/query.ts";
import { shownJson } from "../output/json-text.ts";
import { atLeast, report } from "../output/report.ts";

/** The command `compile`. */
export const compile: Command = {
  name: "compile",
  summary: "Print the definition of the slice, as a service stores it",
  usage: ["QUERY --catalog FILE [FLAGS]", "--file FILE --catalog FILE [FLAGS]"],
  details: [
    "Prints filter_definition, scope_warnings (the terms that do not affect membership), unresolved (the",
    "names that the catalog does not have) and now (what relative dates count back from). Findings on the",
    "query go to standard error.",
    "A query that names shapes or sources needs --catalog: without it every name would be unknown, and the",
    "slice empty. A query with only types and dates needs none.",
    "--json prints the complete result, including diagnostics.",
  ],
  flags: ["deny-warnings"],
  examples: [
    { does: "Types and dates need no catalog", line: `'type:Person after:2026-01-01'` },
    { does: "Names do", line: `'type:Person shape:"Sales CRM" source:gmail' --catalog catalog.json` },
    { does: "The complete result for a program", line: `--file people.cql --catalog catalog.json --json` },
  ],
  async run(context) {
    const { io, args, catalog } = context;
    const query = await readQuery(context);
    const result = compileQuery(context, query);
    if (!result.ok) return await refuse(context, query, result);
    requireNames(result.query, catalog);
    if (args.given.has("json")) {
      await io.stdout.write(`${shownJson(result)}\n`);
      return 0;
    }
    await report(context, query, atLeast("information", result.diagnostics));
    const { filter_definition, scope_warnings, unresolved, now } = result;
    const shown = { filter_definition, scope_warnings, unresolved, now };
    await io.stdout.write(`${shownJson(shown, 2)}\n`);
    return 0;
  },
};
