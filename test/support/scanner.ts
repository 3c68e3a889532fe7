// The oracle for "which terms are in this text": section 1 of the language, written as searches, not as a lexer.

import { QUALIFIERS } from "./qualifiers.ts";

/** One term as the oracle sees it; `text` is decoded, `valueSpan` includes the quotes. */
export interface ScannedTerm {
  readonly kind: "qualified" | "text";
  readonly qualifier?: string;
  readonly text: string;
  readonly quoted: boolean;
  readonly span: { readonly start: number; readonly end: number };
  readonly valueSpan: { readonly start: number; readonly end: number };
  readonly unterminated?: true;
}

/** The terms of `text`, in order. */
export function scan(text: string): readonly ScannedTerm[] {
  const terms: ScannedTerm[] = [];
  let start = find(text, /\S/g, 0);
  while (start < text.length) {
    const qualifier = QUALIFIERS.find((word) => text.startsWith(`${word}:`, start));
    const from = qualifier === undefined ? start : start + qualifier.length + 1;
    const value = text[from] === '"' ? quotedValue(text, from) : bareValue(text, from);
    const head =
      qualifier === undefined ? { kind: "text" as const } : { kind: "qualified" as const, qualifier };
    terms.push({ ...head, ...value, span: { start, end: value.valueSpan.end } });
    start = find(text, /\S/g, value.valueSpan.end);
  }
  return terms;
}

type ScannedValue = Pick<ScannedTerm, "text" | "quoted" | "valueSpan" | "unterminated">;

function bareValue(text: string, start: number): ScannedValue {
  const end = find(text, /\s/g, start);
  return { text: text.slice(start, end), quoted: false, valueSpan: { start, end } };
}

/** A quote closes when an even number of backslashes stands before it. */
function quotedValue(text: string, start: number): ScannedValue {
  let close = text.indexOf('"', start + 1);
  while (close >= 0 && backslashesBefore(text, close) % 2 === 1) close = text.indexOf('"', close + 1);
  const end = close < 0 ? text.length : close + 1;
  const inside = text.slice(start + 1, close < 0 ? text.length : close);
  const decoded = inside.replace(/\\(["\\])/g, "$1");
  const open = close < 0 ? { unterminated: true as const } : {};
  return { text: decoded, quoted: true, valueSpan: { start, end }, ...open };
}

function backslashesBefore(text: string, index: number): number {
  let first = index;
  while (text[first - 1] === "\\") first -= 1;
  return index - first;
}

function find(text: string, what: RegExp, from: number): number {
  what.lastIndex = from;
  return what.exec(text)?.index ?? text.length;
}
