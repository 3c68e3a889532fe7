// The limit: what parsing costs at least. One pass of `charCodeAt` over the text that makes the same tree as `parse`,
// and nothing else: no checks, no limits, no diagnostics. A test compares the trees.
import type { Query, Term, Value } from "../src/syntax/ast.ts";
import { isWhitespace } from "../src/text/characters.ts";
import { type Qualifier, qualifiers } from "../src/vocabulary/qualifiers.ts";

const quote = 34;
const backslash = 92;

/** The tree of a text. */
export function limit(text: string): Query {
  const terms: Term[] = [];
  const { length } = text;
  let at = 0;
  while (at < length) {
    if (isSpace(text.charCodeAt(at))) {
      at++;
      continue;
    }
    const term = termAt(text, at);
    terms.push(term);
    at = term.span.end;
  }
  return { kind: "query", terms, span: { start: 0, end: length } };
}

function termAt(text: string, start: number): Term {
  const row = byFirst[text.charCodeAt(start)];
  if (row !== undefined) {
    for (const { word, prefix } of row) {
      if (!text.startsWith(prefix, start)) continue;
      const value = valueAt(text, start + prefix.length);
      return { kind: "qualified", qualifier: word, value, span: { start, end: value.span.end } };
    }
  }
  const value = valueAt(text, start);
  return { kind: "text", value, span: value.span };
}

function valueAt(text: string, start: number): Value {
  return text.charCodeAt(start) === quote ? quotedAt(text, start) : bareAt(text, start);
}

function bareAt(text: string, start: number): Value {
  let end = start;
  while (end < text.length && !isSpace(text.charCodeAt(end))) end++;
  return { text: text.slice(start, end), quoted: false, span: { start, end } };
}

function quotedAt(text: string, start: number): Value {
  let end = start + 1;
  let escaped = false;
  for (; end < text.length; end++) {
    const unit = text.charCodeAt(end);
    if (unit === quote) break;
    if (unit !== backslash) continue;
    const next = text.charCodeAt(end + 1);
    if (next !== quote && next !== backslash) continue;
    escaped = true;
    end++;
  }
  const inside = text.slice(start + 1, end);
  const span = { start, end: Math.min(end + 1, text.length) };
  return { text: escaped ? inside.replace(/\\([\\"])/gu, "$1") : inside, quoted: true, span };
}

/** Most characters are settled by the first two comparisons. */
function isSpace(unit: number): boolean {
  return (unit <= 32 || unit >= 160) && isWhitespace(unit);
}

interface Row {
  readonly word: Qualifier;
  readonly prefix: string;
}

/** The qualifiers that begin with a character. */
const byFirst: readonly (readonly Row[] | undefined)[] = rowsByFirst();

function rowsByFirst(): readonly (readonly Row[] | undefined)[] {
  const rows: Row[][] = Array.from({ length: 128 }, () => []);
  for (const { word } of qualifiers) rows[word.charCodeAt(0)]?.push({ word, prefix: `${word}:` });
  return rows.map((row) => (row.length > 0 ? row : undefined));
}
