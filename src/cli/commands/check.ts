// `check`: everything that is wrong with a query, or with every query of a file of slice bodies.
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { fixAll } from "../../pipeline/fix-all.ts";
import { namesIn } from "../../semantics/names.ts";
import type { Query } from "../../syntax/ast.ts";
import { parse } from "../../syntax/parse.ts";
import { visible } from "../../text/show.ts";
import { checkBodies } from "../bodies.ts";
import type { Command, Context } from "../command.ts";
import { compileQuery } from "../compiling.ts";
import { type ExitStatus, Failure } from "../failure.ts";
import { type QueryText, readQuery } from "../input/query.ts";
import { writeFile } from "../input/read.ts";
import { shownJson } from "../output/json-text.ts";
import { type Beside, block, blocks, isRefused, mayBeCut, summary } from "../output/report.ts";
import { nameOf, type RemarkedBody, remarked } from "../remarks.ts";

/** The command `check`. */
export const check: Command = {
  name: "check",
  summary: "Say everything that is wrong with a query, and how to mend it",
  usage: ["QUERY [--fix] [FLAGS]", "--file FILE [--fix] [FLAGS]", "FILE.json [FLAGS]"],
  details: [
    "With --catalog, names are checked too. Findings go to standard error.",
    "FILE.json is a list of slice bodies, as a service takes them: each query is checked under its name, and",
    "slices that are empty, or the same as one before them, get a warning.",
    '  [{ "name": "People", "cql": "type:Person" }, { "name": "New", "filter": { "after": ["7d"] } }]',
    "--fix applies the fixes that are certain, prints the mended query (or writes it back to --file), and",
    "says what is left.",
    '--json prints the list of diagnostics; with --fix {"fixed": TEXT, "diagnostics": [...]}; for a list of',
    'bodies, one {"name": NAME, "diagnostics": [...]} for each, with "empty": true if its slice is empty, and',
    '"sameAs": {"index": NUMBER, "always": BOOLEAN} if it is the same as that of an earlier body, counted from',
    "0: at every time, or only at this one.",
  ],
  flags: ["fix"],
  examples: [
    { does: "What is wrong here?", line: `'Type:Person after:7days'` },
    { does: "Mend what is certain", line: `'Type:Person after:7days' --fix` },
    { does: "Check names too, with the query from a file", line: "--file people.cql --catalog catalog.json" },
    { does: "Check every slice of a file", line: "slices.json --catalog catalog.json --json" },
  ],
  async run(context) {
    const file = bodiesFile(context);
    if (file !== undefined) return await runBodies(context, file);
    const query = await readQuery(context);
    return await (context.args.given.has("fix") ? runFix(context, query) : runCheck(context, query));
  },
};

async function runCheck(context: Context, query: QueryText): Promise<ExitStatus> {
  const { diagnostics, query: tree } = compileQuery(context, query);
  const human = `${blocks(query, diagnostics, context.paint)}${conclusion(diagnostics, context)}`;
  return await finish(context, diagnostics, `${human}${unjudgedNames([tree], context)}`, diagnostics);
}

async function runFix(context: Context, query: QueryText): Promise<ExitStatus> {
  const { io, args, paint } = context;
  const fixed = fixAll(query.text, context);
  const { diagnostics, query: tree } = compileQuery(context, { ...query, text: fixed });
  const { file, ending, text } = query;
  if (file !== undefined && fixed !== text) await writeFile(io, file, fixed + ending);
  if (file === undefined && !args.given.has("json")) await io.stdout.write(`${fixed}\n`);
  const isOffered = diagnostics.some(({ fixes }) => fixes !== undefined);
  const done = fixed !== text ? "fixed" : isOffered ? "no fix is certain" : "nothing to fix";
  const left = `${done}; ${conclusion(diagnostics, context)}${unjudgedNames([tree], context)}`;
  const human = `${blocks({ ...query, text: fixed }, diagnostics, paint)}${left}`;
  return await finish(context, { fixed, diagnostics }, human, diagnostics);
}

async function runBodies(context: Context, file: string): Promise<ExitStatus> {
  if (context.args.given.has("fix"))
    throw new Failure("--fix mends one query; a file of slice bodies is only checked");
  const bodies = remarked(await checkBodies(context, file), context.catalog);
  const found = bodies.flatMap((body, index) =>
    bodyBlocks(body, `${visible(file)}, ${nameOf(index, body)}`, context.paint),
  );
  const diagnostics = bodies.flatMap((body) => body.diagnostics);
  const beside = {
    warnings: bodies.flatMap(({ warnings }) => warnings).length,
    isCut: bodies.some((body) => mayBeCut(body.diagnostics)),
  };
  const slices = `${String(bodies.length)} ${bodies.length === 1 ? "slice" : "slices"}`;
  const names = unjudgedNames(
    bodies.map(({ query }) => query),
    context,
  );
  const human = `${found.join("")}${conclusion(diagnostics, context, beside)} in ${slices}${names}`;
  return await finish(context, bodies.map(bodyResult), human, diagnostics);
}

/** What --json prints of a body. */
function bodyResult({ name, diagnostics, isEmpty, sameAs }: RemarkedBody): object {
  return {
    name,
    diagnostics,
    ...(isEmpty ? { empty: true } : {}),
    ...(sameAs === undefined ? {} : { sameAs }),
  };
}

/** Says the result once to programs, and to people unless nothing but programs asked. A refusal is always said to both. */
async function finish(
  { io, args }: Context,
  result: unknown,
  human: string,
  diagnostics: readonly Diagnostic[],
): Promise<ExitStatus> {
  const refused = isRefused(diagnostics);
  const json = args.given.has("json");
  if (json) await io.stdout.write(`${shownJson(result)}\n`);
  if (refused || !json) await io.stderr.write(`${human}\n`);
  return refused ? 1 : 0;
}

function bodyBlocks(
  { text, diagnostics, warnings }: RemarkedBody,
  place: string,
  paint: Context["paint"],
): readonly string[] {
  return [
    ...diagnostics.map((diagnostic) => `${block(text, diagnostic, `${place}: `, paint)}\n\n`),
    ...warnings.map(
      (warning) => `${place}: ${paint.severity("warning", "warning")}${paint.strong(`: ${warning}`)}\n\n`,
    ),
  ];
}

function conclusion(diagnostics: readonly Diagnostic[], { paint }: Context, beside?: Beside): string {
  const text = summary(diagnostics, beside);
  if (isRefused(diagnostics)) return paint.severity("error", text);
  return (beside?.warnings ?? 0) > 0 || diagnostics.some(({ severity }) => severity === "warning")
    ? paint.severity("warning", text)
    : paint.good(text);
}

/** So that nobody takes "no problems" for more than it says. */
function unjudgedNames(queries: readonly Query[], { catalog }: Context): string {
  const named = queries.map(namesIn).some(({ shapes, sources }) => shapes.length + sources.length > 0);
  return catalog === undefined && named ? " (names are not checked without --catalog)" : "";
}

/** The file of slice bodies, if that is what is to be checked. A word with a qualifier is a query, whatever it ends in. */
function bodiesFile({ args: { positionals, given } }: Context): string | undefined {
  const [word] = positionals;
  const path = given.get("file") ?? word;
  if (path === undefined || !/\.json$/iu.test(path)) return undefined;
  if (!given.has("file") && parse(path).query.terms.some(({ kind }) => kind === "qualified"))
    return undefined;
  const extra = given.has("file") ? word : positionals[1];
  if (extra !== undefined) throw new Failure(`${extra} is too many: a file of slice bodies is checked alone`);
  return path;
}
