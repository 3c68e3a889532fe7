// Tests the text that is made for a prompt: what is in it, in which order, and how long it may be.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { oneLine } from "../../src/recall/one-line.ts";
import { type Line, textOf } from "../../src/recall/text.ts";
import { cpuTime } from "../support/turns.ts";

function line(quote: string, more: Partial<Line> = {}): Line {
  return {
    kind: "memory",
    id: quote,
    score: 0.5,
    about: null,
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

  test("says nothing twice, whatever the case and what words end with", () => {
    const lines = [
      line("Ada likes tea."),
      line("ada likes: TEA!", { score: 0.4 }),
      line("Ada likes te", { score: 0.3 }),
      line("Zoe\u0301 likes tea", { score: 0.2 }),
      line("Zo\u00E9 likes tea", { score: 0.1 }),
    ];
    const said = [lines[0]?.id, "Ada likes te", "Zoe\u0301 likes tea"];
    expect(textOf(lines, 500).items.map(({ id }) => id)).toEqual(said);
  });

  test.each([
    ["Balance is 500", "Balance is -500"],
    ["It is not true that Vera owns the Volvo", "Vera owns the Volvo"],
    ["Ada likes tea, and Grace likes coffee.", "Ada likes tea"],
    ["Does Vera own the Volvo?", "Does Vera own the Volvo"],
    ["Grade is B+", "Grade is B-"],
    ["Rollout needs x > 5", "Rollout needs x < 5"],
    ["Gauge a = b", "Gauge a != b"],
    ["Pump ratio 1.5", "Pump ratio 1:5"],
    ["x² is 4", "x2 is 4"],
  ])("has both, as %j is not %j", (one, other) => {
    expect(textOf([line(one), line(other, { score: 0.4 })], 500).items).toHaveLength(2);
    expect(textOf([line(one, { score: 0.4 }), line(other)], 500).items).toHaveLength(2);
  });

  test("says whom a line is about, and the same of another", () => {
    const about = (whom: string, more: Partial<Line> = {}) =>
      line("Likes marzipan", { id: whom, about: whom, ...more });
    const lines = [
      about("cust-1"),
      about("cust.1"),
      about("cust-1", { id: "again" }),
      line("likes marzipan", { id: "x" }),
    ];
    const { text, items } = textOf(lines, 500);
    expect(items.map(({ id }) => id)).toEqual(["cust-1", "cust.1", "x"]);
    expect(text.split("\n")[1]).toBe("[2] 2026-05-03 (about cust.1) Likes marzipan");
    const shortened = [1, 2].map((at) => about("Order", { subject: { type: "Order", of: { at } } }));
    expect(textOf(shortened, 500).items).toHaveLength(2);
  });

  test("has no line that says nothing", () => {
    expect(textOf([line("", { source: "gmail: Gryphon" }), line("Tea.")], 500).text).toBe(
      "[1] 2026-05-03 Tea.",
    );
  });

  test("takes no time for marks that are out of order", () => {
    const lines = Array.from({ length: 100 }, () => line("\u0301\u0316".repeat(2500)));
    expect(textOf(lines, 100_000).items).toHaveLength(1);
    expect(cpuTime(() => textOf(lines, 100_000))).toBeLessThan(1000);
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
