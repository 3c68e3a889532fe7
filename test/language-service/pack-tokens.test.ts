// Tests semantic tokens packed to numbers, and cut where lines end.

import fc from "fast-check";
import { expect, test } from "vitest";
import { lineMap } from "../../src/index.ts";
import { packTokens } from "../../src/language-service/pack-tokens.ts";
import { type SemanticToken, semanticTokensOf } from "../../src/language-service/semantic-tokens.ts";
import { source } from "../support/arbitraries.ts";
import { runs } from "../support/runs.ts";

test.each([
  ["type:A", [0, 0, 4, 0, 0, 0, 4, 1, 1, 0, 0, 1, 1, 2, 0]],
  // A type and its modifier, as bits.
  ["\nsort:b", [1, 0, 4, 0, 1, 0, 4, 1, 1, 1, 0, 1, 1, 4, 1]],
  // Over three lines, of which the one between is empty.
  ['"a\r\n\r\nb"', [0, 0, 2, 6, 1, 2, 0, 2, 6, 1]],
  ["", []],
])("%j is packed", (text, expected) => {
  expect(packTokens(lineMap(text), semanticTokensOf(text))).toEqual(expected);
});

test("packed tokens, unpacked, are the tokens without the line breaks in them", () => {
  fc.assert(
    fc.property(source, (text) => {
      const tokens = semanticTokensOf(text);
      const expected = tokens.flatMap(({ span }) => text.slice(span.start, span.end).split(/\r\n|\n|\r/));
      expect(unpacked(text, tokens)).toEqual(expected.filter((part) => part !== ""));
    }),
    runs(300),
  );
});

function unpacked(text: string, tokens: readonly SemanticToken[]): readonly string[] {
  const lines = lineMap(text);
  const data = packTokens(lines, tokens);
  let [line, character] = [0, 0];
  return Array.from({ length: data.length / 5 }, (_, index) => {
    const [down = 0, right = 0, length = 0] = data.slice(5 * index);
    character = down === 0 ? character + right : right;
    line += down;
    const start = lines.offset({ line, character });
    return text.slice(start, start + length);
  });
}
