// Tests that no text makes a call throw, and none makes it slow.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createLanguageService, type LanguageService } from "../../src/exports/language-service.ts";
import { type Catalog, createCatalog, validate } from "../../src/index.ts";
import { applyEdits } from "../../src/text/edits.ts";
import { anyClock, anyString, catalogData, source } from "../support/arbitraries.ts";
import { staysWithin } from "../support/growth.ts";
import { prototypes } from "../support/hostile.ts";
import { patience, runs } from "../support/runs.ts";
import { problemOf, problemOfList } from "./support/applied.ts";
import { hostileTexts } from "./support/texts.ts";

/** Every call, at one offset. */
async function askAll(service: LanguageService, text: string, offset: number, name: string): Promise<void> {
  const span = { start: offset, end: offset };
  await Promise.all([
    service.diagnostics(text),
    service.complete(text, offset),
    service.hover(text, offset),
    service.inlayHints(text),
    service.codeActions(text, span),
  ]);
  service.semanticTokens(text);
  service.format(text);
  service.rename(text, offset, name);
  service.prepareRename(text, offset);
  service.documentSymbols(text);
  service.selectionRanges(text, offset);
}

test("no text, offset, catalog or evaluation time makes a call throw", { timeout: patience }, async () => {
  const before = prototypes();
  const offsets = fc.oneof(fc.integer({ min: -2, max: 60 }), fc.double());
  await fc.assert(
    fc.asyncProperty(
      source,
      offsets,
      catalogData,
      anyClock,
      anyString,
      async (text, offset, data, now, name) => {
        const service = createLanguageService({
          catalog: createCatalog(data),
          now,
          timeZone: "Asia/Kathmandu",
        });
        await askAll(service, text, offset, name);
        expect(await service.diagnostics(text)).toEqual(
          validate(text, { catalog: createCatalog(data), now }),
        );
      },
    ),
    runs(600),
  );
  expect(prototypes()).toEqual(before);
});

test("no hostile fixture makes a call throw, with a catalog of their own texts", async () => {
  const texts = hostileTexts();
  const rows = texts.map((name) => ({ id: name, name }));
  const service = createLanguageService({
    catalog: createCatalog({ shapes: rows, sources: rows, types: texts }),
    now: 0,
  });
  for (const text of texts)
    for (const offset of [0, text.length >> 1, text.length]) await askAll(service, text, offset, text);
});

test("an offer is valid at any place of any text, with any names", { timeout: patience }, async () => {
  let tried = 0;
  await fc.assert(
    fc.asyncProperty(source, fc.nat(), catalogData, anyClock, async (text, at, data, now) => {
      const catalog: Catalog = createCatalog(data);
      const offset = at % (text.length + 1);
      const items = await createLanguageService({ catalog, now }).complete(text, offset);
      expect(problemOfList({ text, offset, items }, catalog, now)).toBeUndefined();
      for (const item of items)
        expect(
          problemOf({ text, offset }, item),
          JSON.stringify([item, applyEdits(text, [item.edit])]),
        ).toBeUndefined();
      tried += items.length;
    }),
    {
      ...runs(2000),
      // Found once: before quotes that more follows, an offer parted the rest from them.
      examples: [':""a', 'tpye:"a"b', 'sourcee:""e'].map((text) => [text, 1, { shapes: [], sources: [] }, 0]),
    },
  );
  expect(tried).toBeGreaterThan(5000);
});

const limits = { maxLength: Number.POSITIVE_INFINITY, maxTerms: Number.POSITIVE_INFINITY };
const names = Array.from({ length: 100 }, (_, at) => ({ id: `i${String(at)}`, name: `Sales ${String(at)}` }));
const service = createLanguageService({
  catalog: createCatalog({ shapes: names, sources: names, types: ["A"] }),
  now: 0,
  limits,
  timeZone: "UTC",
});

/** Those with a promise do their work before they give it, once the catalog is there. */
const features: Readonly<Record<string, (text: string) => unknown>> = {
  semanticTokens: (text) => service.semanticTokens(text),
  format: (text) => service.format(text),
  rename: (text) => service.rename(text, 8, "B"),
  documentSymbols: (text) => service.documentSymbols(text),
  selectionRanges: (text) => service.selectionRanges(text, text.length >> 1),
};

const units = [
  '"',
  'type:"',
  "type: ",
  "type:a ",
  "shape:'a ",
  "shape:Sals ",
  "after:7d ",
  "before:7days ",
  "OR ",
  "\ud800",
  "“",
  'type:"a"',
  '\\"',
];

test.each(Object.entries(features))(
  "%s grows with the text, not with its square",
  { timeout: patience },
  (_, ask) => {
    // As long as the limits let a text be.
    for (const unit of units) {
      const [small, large] = [1 << 12, 1 << 14].map(
        (length) => `shape:A ${unit.repeat(Math.ceil(length / unit.length))}`,
      );
      expect(
        staysWithin(
          () => ask(small ?? ""),
          () => ask(large ?? ""),
        ),
        unit,
      ).toBe(true);
    }
  },
);

test.each(["diagnostics", "complete", "hover", "inlayHints", "codeActions"] as const)(
  "%s answers quickly for a text at the limits",
  { timeout: patience },
  async (name) => {
    const asks: Readonly<Record<typeof name, (text: string) => Promise<unknown>>> = {
      diagnostics: (text) => service.diagnostics(text),
      complete: (text) => service.complete(text, text.length >> 1),
      hover: (text) => service.hover(text, text.length >> 1),
      inlayHints: (text) => service.inlayHints(text),
      codeActions: (text) => service.codeActions(text),
    };
    for (const unit of units) {
      const [small, large] = [1 << 12, 1 << 14].map(
        (length) => `shape:A ${unit.repeat(Math.ceil(length / unit.length))}`,
      );
      const [cheap, dear] = [
        await cost(() => asks[name](small ?? "")),
        await cost(() => asks[name](large ?? "")),
      ];
      // Quadratic growth is a factor of 16, and seconds.
      expect(
        dear < 150 || dear < 12 * Math.max(8, cheap),
        `${unit}: ${String(cheap)} and ${String(dear)} ms`,
      ).toBe(true);
    }
  },
);

/** CPU milliseconds of the cheaper of two calls. */
async function cost(ask: () => Promise<unknown>): Promise<number> {
  const measured: number[] = [];
  for (let time = 0; time < 2; time++) {
    const before = process.cpuUsage();
    await ask();
    const { user, system } = process.cpuUsage(before);
    measured.push((user + system) / 1000);
  }
  return Math.min(...measured);
}
