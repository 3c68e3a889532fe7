// Tests what is shown of a text without a request: inlay hints, semantic tokens, the outline.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLanguageService } from "../../src/exports/language-service.ts";
import { createCatalog, parse } from "../../src/index.ts";
import { semanticTokenTypes } from "../../src/language-service/semantic-tokens.ts";
import { source as anySource, world } from "../support/arbitraries.ts";
import { exampleCatalog, exampleNow } from "../support/example-catalog.ts";
import { mark } from "../support/marked.ts";
import { patience, runs } from "../support/runs.ts";

const service = createLanguageService({ catalog: exampleCatalog, now: exampleNow });

describe("inlay hints", () => {
  /** Each hint appears in brackets where it is shown. */
  async function hinted(text: string, of = service): Promise<string> {
    const hints = await of.inlayHints(text);
    let shown = text;
    for (const { offset, label } of hints.toReversed())
      shown = `${shown.slice(0, offset)}[${label}]${shown.slice(offset)}`;
    return shown;
  }

  test.each([
    ["a date that moves", "after:3mo", "after:3mo[2026-08-20 12:00 UTC]"],
    ["a word", "before:today x", "before:today[2026-11-20 00:00 UTC] x"],
    ["in quotes", 'after:"7d" x', 'after:"7d"[2026-11-13 12:00 UTC] x'],
    ["a day, which says what it means", "after:2026-01-05", "after:2026-01-05"],
    ["a date that is not one", "after:7days after:9999y", "after:7days after:9999y"],
    [
      "names that are known",
      'type:Nobody shape:"Sales CRM" source:drive',
      'type:Nobody shape:"Sales CRM" source:drive',
    ],
    [
      "names that are not",
      "shape:x source:y source-shape:z",
      "shape:x[unresolved] source:y[unresolved] source-shape:z[unresolved]",
    ],
    ["a missing name", 'shape: source:""', 'shape: source:""'],
    ["terms that do not affect membership", 'sort:7d "7d" 7d', 'sort:7d "7d" 7d'],
    [
      "several, in order",
      "shape:x\nafter:1d\nsource:y",
      "shape:x[unresolved]\nafter:1d[2026-11-19 12:00 UTC]\nsource:y[unresolved]",
    ],
    ["nothing", "", ""],
  ])("are right for %s", async (_, text, expected) => {
    expect(await hinted(text)).toBe(expected);
  });

  test("mark no name as unresolved without a catalog", async () => {
    expect(await hinted("shape:x after:1d", createLanguageService({ now: exampleNow }))).toBe(
      "shape:x after:1d[2026-11-19 12:00 UTC]",
    );
  });

  test("have a tooltip that explains them", async () => {
    const [unresolved, date] = await service.inlayHints("shape:x after:1d");
    expect(unresolved).toEqual({
      offset: 7,
      label: "unresolved",
      kind: "unresolved",
      tooltip: "It is not one of the shapes in the catalog, so nothing matches it.",
    });
    expect(date?.kind).toBe("date");
    expect(date?.tooltip).toBe("What it means at 2026-11-20 12:00 UTC. It changes as time passes.");
  });

  test("stand at the ends of terms, in order, whatever the text", { timeout: patience }, async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ source, data, now }) => {
        const hints = await createLanguageService({ catalog: createCatalog(data), now }).inlayHints(source);
        const ends = parse(source).query.terms.map(({ span }) => span.end);
        const offsets = hints.map(({ offset }) => offset);
        expect(offsets).toEqual(ends.filter((end) => offsets.includes(end)));
      }),
      runs(400),
    );
  });
});

