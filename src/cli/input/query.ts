// Where the query comes from: the command line, standard input or a file.
import { show, visible } from "../../text/show.ts";
import { isQualifier } from "../../vocabulary/qualifiers.ts";
import type { CommandContext } from "../command.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { isQueryFile, readOnlyQuery } from "./query-file.ts";
import type { QueryText } from "./query-text.ts";
import { type Marked, queryBound, readMarked, readStdin } from "./read.ts";

/** The query, and the words that follow it. */
export interface Given {
  readonly query: QueryText;
  readonly rest: readonly string[];
}

/** Reads the query of a command that takes nothing else. */
export async function readQuery(context: CommandContext): Promise<QueryText> {
  const { query, rest } = await readQueryAnd(context);
  const [extra] = rest;
  if (extra !== undefined) throw wordTooMany(query, extra);
  return query;
}

/** Reads the two queries of a command that takes nothing else. A query from --file is the first. */
export async function readTwoQueries(context: CommandContext): Promise<readonly [QueryText, QueryText]> {
  const { positionals, given } = context.args;
  const words = given.has("file") ? positionals : positionals.slice(1);
  const [second, extra] = words;
  if (second === undefined && positionals.length + Number(given.has("file")) > 0)
    throw new Failure("the second query is missing: pass two, each in quotes, or `-` for standard input");
  if (extra !== undefined)
    throw new Failure(`${show(extra)} is an extra argument: put each of the two queries in quotes`);
  requireOneStdin(positionals);
  const { query, rest } = await readQueryAnd(context);
  const [word = ""] = rest;
  return [query, await readWord(context.io, word, "pass it on standard input, with `-` in its place")];
}

/** Fails if standard input is requested twice. */
export function requireOneStdin(words: readonly string[]): void {
  if (words.filter((each) => each === "-").length > 1)
    throw new Failure("`-` is given twice, but standard input can be read only once");
}

/** Fails if an argument that should be a file does not exist and looks like a term: a shell splits what is not in quotes. */
export async function refuseTerms(io: Io, { query, rest }: Given): Promise<void> {
  for (const word of rest) {
    const [, qualifier = ""] = /^([a-z-]+):/iu.exec(word) ?? [];
    if (!isQualifier(qualifier.toLowerCase())) continue;
    const isFile = await io.sizeOf(word).then(
      () => true,
      () => false,
    );
    if (!isFile) throw wordTooMany(query, word);
  }
}

/** Reads the query of a command that takes further words. */
export async function readQueryAnd({ io, args }: CommandContext): Promise<Given> {
  const file = args.given.get("file");
  const [word, ...rest] = args.positionals;
  if (file === "-")
    throw new Failure("--file needs a file name; for standard input, write `-` instead of the query");
  if (file !== undefined) {
    const query = isQueryFile(file)
      ? await readOnlyQuery(io, file)
      : split(await readMarked(io, file, queryBound), file);
    return { query, rest: args.positionals };
  }
  if (word === undefined) {
    throw new Failure(
      "the query is missing: pass it in quotes, or `-` for standard input, or use --file FILE",
    );
  }
  return { query: await readWord(io, word, `write --file ${visible(word)}`), rest };
}

/** The query that a word is, or standard input; `advice` is how a file would be read. */
async function readWord(io: Io, word: string, advice: string): Promise<QueryText> {
  if (word === "-") return split({ mark: "", text: await readStdin(io) }, undefined);
  if (/^\S+[.-]cql$/iu.test(word) && !word.includes(":")) {
    await io.stderr.write(`slice-cql: ${show(word)} is read as a query; to read a file, ${advice}\n`);
  }
  return { text: word, ending: "", file: undefined };
}

function wordTooMany({ text, file }: QueryText, word: string): Failure {
  return new Failure(
    file === undefined
      ? `${show(word)} is an extra argument: put the whole query in quotes, '${text} …'`
      : `pass the query only once: with --file, or as ${show(word)}`,
  );
}

function split({ mark, text: read }: Marked, file: string | undefined): QueryText {
  const text = read.replace(/\r?\n$/u, "");
  return { text, ending: read.slice(text.length), mark, file };
}
