// Cuts a text into what the rules read: independent lines, and sentences.

import { setOf } from "./words.ts";

/** A sentence, or a line that is not part of one. */
export interface Segment {
  /** Its place among the segments, from 0. */
  readonly index: number;
  /** Verbatim from the text. */
  readonly quote: string;
  /** Without bullets and markup, with single spaces. */
  readonly body: string;
  readonly kind: "heading" | "item" | "line";
  /** It has a box to tick. */
  readonly hasBox: boolean;
  /** Which paragraph it is in, from 0. */
  readonly block: number;
  /** Whether it begins a line; other sentences do not. */
  readonly isFirst: boolean;
}

/** Longer lines are cut, so that no rule sees more at once; in UTF-16 code units. */
const maxLineLength = 800;
/** A line that is shorter than this was not wrapped. */
const wrapped = 50;
const maxHeadingLength = 100;

interface Line {
  readonly start: number;
  readonly end: number;
  readonly body: string;
  readonly indent: number;
  readonly mark: "heading" | "item" | "none";
  readonly hasBox: boolean;
}

interface Unit extends Pick<Line, "start" | "end" | "hasBox"> {
  readonly kind: Segment["kind"];
  readonly block: number;
}

/** The segments of a text, in their order. */
export function segmentsOf(text: string): readonly Segment[] {
  const segments: Segment[] = [];
  for (const { start, end, kind, hasBox, block } of unitsOf(text)) {
    let isFirst = true;
    for (const quote of kind === "heading" ? [text.slice(start, end)] : sentencesOf(text.slice(start, end))) {
      const body = strip(quote).body;
      if (body === "") continue;
      segments.push({ index: segments.length, quote: quote.trim(), body, kind, hasBox, block, isFirst });
      isFirst = false;
    }
  }
  return segments;
}

/** `Key: value` at the start of a segment; a key has at most 40 characters and 5 words. */
export function keyValueOf(body: string): { readonly key: string; readonly value: string } | undefined {
  const at = body.indexOf(":");
  if (at < 1 || at > 40 || !/^(?: |$)/u.test(body.slice(at + 1))) return undefined;
  const key = body.slice(0, at).trim();
  return key.split(" ").length > 5 || !/^\p{L}/u.test(key)
    ? undefined
    : { key, value: body.slice(at + 1).trim() };
}

function unitsOf(text: string): readonly Unit[] {
  const lines = linesOf(text);
  const units: Unit[] = [];
  let block = 0;
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    if (line.body === "" || underline.test(line.body)) {
      block += 1;
      continue;
    }
    const open = units.at(-1);
    if (open !== undefined && before !== undefined && isContinued(before, line, open)) {
      units[units.length - 1] = { ...open, end: line.end };
      continue;
    }
    const kind = isHeading(line, before, lines[at + 1]) ? "heading" : line.mark === "item" ? "item" : "line";
    units.push({ start: line.start, end: line.end, hasBox: line.hasBox, kind, block });
  }
  return units;
}

/** The second line of a heading, and rules between parts. */
const underline = /^[=~-]{3,200}$/u;
/** A line of a chat. */
const spoken = /^(?:\[\d\d?:|\d\d?:\d\d(?::\d\d)? |<)/u;

function isContinued(before: Line, line: Line, open: Unit): boolean {
  if (before.body === "" || line.mark !== "none" || line.end - open.start > maxLineLength) return false;
  if (open.kind === "heading" || spoken.test(line.body)) return false;
  if (line.indent > before.indent || (open.kind === "item" && line.indent > 0))
    return !line.body.startsWith("-- ");
  return (
    before.end - before.start >= wrapped && keyValueOf(line.body) === undefined && !line.body.startsWith("--")
  );
}

function isHeading(line: Line, before: Line | undefined, next: Line | undefined): boolean {
  if (line.mark === "heading") return true;
  if (line.mark === "item" || line.body.length > maxHeadingLength || /[.,;:!?]$/u.test(line.body))
    return false;
  if (next === undefined || (before !== undefined && before.body !== "")) return false;
  if (before === undefined && keyValueOf(line.body) === undefined && !spoken.test(line.body)) return true;
  if (underline.test(next.body)) return true;
  if (next.body !== "" && next.mark !== "item")
    return line.body === line.body.toUpperCase() && /\p{Lu}/u.test(line.body);
  return keyValueOf(line.body) === undefined && !line.body.startsWith("--");
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    const end = Math.min(newline === -1 ? text.length : newline, start + maxLineLength);
    lines.push({ start, end, ...strip(text.slice(start, end)) });
    start = end === newline ? end + 1 : end;
  }
  return lines;
}

/** What a line says, without what makes it an item or a heading. */
function strip(line: string): Pick<Line, "body" | "indent" | "mark" | "hasBox"> {
  let at = 0;
  while (at < line.length && " \t>".includes(line.charAt(at))) at += 1;
  const [marks = ""] =
    /^(?:#{1,6} |[-*+•–] |\d{1,3}[.)] )?(?:\[[ xX]\] )?/u.exec(line.slice(at, at + 20)) ?? [];
  const hasBox = marks.endsWith("] ");
  const mark = marks === "" ? "none" : marks.startsWith("#") ? "heading" : "item";
  const words = line
    .slice(at + marks.length)
    .replaceAll(/\*\*|__|`/gu, "")
    .replaceAll(/\n[ \t>]*/gu, " ");
  return { body: words.replaceAll(/\s/gu, " ").replaceAll(/ {2,}/gu, " ").trim(), indent: at, mark, hasBox };
}

/** A period after one of these, or after a single letter, ends no sentence. */
const abbreviations = setOf("abbreviations");

function sentencesOf(paragraph: string): readonly string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { index } of paragraph.matchAll(/[.!?]/gu)) {
    const after = paragraph.slice(index + 1, index + 12);
    if (!/^["'”)]?\s{1,10}["“(]?[\p{Lu}\d]/u.test(after)) continue;
    const [word = ""] = /[\p{L}.]{0,12}$/u.exec(paragraph.slice(Math.max(start, index - 12), index)) ?? [];
    if (word.length < 2 ? /^\p{L}/u.test(word) : abbreviations.has(word.toLowerCase())) continue;
    sentences.push(paragraph.slice(start, index + 1));
    start = index + 1;
  }
  return [...sentences, paragraph.slice(start)];
}
