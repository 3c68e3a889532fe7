// `compare`: how two slices lie to each other.
import type { Compiled } from "../../pipeline/compile.ts";
import { namesIn } from "../../semantics/names.ts";
import type { Command, Context } from "../command.ts";
import { compareSlices, comparisonLines } from "../comparison.ts";
import { compileQuery, refuse } from "../compiling.ts";
import type { ExitStatus } from "../failure.ts";
import { type QueryText, readTwoQueries } from "../input/query.ts";
import { shownJson } from "../output/json-text.ts";
import { atLeast, report } from "../output/report.ts";

/** The command `compare`. */
export const compare: Command = {
  name: "compare",
  summary: "Say whether one slice is inside another, with an entity that shows where not",
  usage: ["A B [--catalog FILE] [FLAGS]", "--file A.cql B [--catalog FILE] [FLAGS]"],
  details: [
    "A and B are queries, each in quotes; one of them can be `-` for standard input. Prints whether they are",
    "the same slice, one is inside the other, they overlap or they are apart; of each that is not inside the",
    "other an entity that is in it alone; and what is so at every time, or at another time than --now.",
    "An empty slice is inside every slice. What there is to say about the queries goes to standard error,",
    "with A or B for its place.",
    "Names are looked up with --catalog; without it each stands for itself.",
    '--json prints {"relation", "empty": {"a", "b"}, "always": {"inside", "contains"}, "witnesses": {"onlyA",',
    '"onlyB", "both"}, "now"}. The relation is that of A to B: same, inside, contains, overlapping or apart.',
    "always says when A is inside B, and when it contains B: always, now (at some times, but not at every",
    "one) or never. A witness is an entity, or null where there is none. If a query is refused, it is the",
    "first of these that is printed.",
  ],
  flags: [],
  examples: [
    { does: "Is what is asked for inside what is allowed?", line: `'type:Person after:7d' 'after:30d'` },
    {
      does: "What is in one, and not in the other?",
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
      // Both are told at once, so that nobody has to come twice.
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

/** Says of a query that is in no file which of the two it is. */
function placed({ file, ...query }: QueryText, which: "A" | "B"): QueryText {
  return { ...query, file: file ?? which };
}

async function print({ io, args, catalog }: Context, a: Compiled, b: Compiled): Promise<ExitStatus> {
  const comparison = compareSlices(a, b, catalog);
  const isNamed = [a, b]
    .map(({ query }) => namesIn(query))
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
