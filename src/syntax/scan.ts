// Scans one term at an offset. Everything the lexer knows of characters is here.
import { isDoubtful, isWhitespace } from "../text/characters.ts";
import { isQualifier, type Qualifier, qualifiers } from "../vocabulary/qualifiers.ts";
import type { Term, TextTerm, Value } from "./ast.ts";
import { backslash, isEscapable, quote, unescape } from "./escape.ts";

const colon = ":";
const colonUnit = 58;

/**
 * Where a scan notes that some rule about the text may object to the term. It looks at every character anyway, so
 * noticing costs next to nothing here, and as much as a scan when done later.
 */
export class Notes {
  /** Set by a scan, and never reset by it. */
  doubtful = false;
}

/** The term at an offset where there is no white space: a known qualifier with its value, or text. */
export function scanTerm(text: string, start: number, notes: Notes): Term {
  const found = qualifierAt(text, start);
  if (found === undefined) return scanText(text, start, notes);
  const value = scanValue(text, start + found.prefix.length, notes);
  if (value.text.length === 0) notes.doubtful = true;
  return { kind: "qualified", qualifier: found.qualifier, value, span: { start, end: value.span.end } };
}

function scanText(text: string, start: number, notes: Notes): TextTerm {
  const value = scanValue(text, start, notes);
  if (!value.quoted && qualifierInAnyCase(value.text) !== undefined) notes.doubtful = true;
  return { kind: "text", value, span: value.span };
}

/** The offset after the white space that starts at an offset. */
export function scanWhitespace(text: string, start: number): number {
  let end = start;
  while (end < text.length) {
    const unit = text.charCodeAt(end);
    if ((unit > 32 && unit < 127) || !isWhitespace(unit)) break;
    end++;
  }
  return end;
}

/** Whether a known qualifier and a colon begin the text. */
export function startsQualified(text: string): boolean {
  return qualifierAt(text, 0) !== undefined;
}

/** The qualifier, in whatever case, that stands before the first colon of a bare text. */
export function qualifierInAnyCase(text: string): Qualifier | undefined {
  const end = text.indexOf(colon);
  if (end < 0) return undefined;
  const word = text.slice(0, end).toLowerCase();
  return isQualifier(word) ? word : undefined;
}

function scanValue(text: string, start: number, notes: Notes): Value {
  if (text.charCodeAt(start) === quote) return scanQuoted(text, start, notes);
  const end = bareEnd(text, start, notes);
  return { text: text.slice(start, end), quoted: false, span: { start, end } };
}

function bareEnd(text: string, start: number, notes: Notes): number {
  let end = start;
  for (; end < text.length; end++) {
    const unit = text.charCodeAt(end);
    // Most characters are settled by the first two comparisons.
    if (unit > 32 && unit < 127) continue;
    if (isWhitespace(unit)) break;
    if (isDoubtful(text, end)) notes.doubtful = true;
  }
  return end;
}

/** Without its closing quote a quoted value runs to the end of the text. */
function scanQuoted(text: string, start: number, notes: Notes): Value {
  let end = start + 1;
  let hasBackslash = false;
  for (; end < text.length; end++) {
    const unit = text.charCodeAt(end);
    if (unit === quote) {
      const inside = text.slice(start + 1, end);
      return { text: hasBackslash ? unescape(inside) : inside, quoted: true, span: { start, end: end + 1 } };
    }
    if (unit === backslash) {
      hasBackslash = true;
      if (isEscapable(text.charCodeAt(end + 1))) end++;
      // No rule objects, but printed it would be written twice.
      else notes.doubtful = true;
    } else if ((unit < 32 || unit > 126) && isDoubtful(text, end)) notes.doubtful = true;
  }
  notes.doubtful = true;
  return { text: unescape(text.slice(start + 1)), quoted: true, span: { start, end: text.length } };
}

interface Candidate {
  readonly qualifier: Qualifier;
  readonly prefix: string;
}

/** Qualifiers by their first letter's code unit. With its colon no prefix begins another. */
const byFirstUnit: readonly (readonly Candidate[] | undefined)[] = /* @__PURE__ */ groupByFirstUnit();

function qualifierAt(text: string, start: number): Candidate | undefined {
  const candidates = byFirstUnit[text.charCodeAt(start)];
  if (candidates === undefined) return undefined;
  for (const candidate of candidates) {
    // Its colon is the quickest to look at.
    const { prefix } = candidate;
    if (text.charCodeAt(start + prefix.length - 1) === colonUnit && text.startsWith(prefix, start))
      return candidate;
  }
  return undefined;
}

function groupByFirstUnit(): readonly (readonly Candidate[] | undefined)[] {
  const groups: Candidate[][] = [];
  for (const { word } of qualifiers) {
    const first = word.charCodeAt(0);
    groups[first] = [...(groups[first] ?? []), { qualifier: word, prefix: word + colon }];
  }
  return groups;
}
