// A file of queries: one query a paragraph, and comments. It is cut by lines, before any query is read.
import { applyEdits, shiftEdits, type TextEdit } from "../text/edits.ts";
import type { Span } from "../text/span.ts";
import { defaultLimits } from "../vocabulary/limits.ts";
import { sourceOf } from "./source.ts";

/**
 * One query of a file.
 *
 * @example
 * ```ts
 * const [first] = splitQueries("# New people\ntype:Person after:7d\n").queries;
 * first?.text; // "type:Person after:7d"
 * ```
 */
export interface FileQuery {
  /** Its lines in the file, from the beginning of the first to the end of the last, without the last line break. */
  readonly span: Span;
  /** The query: the text of these lines, with spaces in place of comments. An offset in it counts from `span.start`. */
  readonly text: string;
  /** All lines up to the next empty ones, with the comments before, between and after. */
  readonly paragraph: Span;
}

/**
 * What a file of queries holds, in order.
 *
 * @example
 * ```ts
 * const file: QueryFile = splitQueries("type:Person\n\ntype:Company # free text\n");
 * file.queries.length; // 2
 * ```
 */
export interface QueryFile {
  /** The queries. */
  readonly queries: readonly FileQuery[];
  /** The comments, each from its `#` to the end of its line. */
  readonly comments: readonly Span[];
}

/**
 * Splits a file into its queries. Empty lines separate them; a line whose first character that is not white space is `#`
 * is a comment. No quote reaches over an empty line. In a paragraph where a quote would reach over a comment, each
 * comment ends a query, so that the open quote is an error. Never throws on a text; linear in its length.
 *
 * Source: `docs/language.md`, "Files of queries".
 *
 * @param file - The text of the file.
 * @returns Its queries and its comments.
 * @throws TypeError if `file` is not a string.
 * @example
 * ```ts
 * splitQueries("type:Person\n# from everywhere\n\nsource:gmail\n").queries.map(({ text }) => text);
 * // ["type:Person", "source:gmail"]
 * ```
 */
export function splitQueries(file: string): QueryFile {
  if (typeof file !== "string") throw new TypeError("file must be a string");
  const queries: FileQuery[] = [];
  const comments: Span[] = [];
  for (const lines of paragraphsOf(file)) {
    for (const { isComment, visible, end } of lines) if (isComment) comments.push({ start: visible, end });
    for (const query of queriesOf(file, lines)) queries.push(query);
  }
  return { queries, comments };
}

/** The edits to one query as edits to its file; none if after them its paragraph held other queries or other comments. */
export function editsInFile(
  file: string,
  { span, paragraph }: FileQuery,
  edits: readonly TextEdit[],
): readonly TextEdit[] {
  const placed = shiftEdits(edits, span.start);
  return isKept(file, paragraph, placed) ? placed : [];
}

/** The same for fixes: all of them at once by `all`, or else those of `each` that can be applied together. */
export function fixesInFile(
  file: string,
  query: FileQuery,
  all: readonly TextEdit[],
  each: readonly (readonly TextEdit[])[],
): readonly TextEdit[] {
  const edits = editsInFile(file, query, all);
  if (edits.length > 0) return edits;
  const kept: TextEdit[] = [];
  for (const fix of each) {
    const next = shiftEdits(fix, query.span.start);
    const isApart = next.every(({ span }) => kept.every((other) => areApart(span, other.span)));
    if (isApart && isKept(file, query.paragraph, [...kept, ...next])) kept.push(...next);
  }
  return kept;
}

/** The edits that leave the comments of a query alone. */
export function outsideComments(
  file: string,
  { span: { start, end } }: FileQuery,
  edits: readonly TextEdit[],
): readonly TextEdit[] {
  const { comments } = splitQueries(file.slice(start, end));
  if (comments.length === 0) return edits;
  let next = 0;
  return edits.filter(({ span }) => {
    while ((comments[next]?.end ?? Number.POSITIVE_INFINITY) <= span.start) next++;
    return span.end <= (comments[next]?.start ?? Number.POSITIVE_INFINITY);
  });
}

