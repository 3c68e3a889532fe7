// Scans one term at an offset. Everything the lexer knows of characters is here.
import { isWhitespace } from "../text/characters.ts";
import { type Qualifier, qualifiers } from "../vocabulary/qualifiers.ts";
import type { QualifiedTerm, TextTerm, Value } from "./ast.ts";
import { closingQuote, quote, unescape } from "./escape.ts";

const colon = ":";

/** The qualified term at an offset, or `null` if no known qualifier and colon stand there. */
export function scanQualified(text: string, start: number): QualifiedTerm | null {
  const candidates = byFirstUnit[text.charCodeAt(start)];
  if (candidates === undefined) return null;
  for (const { qualifier, prefix } of candidates) {
    if (!text.startsWith(prefix, start)) continue;
    const value = scanValue(text, start + prefix.length);
    return { kind: "qualified", qualifier, value, span: { start, end: value.span.end } };
  }
  return null;
}

/** The text term at an offset where there is no white space. */
export function scanText(text: string, start: number): TextTerm {
  const value = scanValue(text, start);
  return { kind: "text", value, span: value.span };
}

/** The offset after the white space that starts at an offset. */
export function scanWhitespace(text: string, start: number): number {
  let end = start;
  while (end < text.length && isWhitespace(text.charCodeAt(end))) end++;
  return end;
}

/** A quoted value without its closing quote runs to the end of the text. */
function scanValue(text: string, start: number): Value {
  if (text.charCodeAt(start) !== quote) {
    const end = bareEnd(text, start);
    return { text: text.slice(start, end), quoted: false, span: { start, end } };
  }
  const close = closingQuote(text, start + 1);
  const inside = text.slice(start + 1, close < 0 ? text.length : close);
  return { text: unescape(inside), quoted: true, span: { start, end: close < 0 ? text.length : close + 1 } };
}

function bareEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length) {
    const unit = text.charCodeAt(end);
    // Most characters are settled by the first comparison.
    if ((unit <= 32 || unit >= 160) && isWhitespace(unit)) break;
    end++;
  }
  return end;
}

interface Candidate {
  readonly qualifier: Qualifier;
  readonly prefix: string;
}

/** Qualifiers by their first letter's code unit. With its colon no prefix begins another. */
const byFirstUnit: readonly (readonly Candidate[] | undefined)[] = /* @__PURE__ */ groupByFirstUnit();

function groupByFirstUnit(): readonly (readonly Candidate[] | undefined)[] {
  const groups: Candidate[][] = [];
  for (const { word } of qualifiers) {
    const first = word.charCodeAt(0);
    groups[first] = [...(groups[first] ?? []), { qualifier: word, prefix: word + colon }];
  }
  return groups;
}
