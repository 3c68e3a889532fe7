// Tests calls that wait: for a catalog that comes, fails or never comes, and for a signal that aborts them.

import { describe, expect, test } from "vitest";
import {
  type AbortSignalLike,
  type CallOptions,
  createLanguageService,
  type LanguageService,
} from "../../src/exports/language-service.ts";
import type { Catalog, Names } from "../../src/index.ts";
import { exampleCatalog, exampleNow } from "../support/example-catalog.ts";

const text = "shape:Inbox source-shape:X source:gmail";

/** Every call that may wait. */
const calls: Readonly<Record<string, (service: LanguageService, options?: CallOptions) => Promise<unknown>>> =
  {
    diagnostics: (service, options) => service.diagnostics(text, options),
    complete: (service, options) => service.complete(text, 8, options),
    hover: (service, options) => service.hover(text, 8, options),
    inlayHints: (service, options) => service.inlayHints(text, options),
    codeActions: (service, options) => service.codeActions(text, { start: 0, end: 1 }, options),
  };

/** A signal that counts its listeners. */
function countingSignal(): {
  readonly signal: AbortSignalLike;
  readonly abort: (reason: unknown) => void;
  readonly listeners: () => number;
} {
  const listening = new Set<() => void>();
  const state: { aborted: boolean; reason: unknown } = { aborted: false, reason: undefined };
  const signal: AbortSignalLike = {
    get aborted() {
      return state.aborted;
    },
    get reason() {
      return state.reason;
    },
    addEventListener: (_, listener) => void listening.add(listener),
    removeEventListener: (_, listener) => void listening.delete(listener),
  };
  const abort = (reason: unknown): void => {
    Object.assign(state, { aborted: true, reason });
    for (const listener of listening) listener();
  };
  return { signal, abort, listeners: () => listening.size };
}

const never = new Promise<Catalog>(() => undefined);

describe.each(Object.entries(calls))("%s", (_, call) => {
  test("waits for the promise of a catalog, and answers as with the catalog", async () => {
    const known = createLanguageService({ catalog: exampleCatalog, now: exampleNow });
    const expected = await call(known);
    for (const catalog of [
      Promise.resolve(exampleCatalog),
      () => exampleCatalog,
      async () => await Promise.resolve(exampleCatalog),
    ])
      expect(await call(createLanguageService({ catalog, now: exampleNow }))).toEqual(expected);
  });

  test("that was aborted before rejects with the reason, and requests no catalog", async () => {
    let asked = 0;
    const service = createLanguageService({
      catalog: async () => {
        asked++;
        return await Promise.reject<Catalog>(new Error("too late"));
      },
    });
    const reason = new Error("changed my mind");
    await expect(call(service, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(asked).toBe(0);
  });

  test("that is aborted while it waits rejects at once, and removes its listener", async () => {
    const { signal, abort, listeners } = countingSignal();
    const waiting = call(createLanguageService({ catalog: never }), { signal });
    expect(listeners()).toBe(1);
    const reason = new Error("gone");
    abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(listeners()).toBe(0);
  });

  test("removes its listener when it has finished or failed", async () => {
    const { signal, listeners } = countingSignal();
    await call(createLanguageService({ catalog: exampleCatalog }), { signal });
    await expect(
      call(createLanguageService({ catalog: Promise.reject(new Error("no")) }), { signal }),
    ).rejects.toThrow("no");
    expect(listeners()).toBe(0);
  });

  test("rejects as the catalog does, or as the function throws", async () => {
    const error = new Error("no connection");
    const throwing = (): Catalog => {
      throw error;
    };
    for (const catalog of [Promise.reject(error), () => Promise.reject(error), throwing])
      await expect(call(createLanguageService({ catalog }))).rejects.toBe(error);
  });
});

describe("an aborted call", () => {
  test("with a reason that is not an error rejects with an error that has it as its cause", async () => {
    const { signal, abort } = countingSignal();
    const waiting = createLanguageService({ catalog: never }).diagnostics(text, { signal });
    abort("superseded");
    await expect(waiting).rejects.toMatchObject({ name: "Error", cause: "superseded" });
    await expect(createLanguageService().diagnostics(text, { signal })).rejects.toMatchObject({
      cause: "superseded",
    });
  });

  test("with the platform's own signal rejects as the platform does", async () => {
    const controller = new AbortController();
    const waiting = createLanguageService({ catalog: never }).complete(text, 0, controller);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
  });

  test("that is aborted inside the function that returns the catalog rejects, and ignores its result", async () => {
    const controller = new AbortController();
    const service = createLanguageService({
      catalog: async () => {
        controller.abort(new Error("inside"));
        return await Promise.reject<Catalog>(new Error("unheard"));
      },
    });
    await expect(service.diagnostics(text, controller)).rejects.toThrow(/inside|unheard/u);
  });

  test("leaves no unhandled rejection", async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown): void => void unheard.push(reason);
    process.on("unhandledRejection", hear);
    const controller = new AbortController();
    const late = Promise.withResolvers<Catalog>();
    const waiting = createLanguageService({ catalog: () => late.promise }).diagnostics(text, controller);
    controller.abort(new Error("first"));
    await expect(waiting).rejects.toThrow("first");
    late.reject(new Error("late"));
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off("unhandledRejection", hear);
    expect(unheard).toEqual([]);
  });

  test("that is aborted after the answer changes nothing", async () => {
    const controller = new AbortController();
    const answer = await createLanguageService({ catalog: exampleCatalog }).diagnostics(text, controller);
    controller.abort();
    expect(answer.length).toBeGreaterThan(0);
  });
});

