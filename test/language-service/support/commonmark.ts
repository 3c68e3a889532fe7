// An independent reader of the little Markdown that hovers use: paragraphs and code spans, by the rules of CommonMark.

/** A stretch of text, or of code. */
export interface Inline {
  readonly text: string;
  readonly code: boolean;
}

/** The inlines of each paragraph. A run of backquotes opens a code span if a run of the same length follows; else it is text. */
export function readMarkdown(markdown: string): readonly (readonly Inline[])[] {
  return markdown.split("\n\n").map(readInlines);
}

/** Whether plain text has a character that could mean something other than itself. */
export function hasMarkup(text: string): boolean {
  return /[`*_[\]<>\\&#~|\n]|^\s|^\d+[.)]|^[-+=]/u.test(text);
}

function readInlines(paragraph: string): readonly Inline[] {
  const found: Inline[] = [];
  let plain = "";
  let at = 0;
  while (at < paragraph.length) {
    const run = /^`+/u.exec(paragraph.slice(at))?.[0] ?? "";
    const end = run === "" ? -1 : closingRun(paragraph, at + run.length, run.length);
    if (end < 0) {
      plain += run === "" ? paragraph.charAt(at) : run;
      at += Math.max(1, run.length);
      continue;
    }
    if (plain !== "") found.push({ text: plain, code: false });
    plain = "";
    found.push({ text: stripped(paragraph.slice(at + run.length, end)), code: true });
    at = end + run.length;
  }
  return plain === "" ? found : [...found, { text: plain, code: false }];
}

/** Where a run of exactly this many backquotes begins. */
function closingRun(text: string, from: number, length: number): number {
  for (const match of text.slice(from).matchAll(/`+/gu))
    if (match[0].length === length) return from + match.index;
  return -1;
}

/** One space at each end goes, unless there are only spaces. */
function stripped(inside: string): string {
  return /^ .* $/u.test(inside) && inside.trim() !== "" ? inside.slice(1, -1) : inside;
}
