// A diagnostic as a person sees it in a terminal: the line, carets under it, the message, the fix.
import { isRecord } from "../data/guards.ts";
import { applyEdits } from "../text/edits.ts";
import { lineMap } from "../text/line-map.ts";
import { visible } from "../text/show.ts";
import type { Diagnostic, Fix } from "./diagnostic.ts";

/**
 * Renders a diagnostic with the line it is about. Pure text without colours; long lines are cut around the carets.
 *
 * @throws TypeError if `text` is not a string or `diagnostic` is not an object.
 * @example
 * ```ts
 * renderDiagnostic("Type:Person", diagnostic);
 * // error[qualifier-case]: Qualifiers must be lowercase: write `type:`, not `Type:`.
 * //   |
 * // 1 | Type:Person
 * //   | ^^^^
 * //   = fix: write `type:`
 * //   |   type:Person
 * ```
 */
export function renderDiagnostic(text: string, diagnostic: Diagnostic): string {
  if (typeof text !== "string") throw new TypeError("text must be a string");
  if (!isRecord(diagnostic)) throw new TypeError("diagnostic must be a diagnostic of the text");
  return renderFrom(1, text, diagnostic);
}

/** The same for a text that begins in a line of this number. */
export function renderFrom(first: number, text: string, diagnostic: Diagnostic): string {
  const { line, excerpt, before, marked } = excerptOf(text, diagnostic.span.start, diagnostic.span.end);
  const number = String(line + first);
  const gutter = " ".repeat(number.length);
  const lines = [
    `${diagnostic.severity}[${diagnostic.code}]: ${diagnostic.message}`,
    `${gutter} |`,
    `${number} | ${excerpt}`,
    `${gutter} | ${" ".repeat(before)}${"^".repeat(Math.max(1, marked))}`,
    ...(diagnostic.fixes ?? []).flatMap((fix) => renderFix(text, fix, gutter)),
  ];
  return lines.map((row) => row.trimEnd()).join("\n");
}

const contextBefore = 40;
const maxExcerptLength = 100;

interface Excerpt {
  readonly line: number;
  readonly excerpt: string;
  /** Columns before the carets, and under them. */
  readonly before: number;
  readonly marked: number;
}

function excerptOf(text: string, start: number, end: number): Excerpt {
  const map = lineMap(text);
  const { line, character } = map.position(start);
  const lineStart = map.offset({ line, character: 0 });
  const lineEnd = map.offset({ line, character: Number.MAX_SAFE_INTEGER });
  const from = character > contextBefore + 20 ? wholeAt(text, start - contextBefore) : lineStart;
  const to = wholeAt(text, Math.min(lineEnd, from + maxExcerptLength));
  const lead = from > lineStart ? "…" : "";
  const tail = to < lineEnd ? "…" : "";
  return {
    line,
    excerpt: `${lead}${visible(text.slice(from, to))}${tail}`,
    before: width(lead + visible(text.slice(from, start))),
    marked: width(visible(text.slice(start, Math.min(end, to)))),
  };
}

/** The offset, or the one before it where it would part a surrogate pair. */
function wholeAt(text: string, offset: number): number {
  return offset > 0 && text.codePointAt(offset - 1) !== text.charCodeAt(offset - 1) ? offset - 1 : offset;
}

function renderFix(text: string, fix: Fix, gutter: string): readonly string[] {
  const first = Math.min(...fix.edits.map((edit) => edit.span.start));
  const fixed = applyEdits(text, fix.edits);
  const { excerpt } = excerptOf(fixed, Math.min(first, fixed.length), Math.min(first, fixed.length));
  return [`${gutter} = fix: ${fix.title}`, `${gutter} |   ${excerpt}`];
}

/** Columns that a terminal needs: wide East Asian characters and emoji take two, combining marks none. */
function width(text: string): number {
  if (plain.test(text)) return text.length;
  // Not before it is needed: to load what is known of characters takes as long as all else that a program starts with.
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += wide.test(segment) ? 2 : 1;
  return columns;
}

/** Each of these takes one column. */
const plain = /^[ -~]*$/u;
let graphemes: Intl.Segmenter | undefined;
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\p{RI}/u;
