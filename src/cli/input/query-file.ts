// Files of queries: which files they are, and the queries in them.
import { type FileQuery, splitQueries } from "../../syntax/query-file.ts";
import { lineMap } from "../../text/line-map.ts";
import { visible } from "../../text/show.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import type { QueryText } from "./query-text.ts";
import { jsonBound, type Marked, readMarked } from "./read.ts";

/** A query of a file, and where it is. */
export interface PlacedQuery extends QueryText {
  readonly file: string;
  /** The number of its first line. */
  readonly line: number;
  /** Where in the file its text begins. */
  readonly offset: number;
}

/** Whether a file holds queries, one a paragraph, by its name; any other is one query. */
export function isQueryFile(path: string): boolean {
  return /\.slice-cql$/iu.test(path);
}

/** The text of a file of queries, and its byte order mark. */
export async function readQueryFile(io: Io, path: string): Promise<Marked> {
  return await readMarked(io, path, jsonBound);
}

/** The queries in the text of a file. */
export function queriesIn(text: string, path: string): readonly PlacedQuery[] {
  const lines = lineMap(text);
  return splitQueries(text).queries.map((query) =>
    placed(query, lines.position(query.span.start).line, path),
  );
}

/** The query of a file that has one. No query would mean the whole project, and of several it is unclear which is meant. */
export async function readOnlyQuery(io: Io, path: string): Promise<QueryText> {
  const queries = queriesIn((await readQueryFile(io, path)).text, path);
  const [query, second] = queries;
  if (query === undefined) throw new Failure(`${visible(path)} has no query, only comments and empty lines`);
  if (second === undefined) return query;
  const lines = queries.slice(0, 3).map(({ line }) => String(line));
  throw new Failure(
    `${visible(path)} has ${String(queries.length)} queries, in lines ${lines.join(", ")}${queries.length > 3 ? ", …" : ""}, but only one is allowed; \`check\` and \`format\` accept several`,
  );
}

function placed({ text, span }: FileQuery, line: number, file: string): PlacedQuery {
  return { text, ending: "", file, line: line + 1, offset: span.start };
}
