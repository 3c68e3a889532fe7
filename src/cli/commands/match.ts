// `match`: which entities of a file are in the slice.

import type { Command, Context } from "../command.ts";
import { compileQuery, refuse } from "../compiling.ts";
import { type ExitStatus, Failure } from "../failure.ts";
import { requireNames } from "../input/catalog.ts";
import { readEntities } from "../input/entities.ts";
import { gunzipped } from "../input/gunzip.ts";
import { findInputs, type Input, totalSize } from "../input/inputs.ts";
import { type Given, readQueryAnd, refuseTerms, requireOneStdin } from "../input/query.ts";
import { createMembership, type Membership } from "../membership.ts";
import { createProgress } from "../output/progress.ts";
import { atLeast, report } from "../output/report.ts";
import { type Sink, sinkFor } from "../output/sink.ts";
import { skipBadLines, stopAtBadLine } from "../output/skipped.ts";

/** The command `match`. */
export const match: Command = {
  name: "match",
  summary: "Print the entities of a file that are in the slice",
  usage: [
    "QUERY ENTITIES.ndjson... [--catalog FILE] [FLAGS]",
    "--file QUERY.cql ENTITIES.ndjson... [--catalog FILE] [FLAGS]",
  ],
  details: [
    "Entities are JSON objects, one a line; `-` reads them from standard input. Lines that are in the slice",
    "are printed exactly as they are. Files of any size are read in constant memory, gzip as well.",
    '  {"id":"…","type":"Person","shape_id":"…","source_id":"…","source_shape_id":"…",',
    '   "created_at":"2026-11-20T12:00:00.000Z", …}',
    "A query that names shapes or sources needs --catalog. What there is to say about the query goes to",
    "standard error, and so does how many entities have no date where the query asks for one. A line that",
    "is not an entity stops the run with its file and line number, unless --skip-bad is given. A file that",
    "is no lines at all, such as one JSON list, is refused even then.",
    '--by prints a text without quotes, unless it could be taken for something else: 1 is a number, "1" a',
    "text, and (none) stands for entities without the property.",
    '--json prints {"count": NUMBER} with --count, and [{"value": VALUE, "count": NUMBER}, …] with --by.',
    "Without either, entities are printed as they are: they are JSON already.",
  ],
  flags: ["count", "by", "skip-bad"],
  examples: [
    { does: "Who came this year?", line: `'type:Person after:2026-01-01' entities.ndjson` },
    {
      does: "How many entities are of each type?",
      line: `'shape:"Sales CRM"' entities.ndjson --catalog catalog.json --by type`,
    },
    { does: "Count what a program writes", line: `'type:Person' - --count < entities.ndjson` },
  ],
  async run(context) {
    const sink = sinkFor(context);
    const { query, rest } = await readGiven(context);
    const result = compileQuery(context, query);
    if (!result.ok) return await refuse(context, query, result);
    requireNames(result.query, context.catalog);
    const inputs = await findInputs(context.io, rest);
    await report(context, query, atLeast("information", result.diagnostics));
    return await runMatch(context, inputs, createMembership(result.filter_definition), sink);
  },
};

async function readGiven(context: Context): Promise<Given> {
  const { positionals, given } = context.args;
  const files = given.has("file") ? positionals : positionals.slice(1);
  const [word = ""] = positionals;
  if (files.length === 0 && /\.(?:ndjson|jsonl)(?:\.gz)?$/iu.test(word)) {
    throw new Failure("there is no query: write it in quotes before the files");
  }
  if (files.length === 0 && positionals.length + Number(given.has("file")) > 0) {
    throw new Failure(
      "there are no entities: name an NDJSON file after the query, or `-` for standard input",
    );
  }
  requireOneStdin(positionals);
  const all = await readQueryAnd(context);
  await refuseTerms(context.io, all);
  return all;
}

async function runMatch(
  { io, args }: Context,
  inputs: readonly Input[],
  membership: Membership,
  sink: Sink,
): Promise<ExitStatus> {
  // Lines on the same terminal would be written over.
  const isAlone = sink.isQuiet || !io.stdout.isTTY;
  const isShown = io.stderr.isTTY && io.env["TERM"] !== "dumb" && isAlone;
  const progress = createProgress(io, totalSize(inputs), isShown);
  const badLines = args.given.has("skip-bad") ? skipBadLines(progress.say) : stopAtBadLine;
  let [read, found] = [0, 0];
  try {
    for (const { name, chunks } of inputs) {
      for await (const { entities, problem } of readEntities(
        gunzipped(progress.counted(chunks()), name),
        name,
      )) {
        const members = entities.filter(({ entity }) => membership.has(entity));
        read += entities.length;
        found += members.length;
        await sink.take(members);
        if (problem !== undefined) await badLines.take(problem);
        await progress.update(read, found);
      }
    }
  } finally {
    await progress.clear();
  }
  await sink.finish();
  await badLines.finish();
  for (const note of membership.notes()) await progress.say(`slice-cql: ${note}\n`);
  return 0;
}
