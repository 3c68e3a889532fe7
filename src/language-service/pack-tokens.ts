// Semantic tokens as the protocol and Monaco pack them: five numbers a token, each place counted from the one before.
import type { LineMap } from "../text/line-map.ts";
import { partsByLine } from "../text/line-parts.ts";
import { type SemanticToken, semanticTokenTypes } from "./semantic-tokens.ts";

/** The names of the bits of the fifth number. */
export const semanticTokenModifiers = ["scope"] as const;

/** Packs tokens. One that spans lines becomes one on each of them, as not every editor takes others. */
export function packTokens(lines: LineMap, tokens: readonly SemanticToken[]): number[] {
  const data: number[] = [];
  let last = { line: 0, character: 0 };
  for (const { span, type, modifiers } of tokens) {
    const kind = [semanticTokenTypes.indexOf(type), modifiers.length === 0 ? 0 : 1];
    for (const { start, end } of partsByLine(lines, span)) {
      const at = lines.position(start);
      const distance = at.line === last.line ? at.character - last.character : at.character;
      data.push(at.line - last.line, distance, end - start, ...kind);
      last = at;
    }
  }
  return data;
}
