// Semantic tokens as the protocol packs them: five numbers a token, each line for itself.
import type { SemanticTokensEdit, SemanticTokensLegend } from "vscode-languageserver";
import { type SemanticToken, semanticTokenTypes } from "../../language-service/semantic-tokens.ts";
import type { LineMap } from "../../text/line-map.ts";

/** What the numbers stand for. */
export const legend: SemanticTokensLegend = {
  tokenTypes: [...semanticTokenTypes],
  tokenModifiers: ["scope"],
};

/** Packs tokens. One that spans lines becomes one on each of them, as not every client takes others. */
export function packTokens(lines: LineMap, tokens: readonly SemanticToken[]): number[] {
  const data: number[] = [];
  let last = { line: 0, character: 0 };
  for (const { span, type, modifiers } of tokens) {
    const kind = [semanticTokenTypes.indexOf(type), modifiers.length === 0 ? 0 : 1];
    const end = lines.position(span.end);
    for (let at = lines.position(span.start); at.line <= end.line; at = { line: at.line + 1, character: 0 }) {
      const length = (at.line === end.line ? end.character : widthOf(lines, at.line)) - at.character;
      if (length <= 0) continue;
      const distance = at.line === last.line ? at.character - last.character : at.character;
      data.push(at.line - last.line, distance, length, ...kind);
      last = at;
    }
  }
  return data;
}

/** The one edit between two packings: what their beginnings and ends do not share. */
export function editsBetweenTokens(
  before: readonly number[],
  after: readonly number[],
): SemanticTokensEdit[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const deleteCount = before.length - end - start;
  const data = after.slice(start, after.length - end);
  return deleteCount === 0 && data.length === 0 ? [] : [{ start, deleteCount, data }];
}

function widthOf(lines: LineMap, line: number): number {
  return lines.position(lines.offset({ line, character: Infinity })).character;
}
