// `compile`: the definition of a query's slice.
import { compile as compileText } from "../../pipeline/compile.ts";
import { everyName } from "../../semantics/catalog.ts";
import { requireNames } from "../catalog.ts";
import type { Command } from "../command.ts";
import { readQuery } from "../query.ts";
import { atLeast, report } from "../report.ts";

/** The command `compile`. */
export const compile: Command = {
  name: "compile",
  summary: "Print the definition of the slice, as a service stores it",
  usage: ["QUERY --catalog FILE [FLAGS]", "--file FILE --catalog FILE [FLAGS]"],
  details: [
    "Prints filter_definition, scope_warnings (the terms that do not affect membership), unresolved (the",
    "names that the catalog does not have) and now (what relative dates count from). What there is to say",
    "about the query goes to standard error.",
    "A query that names shapes or sources needs --catalog: without it every name would be unknown, and the",
    "slice empty. One with types and dates only needs none.",
    "--json prints the whole result, diagnostics included, whether the query compiles or is refused.",
  ],
  flags: [],
  examples: [
    { does: "Types and dates need no catalog", line: `'type:Person after:2026-01-01'` },
    { does: "Names do", line: `'type:Person shape:"Sales CRM" source:gmail' --catalog catalog.json` },
    { does: "The whole result for a program", line: `--file people.cql --catalog catalog.json --json` },
  ],
  async run(context) {
    const { io, args, catalog, now } = context;
    const query = await readQuery(context);
    const result = compileText(query.text, { catalog: catalog ?? everyName, now });
    if (result.ok) requireNames(result.query, catalog);
    const { ok, diagnostics } = result;
    const json = args.given.has("json");
    if (json) await io.stdout.write(`${JSON.stringify(result)}\n`);
    if (!ok || !json) await report(context, query, atLeast("information", diagnostics));
    if (result.ok && !json) {
      const { filter_definition, scope_warnings, unresolved } = result;
      const shown = { filter_definition, scope_warnings, unresolved, now: result.now };
      await io.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
    }
    return ok ? 0 : 1;
  },
};
