// `match`: which entities of a file are in the slice.
import { compilePredicate } from "../../backends/predicate/predicate.ts";
import { compile } from "../../pipeline/compile.ts";
import { everyName } from "../../semantics/catalog.ts";
import { requireNames } from "../catalog.ts";
import type { Command, Context } from "../command.ts";
import { type EntityLine, readEntities } from "../entities.ts";
import { type ExitStatus, Failure } from "../failure.ts";
import type { Chunks, Io, Output } from "../io.ts";
import { createProgress } from "../progress.ts";
import { type Given, readQueryAnd } from "../query.ts";
import { chunksOf, stdinName } from "../read.ts";
import { atLeast, report } from "../report.ts";
import { createTally, renderCounts } from "../tally.ts";

/** The command `match`. */
export const match: Command = {
  name: "match",
  summary: "Print the entities of a file that are in the slice",
  usage: [
    "QUERY FILE.ndjson... [--catalog FILE] [FLAGS]",
    "--file FILE FILE.ndjson... [--catalog FILE] [FLAGS]",
  ],
  details: [
    "Entities are JSON objects, one a line; `-` reads them from standard input. Lines that are in the slice",
    "are printed exactly as they are. Files of any size are read in constant memory.",
    '  {"id":"…","type":"Person","shape_id":"…","source_id":"…","source_shape_id":"…",',
    '   "created_at":"2026-11-20T12:00:00.000Z", …}',
    "A query that names shapes or sources needs --catalog. What there is to say about the query goes to",
    "standard error. A line that is not an entity stops the run with its file and line number.",
    '--json prints {"count": NUMBER} with --count, and [{"value": VALUE, "count": NUMBER}, …] with --by.',
  ],
  flags: ["count", "by"],
  examples: [
    { does: "Who came this year?", line: `'type:Person after:2026-01-01' entities.ndjson` },
    {
      does: "How many entities are of each type?",
      line: `'shape:"Sales CRM"' entities.ndjson --catalog catalog.json --by type`,
    },
    { does: "Count what a program writes", line: `'type:Person' - --count < entities.ndjson` },
  ],
  async run(context) {
    const { catalog, now } = context;
    const given = await readGiven(context);
    const result = compile(given.query.text, { catalog: catalog ?? everyName, now });
    if (result.ok) requireNames(result.query, catalog);
    await report(context, given.query, atLeast("information", result.diagnostics));
    if (!result.ok) return 1;
    return await runMatch(context, given.rest, compilePredicate(result.filter_definition));
  },
};

/** What is done with the entities that are in the slice. */
interface Sink {
  readonly take: (members: readonly EntityLine[]) => Promise<void>;
  readonly finish: (found: number) => Promise<void>;
}

async function readGiven(context: Context): Promise<Given> {
  const { positionals, given } = context.args;
  if (given.has("count") && given.has("by")) throw new Failure("give --count or --by, not both");
  const files = given.has("file") ? positionals : positionals.slice(1);
  const [word = ""] = positionals;
  if (files.length === 0 && /\.(?:ndjson|jsonl)$/iu.test(word)) {
    throw new Failure("there is no query: write it in quotes before the files");
  }
  if (files.length === 0 && positionals.length + Number(given.has("file")) > 0) {
    throw new Failure(
      "there are no entities: name an NDJSON file after the query, or `-` for standard input",
    );
  }
  const uses = positionals.filter((each) => each === "-").length;
  if (uses > 1) throw new Failure("`-` is there twice, and standard input can be read only once");
  return await readQueryAnd(context);
}

async function runMatch(
  { io, args }: Context,
  files: readonly string[],
  predicate: (entity: unknown) => boolean,
): Promise<ExitStatus> {
  const sink = sinkFor(io, args.given);
  const isQuiet = args.given.has("count") || args.given.has("by") || !io.stdout.isTTY;
  const progress = createProgress(io, io.stderr.isTTY && isQuiet);
  let [read, found] = [0, 0];
  const takeBatch = async (batch: readonly EntityLine[]): Promise<void> => {
    const members = batch.filter(({ entity }) => predicate(entity));
    read += batch.length;
    found += members.length;
    await sink.take(members);
    await progress.update(read, found);
  };
  try {
    for (const file of files)
      for await (const batch of readEntities(open(io, file), nameOf(file))) await takeBatch(batch);
  } finally {
    await progress.clear();
  }
  await sink.finish(found);
  return 0;
}

function open(io: Io, file: string): Chunks {
  return chunksOf(file === "-" ? io.stdin.chunks() : io.openFile(file), nameOf(file));
}

function nameOf(file: string): string {
  return file === "-" ? stdinName : file;
}

function sinkFor({ stdout }: Io, given: Context["args"]["given"]): Sink {
  const path = given.get("by");
  const json = given.has("json");
  if (path !== undefined) return countingBy(path, json, stdout);
  if (given.has("count")) {
    return {
      take: async () => undefined,
      finish: (count) => stdout.write(`${json ? JSON.stringify({ count }) : String(count)}\n`),
    };
  }
  return {
    async take(members) {
      if (members.length > 0)
        await stdout.write(Buffer.concat(members.flatMap(({ bytes }) => [bytes, lineBreak])));
    },
    finish: async () => undefined,
  };
}

function countingBy(path: string, json: boolean, stdout: Output): Sink {
  const tally = createTally(path);
  return {
    async take(members) {
      for (const { entity } of members) tally.add(entity);
    },
    async finish() {
      const counts = tally.counts();
      await stdout.write(json ? `${JSON.stringify(counts)}\n` : renderCounts(counts));
    },
  };
}

const lineBreak = Buffer.from("\n");
