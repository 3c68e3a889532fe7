// `compare`: how two slices relate.
import type { Compiled } from "../../pipeline/compile.ts";
import { namesOf } from "../../semantics/names.ts";
import type { Command, CommandContext } from "../command.ts";
import { compareSlices, comparisonLines } from "../comparison.ts";
import { compileQuery, refuse } from "../compiling.ts";
import type { ExitStatus } from "../failure.ts";
import { readTwoQueries } from "../input/query.ts";
import type { QueryText } from "../input/query-text.ts";
import { shownJson } from "../output/json-text.ts";
import { atLeast, report } from "../output/report.ts";

/** The command `compare`. */
export const compare: Command = {
  name: "compare",
  summary: "Check whether one slice is inside another, with a counterexample if it is not",
  usage: ["A B [--catalog FILE] [FLAGS]", "--file A.cql B [--catalog FILE] [FLAGS]"],
  details: [
    "A and B are queries, each in quotes; one of them can be `-` for standard input. Prints whether they are",
    "the same slice, one is inside the other, they overlap or they are disjoint; for each that is not inside",
    "the other, an entity that is only in it; and whether this holds at all times, or only at --now.",
    "An empty slice is inside every slice. Findings on the queries go to standard error,",
    "labelled A or B.",
    "Names are looked up with --catalog; without it each name stands for itself.",
    '--json prints {"relation", "empty": {"a", "b"}, "always": {"inside", "contains"}, "witnesses": {"onlyA",',
    '"onlyB", "both"}, "now"}. The relation is of A to B: same, inside, contains, overlapping or apart.',
    "always says when A is inside B, and when it contains B: always, now (at some times, but not at all",
    "times) or never. A witness is an entity, or null if there is none. If queries are refused, the first",
    "of them is printed.",
  ],
  flags: ["deny-warnings"],
  examples: [
    { does: "Is the request inside what is allowed?", line: `'type:Person after:7d' 'after:30d'` },
    {
      does: "What is in one, but not in the other?",
      line: `'type:Person after:1mo' 'type:Person after:30d'`,
    },
    {
      does: "For a program, with a query from a file",
      line: `--file people.cql 'type:Person source:gmail' --catalog catalog.json --json`,
    },
  ],
  async run(context) {
    const [a, b] = await readTwoQueries(context);
    const [resultOfA, resultOfB] = [compileQuery(context, a), compileQuery(context, b)];
    if (!resultOfA.ok) {
      await refuse(context, placed(a, "A"), resultOfA);
      // Report both errors in one run.
      await report(
        context,
        placed(b, "B"),
        resultOfB.ok ? [] : atLeast("information", resultOfB.diagnostics),
      );
      return 1;
    }
    if (!resultOfB.ok) return await refuse(context, placed(b, "B"), resultOfB);
    await report(context, placed(a, "A"), atLeast("warning", resultOfA.diagnostics));
    await report(context, placed(b, "B"), atLeast("warning", resultOfB.diagnostics));
    return await print(context, resultOfA, resultOfB);
  },
};

/** Labels a query that is not from a file as A or B. */
function placed({ file, ...query }: QueryText, which: "A" | "B"): QueryText {
  return { ...query, file: file ?? which };
}

async function print({ io, args, catalog }: CommandContext, a: Compiled, b: Compiled): Promise<ExitStatus> {
  const comparison = compareSlices(a, b, catalog);
  const isNamed = [a, b]
    .map(({ query }) => namesOf(query))
    .some(({ shapes, sources }) => shapes.length + sources.length > 0);
  const note =
    catalog === undefined && isNamed
      ? ["Names were not looked up, as there is no catalog: each stands for itself."]
      : [];
  const lines = args.given.has("json")
    ? [shownJson(comparison)]
    : [...comparisonLines(comparison, a, b, catalog), ...note];
  await io.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}
