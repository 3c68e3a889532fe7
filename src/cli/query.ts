// Where the query comes from: the command line, standard input or a file.
import { show, visible } from "../text/show.ts";
import { isQualifier } from "../vocabulary/qualifiers.ts";
import type { Context } from "./command.ts";
import { Failure } from "./failure.ts";
import type { Io } from "./io.ts";
import { readFile, readStdin } from "./read.ts";

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
  if (file !== undefined) return { query: split(await readFile(io, file), file), rest: args.positionals };
  if (word === undefined) {
    throw new Failure("there is no query: give it in quotes, or `-` for standard input, or --file FILE");
  }
  if (/^\S+\.cql$/iu.test(word) && !word.includes(":")) {
    await io.stderr.write(
      `slice-cql: ${show(word)} is taken as the query itself; to read a file, write --file ${visible(word)}\n`,
    );
  }
  if (word === "-") return { query: split(await readStdin(io), undefined), rest };
  return { query: { text: word, ending: "", file: undefined }, rest };
}

function wordTooMany({ text, file }: QueryText, word: string): Failure {
  return new Failure(
    file === undefined
      ? `${show(word)} is one word too many: put the whole query in quotes, '${visible(text)} …'`
      : `give the query once: --file, or ${show(word)}`,
  );
}

function split(read: string, file: string | undefined): QueryText {
  const text = read.replace(/\r?\n$/u, "");
  return { text, ending: read.slice(text.length), file };
}
