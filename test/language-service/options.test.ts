// Tests options and arguments: the present, limits, offsets outside the text, and what is refused by name.

import { describe, expect, test } from "vitest";
import { createLanguageService } from "../../src/exports/language-service.ts";
import { exampleCatalog, exampleNow } from "../support/example-catalog.ts";

describe("the evaluation time", () => {
  const hint = async (now: Parameters<typeof createLanguageService>[0]): Promise<string | undefined> =>
    (await createLanguageService(now).inlayHints("after:1d"))[0]?.label;

  test("may be a date, a number, or the result of a function", async () => {
    for (const now of [exampleNow, new Date(exampleNow), () => exampleNow, () => new Date(exampleNow)])
      expect(await hint({ now })).toBe("2026-11-19 12:00 UTC");
  });

  test("is read at every call, once", async () => {
    let asked = 0;
    const service = createLanguageService({ now: () => exampleNow + 86_400_000 * asked++ });
    expect((await service.inlayHints("after:1d before:1d")).map(({ label }) => label)).toEqual([
      "2026-11-19 12:00 UTC",
      "2026-11-19 12:00 UTC",
    ]);
    expect((await service.inlayHints("after:1d")).map(({ label }) => label)).toEqual([
      "2026-11-20 12:00 UTC",
    ]);
    expect(asked).toBe(2);
  });

  test("is the clock of the machine by default", async () => {
    const before = Date.now() - 86_400_000;
    const label = (await hint({})) ?? "";
    const said = Date.parse(`${label.slice(0, 16).replace(" ", "T")}:00Z`);
    expect(said).toBeGreaterThan(before - 60_000);
    expect(said).toBeLessThan(before + 60_000);
  });

  test("beyond the calendar is reported with its year", async () => {
    const hover = await createLanguageService({ now: 8.64e15, timeZone: "UTC" }).hover("after:270000y", 0);
    expect(hover?.contents).toContain("relative to +275760-09-13 00:00 UTC");
  });
});

test("the limits are those of validate", async () => {
  const service = createLanguageService({ catalog: exampleCatalog, limits: { maxLength: 5 } });
  expect((await service.diagnostics("type:Person")).map(({ code }) => code)).toEqual(["too-long"]);
  expect(await service.complete("type:Person", 8)).toEqual([]);
  expect(await service.hover("type:Person", 8)).toBeNull();
  expect(await service.inlayHints("type:Person")).toEqual([]);
});

describe("an offset", () => {
  const service = createLanguageService({ catalog: exampleCatalog, now: exampleNow });
  const text = "source:gm shape:In";

  test.each([
    ["before the text", -5, 0],
    ["after it", 1000, text.length],
    ["infinite", Number.POSITIVE_INFINITY, text.length],
    ["infinite below", Number.NEGATIVE_INFINITY, 0],
    ["that is no number", Number.NaN, 0],
    ["between two", 8.7, 8],
    ["minus zero", -0, 0],
  ])("%s counts as the nearest valid one", async (_, given, meant) => {
    expect(await service.complete(text, given)).toEqual(await service.complete(text, meant));
    expect(await service.hover(text, given)).toEqual(await service.hover(text, meant));
    expect(service.rename(text, given, "B")).toEqual(service.rename(text, meant, "B"));
    expect(service.prepareRename(text, given)).toEqual(service.prepareRename(text, meant));
    expect(service.selectionRanges(text, given)).toEqual(service.selectionRanges(text, meant));
  });

  test("of a span may be anything", async () => {
    const [first] = await service.codeActions(text, { start: 0, end: 0 });
    expect(first).toBeDefined();
    for (const end of [-1, 0, 1e9, Number.NaN, Number.POSITIVE_INFINITY])
      expect(await service.codeActions(text, { start: Number.NEGATIVE_INFINITY, end })).toContainEqual(first);
  });
});

describe("a wrong type is refused by name", () => {
  /** What a caller without types could do. */
  const any = (value: unknown): never => {
    const holder: { readonly value: never } = Object.assign(Object.create(null), { value });
    return holder.value;
  };
  const service = createLanguageService({ catalog: exampleCatalog });

  test.each([
    ["text", () => service.diagnostics(any(1))],
    ["text", () => service.complete(any(undefined), 0)],
    ["text", () => service.hover(any(null), 0)],
    ["text", () => service.inlayHints(any({}))],
    ["text", () => service.codeActions(any([]), { start: 0, end: 0 })],
    ["offset", () => service.complete("", any("0"))],
    ["offset", () => service.hover("", any(undefined))],
    ["span", () => service.codeActions("x", any(3))],
    ["span", () => service.codeActions("x", any({ start: 0 }))],
    ["options", () => service.diagnostics("x", any(null))],
    ["options", () => service.hover("x", 0, any(5))],
    ["options.signal", () => service.diagnostics("x", { signal: any({}) })],
    ["options.signal", () => service.complete("x", 0, { signal: any(true) })],
    ["options.signal", () => service.codeActions("x", undefined, { signal: any({ aborted: true }) })],
    ["options.catalog", () => createLanguageService({ catalog: any({ shapes: [] }) }).diagnostics("x")],
    ["options.catalog", () => createLanguageService({ catalog: any(null) }).diagnostics("x")],
    ["options.catalog", () => createLanguageService({ catalog: any(() => "catalog") }).diagnostics("x")],
    ["options.catalog", () => createLanguageService({ catalog: any(Promise.resolve(7)) }).hover("x", 0)],
    ["options.now", () => createLanguageService({ now: any("today") }).diagnostics("x")],
    ["options.now", () => createLanguageService({ now: () => Number.NaN }).complete("x", 0)],
    ["options.now", () => createLanguageService({ now: new Date("never") }).inlayHints("x")],
    ["options.timeZone", () => createLanguageService({ timeZone: any(2) }).hover("after:1d", 0)],
    ["limits", () => createLanguageService({ limits: any({ maxLength: "1" }) }).diagnostics("x")],
  ])("%s, as a rejection: %#", async (name, call) => {
    const error: unknown = await call().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toMatch(
      new RegExp(`^TypeError: (?:options\\.)?${name.replace(".", "\\.")}\\b`, "u"),
    );
  });

  test.each([
    ["text", () => service.semanticTokens(any(1))],
    ["text", () => service.format(any(null))],
    ["text", () => service.rename(any(undefined), 0, "x")],
    ["text", () => service.prepareRename(any(1), 0)],
    ["text", () => service.documentSymbols(any({}))],
    ["text", () => service.selectionRanges(any(undefined), 0)],
    ["offset", () => service.rename("shape:A", any("1"), "x")],
    ["offset", () => service.prepareRename("x", any(undefined))],
    ["offset", () => service.selectionRanges("x", any(null))],
    ["newName", () => service.rename("shape:A", 6, any(5))],
    ["options", () => createLanguageService(any(null))],
  ])("%s, thrown: %#", (name, call) => {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(new RegExp(`^${name} must be`, "u"));
  });
});
