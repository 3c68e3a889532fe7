// Where the query comes from: the command line, standard input or a file.
import { show, visible } from "../../text/show.ts";
import { isQualifier } from "../../vocabulary/qualifiers.ts";
import type { Context } from "../command.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { queryBound, readFile, readStdin } from "./read.ts";

/** A query's text, and where it was read. */
export interface QueryText {
  /** Without the line break that ends a file or what `echo` writes. */
  readonly text: string;
  /** That line break. */
  readonly ending: string;
  /** The file that it is in. */
  readonly file: string | undefined;
}

/** The query, and the words that follow it. */
export interface Given {
  readonly query: QueryText;
  readonly rest: readonly string[];
}

/** Reads the query of a command that takes nothing else. */
export async function readQuery(context: Context): Promise<QueryText> {
  const { query, rest } = await readQueryAnd(context);
  const [extra] = rest;
  if (extra !== undefined) throw wordTooMany(query, extra);
  return query;
}

/** Reads the two queries of a command that takes nothing else. A query from --file is the first. */
export async function readTwoQueries(context: Context): Promise<readonly [QueryText, QueryText]> {
  const { positionals, given } = context.args;
  const words = given.has("file") ? positionals : positionals.slice(1);
  const [second, extra] = words;
  if (second === undefined && positionals.length + Number(given.has("file")) > 0)
    throw new Failure("there is no second query: give two, each in quotes, or `-` for standard input");
  if (extra !== undefined)
    throw new Failure(`${show(extra)} is one word too many: put each of the two queries in quotes`);
  requireOneStdin(positionals);
  const { query, rest } = await readQueryAnd(context);
  const [word = ""] = rest;
  return [query, await readWord(context.io, word, "give it on standard input, and `-` in its place")];
}

/** Fails if standard input is asked for twice. */
export function requireOneStdin(words: readonly string[]): void {
  if (words.filter((each) => each === "-").length > 1)
    throw new Failure("`-` is there twice, and standard input can be read only once");
}

/** Fails if a word that should name a file names none and looks like a term: a shell splits what is not in quotes. */
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
export async function readQueryAnd({ io, args }: Context): Promise<Given> {
  const file = args.given.get("file");
  const [word, ...rest] = args.positionals;
  if (file === "-")
    throw new Failure("--file names a file; for standard input write `-` where the query stands");
  if (file !== undefined)
    return { query: split(await readFile(io, file, queryBound), file), rest: args.positionals };
  if (word === undefined) {
    throw new Failure("there is no query: give it in quotes, or `-` for standard input, or --file FILE");
  }
  return { query: await readWord(io, word, `write --file ${visible(word)}`), rest };
}

/** The query that a word is, or standard input; `advice` is how a file would be read. */
async function readWord(io: Io, word: string, advice: string): Promise<QueryText> {
  if (word === "-") return split(await readStdin(io), undefined);
  if (/^\S+\.cql$/iu.test(word) && !word.includes(":")) {
    await io.stderr.write(
      `slice-cql: ${show(word)} is taken as the query itself; to read a file, ${advice}\n`,
    );
  }
  return { text: word, ending: "", file: undefined };
}

function wordTooMany({ text, file }: QueryText, word: string): Failure {
  return new Failure(
    file === undefined
      ? `${show(word)} is one word too many: put the whole query in quotes, '${text} …'`
      : `give the query once: --file, or ${show(word)}`,
  );
}

function split(read: string, file: string | undefined): QueryText {
  const text = read.replace(/\r?\n$/u, "");
  return { text, ending: read.slice(text.length), file };
}
