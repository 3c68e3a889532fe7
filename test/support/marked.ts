// Texts with marks: `‹` and `›` stand around what a span covers, so that no test counts characters.

import type { Span } from "../../src/index.ts";

/** A text without its marks, and the spans they stood around, by where they open. */
export interface Marked {
  readonly text: string;
  readonly spans: readonly Span[];
}

/** Takes the marks out of a text. Throws if they do not match, as then the test is wrong. */
export function marked(source: string): Marked {
  let text = "";
  const open: number[] = [];
  const spans: Span[] = [];
  for (const part of source.split(/([‹›])/u)) {
    if (part === "‹") open.push(text.length);
    else if (part === "›") spans.push({ start: popped(open, source), end: text.length });
    else text += part;
  }
  if (open.length > 0) throw new Error(`a mark is not closed in ${source}`);
  return { text, spans: spans.toSorted((a, b) => a.start - b.start || b.end - a.end) };
}

/** The one marked span of a text. */
export function markedOnce(source: string): { readonly text: string; readonly span: Span } {
  const { text, spans } = marked(source);
  const [span] = spans;
  if (span === undefined || spans.length > 1) throw new Error(`one mark is needed in ${source}`);
  return { text, span };
}

/** Puts marks around the spans of a text, so that a test that fails shows the place. */
export function mark(text: string, ...spans: readonly Span[]): string {
  const marks = spans.flatMap((span) => [
    { at: span.start, sign: "‹" },
    { at: span.end, sign: "›" },
  ]);
  // At one place what closes comes first, but for an empty span.
  const ordered = marks.toSorted(
    (a, b) => a.at - b.at || (isEmptyAt(spans, a.at) ? 0 : order(a.sign) - order(b.sign)),
  );
  let result = "";
  let done = 0;
  for (const { at, sign } of ordered) {
    result += text.slice(done, at) + sign;
    done = Math.max(done, at);
  }
  return result + text.slice(done);
}

function popped(open: number[], source: string): number {
  const start = open.pop();
  if (start === undefined) throw new Error(`a mark is not opened in ${source}`);
  return start;
}

function isEmptyAt(spans: readonly Span[], at: number): boolean {
  return spans.some(({ start, end }) => start === at && end === at);
}

function order(sign: string): number {
  return sign === "›" ? 0 : 1;
}
