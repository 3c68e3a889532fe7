// Packed tokens in the protocol: the names that their numbers stand for, and the edit from one packing to the next.
import type { SemanticTokensEdit, SemanticTokensLegend } from "vscode-languageserver";
import { semanticTokenModifiers } from "../../language-service/pack-tokens.ts";
import { semanticTokenTypes } from "../../language-service/semantic-tokens.ts";

/** What the numbers stand for. */
export const legend: SemanticTokensLegend = {
  tokenTypes: [...semanticTokenTypes],
  tokenModifiers: [...semanticTokenModifiers],
};

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
