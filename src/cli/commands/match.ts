// `match`: which entities of a file are in the slice.

import type { Command, CommandContext } from "../command.ts";
import { compileQuery, refuse } from "../compiling.ts";
import { type ExitStatus, Failure } from "../failure.ts";
import { requireNames } from "../input/catalog.ts";
import { readEntities } from "../input/entities.ts";
import { gunzipped } from "../input/gunzip.ts";
import { findInputs, type Input, totalSize } from "../input/inputs.ts";
import { type Given, readQueryAnd, refuseTerms, requireOneStdin } from "../input/query.ts";
import { createMembership, type MembershipCheck } from "../membership.ts";
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
    "Entities are JSON objects, one per line; `-` reads them from standard input. Lines in the slice are",
    "printed verbatim. Files of any size are read in constant memory, gzipped or not.",
    '  {"id":"…","type":"Person","shape_id":"…","source_id":"…","source_shape_id":"…",',
    '   "created_at":"2026-11-20T12:00:00.000Z", …}',
    "A query that names shapes or sources needs --catalog. Findings on the query go to",
    "standard error, and so does the number of entities without a date, if the query needs one. A line that",
    "is not an entity stops the run with its file and line number, unless --skip-bad is given. A file that",
    "has no such lines at all, such as one JSON list, is refused even then.",
    '--by prints texts without quotes, unless they are ambiguous: 1 is a number, "1" a',
    "text, and (none) stands for entities without the property.",
    '--json prints {"count": NUMBER} with --count, and [{"value": VALUE, "count": NUMBER}, …] with --by.',
    "Without either, entities are printed verbatim: they are already JSON.",
  ],
  flags: ["count", "by", "skip-bad", "deny-warnings"],
  examples: [
    { does: "Who came this year?", line: `'type:Person after:2026-01-01' entities.ndjson` },
    {
      does: "How many entities are there of each type?",
      line: `'shape:"Sales CRM"' entities.ndjson --catalog catalog.json --by type`,
    },
    { does: "Count the output of a program", line: `'type:Person' - --count < entities.ndjson` },
  ],
  async run(context) {
    const sink = sinkFor(context);
    const { query, rest } = await readGiven(context);
    const result = compileQuery(context, query);
    if (!result.ok) return await refuse(context, query, result);
    requireNames(result.query, context.catalog);
    const inputs = await findInputs(context.io, rest);
    await report(context, query, atLeast("information", result.diagnostics));
    return await runMatch(context, inputs, createMembership(result), sink);
  },
};

async function readGiven(context: CommandContext): Promise<Given> {
  const { positionals, given } = context.args;
  const files = given.has("file") ? positionals : positionals.slice(1);
  const [word = ""] = positionals;
  if (files.length === 0 && /\.(?:ndjson|jsonl)(?:\.gz)?$/iu.test(word)) {
    throw new Failure("the query is missing: write it in quotes before the files");
  }
  if (files.length === 0 && positionals.length + Number(given.has("file")) > 0) {
    throw new Failure(
      "the entities are missing: name an NDJSON file after the query, or `-` for standard input",
    );
  }
  requireOneStdin(positionals);
  const all = await readQueryAnd(context);
  await refuseTerms(context.io, all);
  return all;
}

async function runMatch(
  { io, args }: CommandContext,
  inputs: readonly Input[],
  membership: MembershipCheck,
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
