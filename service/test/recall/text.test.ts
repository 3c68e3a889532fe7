// Tests the text that is made for a prompt: what is in it, in which order, and how long it may be.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { oneLine } from "../../src/recall/one-line.ts";
import { type Line, textOf } from "../../src/recall/text.ts";

function line(quote: string, more: Partial<Line> = {}): Line {
  return {
    kind: "memory",
    id: quote,
    score: 0.5,
    quote,
    source: null,
    at: "2026-05-03T10:00:00.000Z",
    ...more,
  };
}

describe("a text", () => {
  test("has the best first, each with its number, its date and its source", () => {
    const { text, items } = textOf(
      [line("Tea, please.", { score: 0.2 }), line("Ada likes tea.", { source: "gmail" })],
      500,
    );
    expect(text).toBe("[1] 2026-05-03 Ada likes tea. (gmail)\n[2] 2026-05-03 Tea, please.");
    expect(items.map(({ quote }) => quote)).toEqual(["Ada likes tea.", "Tea, please."]);
  });

  test("says nothing twice, whatever the case and the marks", () => {
    const lines = [
      line("Ada likes tea, and Grace likes coffee."),
      line("ada likes: TEA!", { score: 0.4 }),
      line("Ada likes te", { score: 0.3 }),
    ];
    expect(textOf(lines, 500).items.map(({ id }) => id)).toEqual([lines[0]?.id, "Ada likes te"]);
  });

  test("leaves out what does not fit, and goes on with what does", () => {
    const lines = [
      line("a".repeat(60)),
      line("b".repeat(60), { score: 0.4 }),
      line("c".repeat(10), { score: 0.3 }),
    ];
    expect(textOf(lines, 110).items.map(({ id }) => id[0])).toEqual(["a", "c"]);
  });

  test("has a long quote in short, so that others fit", () => {
    const lines = [line("a b ".repeat(200), { short: "a b" }), line("c", { score: 0.4 })];
    expect(textOf(lines, 500).text).toBe("[1] 2026-05-03 a b\n[2] 2026-05-03 c");
  });

  test("is empty if nothing is known", () => {
    expect(textOf([], 500)).toEqual({ text: "", items: [] });
  });

  test("is never longer than its budget, and has a line for each item", () => {
    const anyLine = fc.record({
      quote: fc.string({ maxLength: 400 }).map(oneLine),
      score: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 20 }), fc.integer({ min: 1, max: 600 }), (lines, budget) => {
        const { text, items } = textOf(
          lines.map(({ quote, score }) => line(quote, { score })),
          budget,
        );
        expect(text.length).toBeLessThanOrEqual(budget);
        expect(text === "" ? [] : text.split("\n")).toHaveLength(items.length);
      }),
    );
  });
});