interface Line extends Span {
  /** Where its first character is that is not white space. */
  readonly visible: number;
  readonly isComment: boolean;
}

/** Runs of lines that are not empty. */
function paragraphsOf(file: string): readonly (readonly Line[])[] {
  const paragraphs: Line[][] = [];
  let last = -1;
  let breaks = 0;
  for (const { 0: found, index } of file.matchAll(/\r\n|\r|\n|[^\r\n]+/gu)) {
    const indent = found.search(/\S/u);
    if (indent < 0) {
      // White space in a line without anything else does not keep two lines together.
      if (/[\r\n]/u.test(found)) breaks++;
      continue;
    }
    const line = {
      start: index,
      end: index + found.length,
      visible: index + indent,
      isComment: found[indent] === "#",
    };
    if (last >= 0 && breaks < 2) paragraphs.at(-1)?.push(line);
    else paragraphs.push([line]);
    last = line.end;
    breaks = 0;
  }
  return paragraphs;
}

function queriesOf(file: string, lines: readonly Line[]): readonly FileQuery[] {
  const runs = runsOf(lines);
  const [first] = runs;
  const last = runs.at(-1);
  if (first === undefined || last === undefined) return [];
  const paragraph = { start: lines[0]?.start ?? first.start, end: lines.at(-1)?.end ?? last.end };
  const separate = runs.map((span) => ({ span, text: file.slice(span.start, span.end), paragraph }));
  if (runs.length === 1) return separate;
  const span = { start: first.start, end: last.end };
  const between = lines.filter(
    ({ isComment, start, end }) => isComment && start > span.start && end < span.end,
  );
  const text = blanked(file, span, between);
  return isQuoted(text, between, span.start) ? separate : [{ span, text, paragraph }];
}

/** The runs of lines that are not comments. */
function runsOf(lines: readonly Line[]): readonly Span[] {
  const runs: Span[] = [];
  lines.forEach(({ isComment, start, end }, index) => {
    if (isComment) return;
    const last = runs.at(-1);
    if (last === undefined || lines[index - 1]?.isComment === true) runs.push({ start, end });
    else runs[runs.length - 1] = { start: last.start, end };
  });
  return runs;
}

/** A stretch of a file with spaces in place of some lines. */
function blanked(file: string, { start, end }: Span, lines: readonly Span[]): string {
  const pieces: string[] = [];
  let done = start;
  for (const line of lines) {
    pieces.push(file.slice(done, line.start), " ".repeat(line.end - line.start));
    done = line.end;
  }
  return pieces.join("") + file.slice(done, end);
}

/** Whether a quote reaches over one of these lines, where offsets in the text count from `start`. */
function isQuoted(text: string, lines: readonly Span[], start: number): boolean {
  let next = 0;
  return sourceOf(text, defaultLimits).query.terms.some(({ span, value }) => {
    while ((lines[next]?.start ?? Number.POSITIVE_INFINITY) - start < span.start) next++;
    return value.quoted && (lines[next]?.start ?? Number.POSITIVE_INFINITY) - start < span.end;
  });
}

/** Whether a paragraph still has the same number of queries and the same comments after some edits. */
function isKept(file: string, { start, end }: Span, edits: readonly TextEdit[]): boolean {
  const before = file.slice(start, end);
  const after = applyEdits(before, shiftEdits(edits, -start));
  if (isPlain(before) && isPlain(after)) return /\S/u.test(after);
  const [was, is] = [splitQueries(before), splitQueries(after)];
  const isSame = textOf(before, was.comments) === textOf(after, is.comments);
  return isSame && was.queries.length === is.queries.length;
}

/** Whether a text is one line without a comment, wherever it occurs. */
function isPlain(text: string): boolean {
  return !/[#\r\n]/u.test(text);
}

function textOf(file: string, spans: readonly Span[]): string {
  return spans.map(({ start, end }) => file.slice(start, end)).join("\n");
}

function areApart(a: Span, b: Span): boolean {
  return a.end < b.start || b.end < a.start;
}
