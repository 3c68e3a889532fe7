// `check`: everything that is wrong with a query, or with every query of a file.
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { shiftDiagnostic } from "../../diagnostics/shifted.ts";
import { fixAll } from "../../pipeline/fix-all.ts";
import { fixQueries } from "../../pipeline/fix-queries.ts";
import { namesOf } from "../../semantics/names.ts";
import type { Query } from "../../syntax/ast.ts";
import { parse } from "../../syntax/parse.ts";
import { visible } from "../../text/show.ts";
import { checkBodies, checkQueries } from "../checked-slices.ts";
import type { Command, CommandContext } from "../command.ts";
import { compileQuery } from "../compiling.ts";
import { type ExitStatus, Failure } from "../failure.ts";
import { readQuery } from "../input/query.ts";
import { isQueryFile, queriesIn, readQueryFile } from "../input/query-file.ts";
import type { QueryText } from "../input/query-text.ts";
import { writeFile } from "../input/read.ts";
import type { Paint } from "../output/colour.ts";
import { shownJson } from "../output/json-text.ts";
import { block, blocks, isRefused, mayBeCut, summary } from "../output/report.ts";
import { type SliceWithWarnings, withWarnings } from "../slice-warnings.ts";

/** The command `check`. */
export const check: Command = {
  name: "check",
  summary: "Report everything wrong with a query, and how to fix it",
  usage: [
    "QUERY [--fix] [FLAGS]",
    "--file FILE [--fix] [FLAGS]",
    "FILE.slice-cql [--fix] [FLAGS]",
    "FILE.json [FLAGS]",
  ],
  details: [
    "Findings are printed with their positions. With --catalog, names are checked too.",
    "FILE.slice-cql holds queries, one per paragraph; lines starting with # are comments. FILE.json is a slice",
    "body, as sent to a service, or a list of them. Each query is checked, and slices that are empty or the",
    "same as an earlier one get a warning.",
    '  [{ "name": "People", "cql": "type:Person" }, { "name": "New", "filter": { "after": ["7d"] } }]',
    "--fix applies the unambiguous fixes. It prints the fixed query, and remaining findings to standard",
    "error; a file is rewritten, and remaining findings are printed. Queries of a file are never joined.",
    '--json prints the list of diagnostics; with --fix {"fixed": TEXT, "diagnostics": [...]}. For FILE.json it',
    'is a list with {"name": NAME, "diagnostics": [...]} for each body; for FILE.slice-cql one with {"line":',
    'NUMBER, "diagnostics": [...]} for each query, where positions count in the file, and with --fix',
    '{"fixed": TEXT, "queries": [...]}. There is "empty": true if a slice is empty, and "sameAs": {"index":',
    'NUMBER, "always": BOOLEAN} if it is the same as an earlier one, counted from 0: at every time, or only',
    "at this one.",
  ],
  flags: ["fix", "deny-warnings"],
  examples: [
    { does: "What is wrong here?", line: `'Type:Person after:7days'` },
    { does: "Apply unambiguous fixes", line: `'Type:Person after:7days' --fix` },
    { does: "Check every query of a file, including names", line: "people.slice-cql --catalog catalog.json" },
    { does: "Check every slice of a file", line: "slices.json --catalog catalog.json --json" },
  ],
  async run(context) {
    const file = givenFile(context);
    if (file !== undefined && isBodies(file)) return await runBodies(context, file);
    if (file !== undefined && isQueryFile(file)) return await runQueries(context, file);
    const query = await readQuery(context);
    return await (context.args.given.has("fix") ? runFix(context, query) : runCheck(context, query));
  },
};

async function runCheck(context: CommandContext, query: QueryText): Promise<ExitStatus> {
  const { diagnostics, query: tree } = compileQuery(context, query);
  return await finish(context, {
    result: diagnostics,
    text: (paint) => blocks(query, diagnostics, paint),
    conclusion: summary(diagnostics),
    names: uncheckedNames([tree], context),
    diagnostics,
  });
}

async function runFix(context: CommandContext, query: QueryText): Promise<ExitStatus> {
  const { io, args } = context;
  const fixed = fixAll(query.text, context);
  const { diagnostics, query: tree } = compileQuery(context, { ...query, text: fixed });
  const { file, mark = "", ending, text } = query;
  if (file !== undefined && fixed !== text) await writeFile(io, file, mark + fixed + ending);
  const isPrinted = file === undefined && !args.given.has("json");
  if (isPrinted) await io.stdout.write(`${fixed}\n`);
  return await finish(context, {
    result: { fixed, diagnostics },
    text: (paint) => blocks({ ...query, text: fixed }, diagnostics, paint),
    before: outcomeOfFixing(fixed !== text, diagnostics),
    conclusion: summary(diagnostics),
    names: uncheckedNames([tree], context),
    diagnostics,
    isPrinted,
  });
}

async function runQueries(context: CommandContext, file: string): Promise<ExitStatus> {
  const { io, args } = context;
  const { mark, text } = await readQueryFile(io, file);
  const isFix = args.given.has("fix");
  const fixed = isFix ? fixQueries(text, context) : text;
  if (fixed !== text) await writeFile(io, file, mark + fixed);
  const slices = withWarnings(checkQueries(context, queriesIn(fixed, file)), context.catalog);
  const results = slices.map((slice) => ({ line: slice.place?.line, ...resultOf(slice) }));
  return await finishAll(context, slices, {
    result: isFix ? { fixed, queries: results } : results,
    place: file,
    unit: ["query", "queries"],
    ...(isFix
      ? {
          before: outcomeOfFixing(
            fixed !== text,
            slices.flatMap(({ diagnostics }) => diagnostics),
          ),
        }
      : {}),
  });
}