describe("the function that returns the catalog", () => {
  test("is passed the names in the text, and the signal", async () => {
    const calls: [Names, AbortSignalLike | undefined][] = [];
    const service = createLanguageService({
      catalog: (names, signal) => {
        calls.push([names, signal]);
        return exampleCatalog;
      },
    });
    const { signal } = new AbortController();
    await service.diagnostics(text, { signal });
    await service.hover("type:A", 0);
    expect(calls).toEqual([
      [{ shapes: ["Inbox", "X"], sources: ["gmail"] }, signal],
      [{ shapes: [], sources: [] }, undefined],
    ]);
  });

  test("is called every time, so that the catalog can change", async () => {
    let catalog: Catalog = exampleCatalog;
    const service = createLanguageService({ catalog: () => catalog, now: exampleNow });
    expect(await service.inlayHints("source:gmail")).toEqual([]);
    catalog = { ...exampleCatalog, sources: exampleCatalog.shapes };
    expect(await service.inlayHints("source:gmail")).toHaveLength(1);
  });

  test("is not called by methods that need no names", () => {
    const service = createLanguageService({ catalog: () => expect.fail("asked") });
    expect(service.semanticTokens(text).length).toBeGreaterThan(0);
    expect(service.format(` ${text}`)).toHaveLength(1);
    expect(service.rename(text, 8, "B")).toHaveLength(1);
    expect(service.documentSymbols(text)).toHaveLength(3);
    expect(service.selectionRanges(text, 8).length).toBeGreaterThan(1);
  });
});

test("fifty concurrent calls, every other one aborted, are answered independently", async () => {
  const service = createLanguageService({
    catalog: async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return exampleCatalog;
    },
    now: exampleNow,
  });
  const controllers = Array.from({ length: 50 }, () => new AbortController());
  const waiting = controllers.map(
    async ({ signal }, at) => await service.complete(at % 4 < 2 ? "source:gm" : "shape:In", 9, { signal }),
  );
  for (const [at, controller] of controllers.entries())
    if (at % 2 === 1) controller.abort(new Error(String(at)));
  const settled = await Promise.allSettled(waiting);
  const said = settled.map((each) =>
    each.status === "fulfilled" ? each.value[0]?.label : String(each.reason),
  );
  expect(said).toEqual(
    controllers.map((_, at) => (at % 2 === 1 ? `Error: ${String(at)}` : at % 4 < 2 ? "gmail" : "Inbox")),
  );
});

test("a catalog is passed the names of a text that only raised limits allow", async () => {
  const calls: Names[] = [];
  const catalog = (names: Names): Catalog => {
    calls.push(names);
    return exampleCatalog;
  };
  const service = createLanguageService({ catalog, limits: { maxLength: Infinity, maxTerms: Infinity } });
  await service.diagnostics(`shape:"Inbox" ${"x ".repeat(40_000)}`);
  expect(calls).toEqual([{ shapes: ["Inbox"], sources: [] }]);
});

test("a call that is aborted when the catalog has already arrived rejects too", async () => {
  const service = createLanguageService({ catalog: exampleCatalog, timeZone: "Asia/Tokyo" });
  const controller = new AbortController();
  const hover = service.hover("after:7d", 7, { signal: controller.signal });
  for (let turn = 0; turn < 8; turn++) await Promise.resolve();
  controller.abort(new Error("too late"));
  await expect(hover).rejects.toThrow("too late");
});
