// `explain`: a query in plain words.
import { explain as explainText } from "../../pipeline/explain.ts";
import { validate } from "../../pipeline/validate.ts";
import type { Command } from "../command.ts";
import { readQuery } from "../query.ts";
import { atLeast, isRefused, report } from "../report.ts";

/** The command `explain`. */
export const explain: Command = {
  name: "explain",
  summary: "Say in plain words what is in the slice, from when to when, and what does not count",
  usage: ["QUERY [FLAGS]", "--file FILE [FLAGS]"],
  details: [
    "With --catalog, names are looked up too. Warnings go to standard error.",
    '--json prints {"explanation": TEXT}.',
  ],
  flags: [],
  examples: [
    { does: "What is in this slice?", line: `'type:Person type:Company after:3mo sort:name'` },
    {
      does: "The same on another day, with names looked up",
      line: `'shape:"Sales CRM" after:7d' --catalog catalog.json --now 2026-11-20T12:00:00Z`,
    },
  ],
  async run(context) {
    const { io, args } = context;
    const query = await readQuery(context);
    const diagnostics = validate(query.text, context);
    const refused = isRefused(diagnostics);
    const explanation = explainText(query.text, context);
    await report(context, query, atLeast("warning", diagnostics));
    if (args.given.has("json")) await io.stdout.write(`${JSON.stringify({ explanation })}\n`);
    // Of a refused query it would say once more what the diagnostics say.
    else if (!refused) await io.stdout.write(`${explanation}\n`);
    return refused ? 1 : 0;
  },
};