async function runBodies(context: CommandContext, file: string): Promise<ExitStatus> {
  if (context.args.given.has("fix"))
    throw new Failure("--fix fixes queries; a file of slice bodies is only checked");
  const slices = withWarnings(await checkBodies(context, file), context.catalog);
  const result = slices.map((slice) => ({ name: slice.name, ...resultOf(slice) }));
  return await finishAll(context, slices, { result, place: file, unit: ["slice", "slices"] });
}

/** What --json prints of a slice, after what it is called by. */
function resultOf({ diagnostics, isEmpty, sameAs, place }: SliceWithWarnings): object {
  const offset = place?.offset ?? 0;
  return {
    diagnostics: diagnostics.map((each) => shiftDiagnostic(each, offset)),
    ...(isEmpty ? { empty: true } : {}),
    ...(sameAs === undefined ? {} : { sameAs }),
  };
}

function outcomeOfFixing(isChanged: boolean, diagnostics: readonly Diagnostic[]): string {
  if (isChanged) return "fixed; ";
  return diagnostics.some(({ fixes }) => fixes !== undefined)
    ? "no fix is unambiguous; "
    : "nothing to fix; ";
}

/** What was found in a query or in many. */
interface Findings {
  /** What --json prints. */
  readonly result: unknown;
  /** All findings as text. */
  readonly text: (paint: Paint) => string;
  readonly diagnostics: readonly Diagnostic[];
  /** Warnings that are not among the diagnostics. */
  readonly warnings?: number;
  /** The last line: what was done, what was found, and what was not checked. */
  readonly before?: string;
  readonly conclusion: string;
  readonly names: string;
  /** Whether other output was requested and has been printed. */
  readonly isPrinted?: boolean;
}

async function finishAll(
  context: CommandContext,
  slices: readonly SliceWithWarnings[],
  file: {
    readonly result: unknown;
    readonly place: string;
    readonly unit: readonly [one: string, many: string];
    readonly before?: string;
  },
): Promise<ExitStatus> {
  const { place, unit, ...others } = file;
  const diagnostics = slices.flatMap((slice) => slice.diagnostics);
  const warnings = slices.flatMap((slice) => slice.warnings).length;
  const isCut = slices.some((slice) => mayBeCut(slice.diagnostics));
  const count = `${String(slices.length)} ${unit[slices.length === 1 ? 0 : 1]}`;
  return await finish(context, {
    ...others,
    text: (paint) => slices.map((slice) => sliceText(slice, visible(place), paint)).join(""),
    diagnostics,
    warnings,
    conclusion: summary(diagnostics, { warnings, isCut }),
    names: ` in ${count}${uncheckedNames(
      slices.map(({ query }) => query),
      context,
    )}`,
  });
}

/** The result for programs, and also for people unless only programs need it. A refusal is always reported to both. */
async function finish(context: CommandContext, findings: Findings): Promise<ExitStatus> {
  const { io, args, paint, outputPaint } = context;
  const { result, text, diagnostics, warnings = 0, before = "", conclusion, names, isPrinted } = findings;
  const isDenied = args.given.has("deny-warnings") && warnings > 0;
  const refused = isRefused(diagnostics, context) || isDenied;
  const json = args.given.has("json");
  if (json) await io.stdout.write(`${shownJson(result)}\n`);
  if (json && !refused) return 0;
  const [output, colours] = json || isPrinted === true ? [io.stderr, paint] : [io.stdout, outputPaint];
  const last = painted(conclusion, findings, colours);
  // Programs have the findings already, but for the warnings that are not diagnostics.
  await output.write(`${json && warnings === 0 ? "" : text(colours)}${before}${last}${names}\n`);
  return refused ? 1 : 0;
}

/** A conclusion in the colour of the worst that was found. */
function painted(conclusion: string, { diagnostics, warnings = 0 }: Findings, paint: Paint): string {
  const has = (wanted: string): boolean => diagnostics.some(({ severity }) => severity === wanted);
  if (has("error")) return paint.severity("error", conclusion);
  return warnings > 0 || has("warning") ? paint.severity("warning", conclusion) : paint.good(conclusion);
}

function sliceText(slice: SliceWithWarnings, file: string, paint: Paint): string {
  const { text, label, diagnostics, warnings, place } = slice;
  const start = place === undefined ? `${file}, ${label}: ` : `${file}:${String(place.line)}:1: `;
  const found =
    place === undefined
      ? diagnostics.map((each) => `${block({ text }, each, start, paint)}\n\n`).join("")
      : blocks(place, diagnostics, paint);
  const others = warnings.map(
    (warning) => `${start}${paint.severity("warning", "warning")}${paint.strong(`: ${warning}`)}\n\n`,
  );
  return found + others.join("");
}

/** Says what was not checked, so that "no problems" is not misunderstood. */
function uncheckedNames(queries: readonly Query[], { catalog }: CommandContext): string {
  const named = queries.map(namesOf).some(({ shapes, sources }) => shapes.length + sources.length > 0);
  return catalog === undefined && named ? " (names are not checked without --catalog)" : "";
}

/** The file to check as a whole, if the argument names one. A word with a qualifier is a query, whatever its ending. */
function givenFile({ args: { positionals, given } }: CommandContext): string | undefined {
  const [word] = positionals;
  const path = given.get("file") ?? word;
  if (path === undefined || !(isBodies(path) || isQueryFile(path))) return undefined;
  if (!given.has("file") && parse(path).query.terms.some(({ kind }) => kind === "qualified"))
    return undefined;
  const extra = given.has("file") ? word : positionals[1];
  if (extra !== undefined) throw new Failure(`${extra} is an extra argument: pass a query or a file`);
  return path;
}

function isBodies(path: string): boolean {
  return /\.json$/iu.test(path);
}