describe("semantic tokens", () => {
  const tipsOf = (text: string): readonly string[] =>
    service
      .semanticTokens(text)
      .map(
        ({ span, type, modifiers }) =>
          `${text.slice(span.start, span.end)} ${[type, ...modifiers].join(".")}`,
      );

  test.each([
    ["a type", "type:Person", ["type keyword", ": operator", "Person class"]],
    [
      "shapes and sources",
      "shape:A source-shape:C",
      ["shape keyword", ": operator", "A property", "source-shape keyword", ": operator", "C property"],
    ],
    [
      "a quoted name, its quotes included",
      'source:"a\nb"',
      ["source keyword", ": operator", '"a\nb" property'],
    ],
    [
      "dates",
      "after:7d before:x",
      ["after keyword", ": operator", "7d number", "before keyword", ": operator", "x number"],
    ],
    ["what is not membership", "sort:x", ["sort keyword.scope", ": operator.scope", "x string.scope"]],
    ["a qualifier alone", "type:", ["type keyword", ": operator"]],
    ["free text", 'foo "a b" x:y', ["foo comment.scope", '"a b" comment.scope', "x:y comment.scope"]],
    ["an open quote", 'type:"a', ["type keyword", ": operator", '"a class']],
    ["terms that touch", '"a"b', ['"a" comment.scope', "b comment.scope"]],
    ["nothing", " \n", []],
  ])("are right for %s", (_, text, expected) => {
    expect(tipsOf(text)).toEqual(expected);
  });

  test("cover every character that is not white space exactly once, in order", { timeout: patience }, () => {
    fc.assert(
      fc.property(anySource, (text) => {
        const covered = Array.from({ length: text.length }, () => 0);
        let last = 0;
        for (const { span, type, modifiers } of service.semanticTokens(text)) {
          expect(span.start).toBeGreaterThanOrEqual(last);
          expect(span.end).toBeGreaterThan(span.start);
          expect(semanticTokenTypes).toContain(type);
          expect(modifiers.length).toBeLessThanOrEqual(1);
          for (let at = span.start; at < span.end; at++) covered[at] = (covered[at] ?? 0) + 1;
          last = span.end;
        }
        const wrong = covered.filter(
          (times, at) => times !== 1 && !(times === 0 && /\s/u.test(text.charAt(at))),
        );
        expect(wrong).toEqual([]);
      }),
      runs(1500),
    );
  });
});

describe("the outline", () => {
  test("has each term, its effect, and its position", () => {
    const text = 'type:Person shape:"Sales CRM" foo';
    const symbols = service.documentSymbols(text);
    expect(symbols.map(({ name, kind }) => [name, kind])).toEqual([
      ["type:Person", "qualified"],
      ['shape:"Sales CRM"', "qualified"],
      ["foo", "text"],
    ]);
    expect(symbols.map(({ detail }) => detail)).toEqual([
      "entities of this type",
      "entities of the shape with this name",
      "free text; it does not affect membership",
    ]);
    expect(symbols.map(({ span, selectionSpan }) => [mark(text, span), mark(text, selectionSpan)])).toEqual([
      ['‹type:Person› shape:"Sales CRM" foo', 'type:‹Person› shape:"Sales CRM" foo'],
      ['type:Person ‹shape:"Sales CRM"› foo', 'type:Person shape:‹"Sales CRM"› foo'],
      ['type:Person shape:"Sales CRM" ‹foo›', 'type:Person shape:"Sales CRM" ‹foo›'],
    ]);
  });

  test("of any text has names of one readable line, and spans inside one another", {
    timeout: patience,
  }, () => {
    fc.assert(
      fc.property(anySource, (text) => {
        const symbols = service.documentSymbols(text);
        expect(symbols).toHaveLength(parse(text).query.terms.length);
        for (const { name, span, selectionSpan } of symbols) {
          expect(name).toMatch(/\S/u);
          expect(name).not.toMatch(/[\r\n\t\u2028\u2029]/u);
          expect(name.length).toBeLessThanOrEqual(60);
          expect(name.isWellFormed()).toBe(true);
          expect(span.start <= selectionSpan.start && selectionSpan.end <= span.end).toBe(true);
        }
      }),
      runs(600),
    );
  });
});
