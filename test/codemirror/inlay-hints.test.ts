// Tests inline hints: when they are requested, where they are after an edit, and what they consist of.

import type { Transaction } from "@codemirror/state";
import { type EditorView, type ViewUpdate, WidgetType } from "@codemirror/view";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Hints } from "../../src/codemirror/inlay-hints.ts";
import { onlyLatest } from "../../src/codemirror/latest.ts";
import { refreshSliceCql } from "../../src/codemirror/refresh.ts";
import { createLanguageService, type LanguageService } from "../../src/language-service/service.ts";
import { exampleOptions } from "../support/example-catalog.ts";
import { type FakeElement, fakeOf, stubDocument } from "./fake-dom.ts";
import { type FakeView, fakeView } from "./fake-view.ts";

const service = createLanguageService(exampleOptions);

beforeEach(() => {
  vi.useFakeTimers();
  stubDocument();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

interface Shown extends FakeView {
  readonly hints: Hints;
  /** Lets time pass, and hands on what was dispatched, as the editor does. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

function show(doc: string, asked: Pick<LanguageService, "inlayHints"> = service): Shown {
  const fake = fakeView(doc);
  const hints = new Hints(fake.view, asked, onlyLatest());
  let done = 0;
  const handOn = (): void => {
    const fresh = fake.transactions.slice(done);
    done = fake.transactions.length;
    for (const transaction of fresh) hints.update(updateOf(fake.view, [transaction]));
  };
  const wait = async (milliseconds: number): Promise<void> => {
    handOn();
    await vi.advanceTimersByTimeAsync(milliseconds);
    handOn();
  };
  return { ...fake, hints, wait };
}

function updateOf(view: EditorView, transactions: readonly Transaction[], isBack = false): ViewUpdate {
  const parts = {
    changes: transactions[0]?.changes ?? view.state.changes([]),
    startState: view.state,
    state: view.state,
    docChanged: transactions.some(({ docChanged }) => docChanged),
    transactions,
    focusChanged: isBack,
    view: { hasFocus: isBack },
  };
  return Object.assign(Object.create(null), parts);
}

/** The hints that are shown: `offset label`. */
function labelsOf({ hints }: Shown): readonly string[] {
  const labels: string[] = [];
  hints.shown.between(0, 1_000, (from, _to, decoration) => {
    labels.push(`${String(from)} ${elementOf(decoration.spec).textContent}`);
  });
  return labels;
}

function widgetOf({ widget }: { readonly widget?: unknown }): WidgetType {
  if (!(widget instanceof WidgetType)) throw new TypeError("It is no widget");
  return widget;
}

function elementOf(spec: { readonly widget?: unknown }): FakeElement {
  const widget = widgetOf(spec);
  return fakeOf(Reflect.apply(widget.toDOM, widget, []));
}

test("hints appear at once, after their terms", async () => {
  const shown = show("after:3mo shape:Nope type:Person");
  await shown.wait(0);
  expect(labelsOf(shown)).toEqual(["9 2026-08-20 12:00 UTC", "20 unresolved"]);
});

test("a hint is text, hidden from screen readers, with its tooltip", async () => {
  const shown = show("shape:Nope");
  await shown.wait(0);
  shown.hints.shown.between(0, 100, (_from, _to, { spec }) => {
    const element = elementOf(spec);
    expect(widgetOf(spec).ignoreEvent(new Event("click"))).toBe(false);
    expect(element.className).toBe("cm-sliceCql-hint cm-sliceCql-hint-unresolved");
    expect(element.attributes.get("aria-hidden")).toBe("true");
    expect(element.title).toContain("nothing matches it");
    expect(spec.side).toBe(1);
  });
});

test("hints move with an edit, and are requested again after a pause", async () => {
  const shown = show("after:3mo");
  await shown.wait(0);
  shown.view.dispatch({ changes: { from: 0, insert: "type:A " } });
  await shown.wait(200);
  expect(labelsOf(shown)).toEqual(["16 2026-08-20 12:00 UTC"]);
  shown.view.dispatch({ changes: { from: 13, to: 14, insert: "1" } });
  await shown.wait(200);
  expect(labelsOf(shown), "not while one types").toEqual(["16 2026-08-20 12:00 UTC"]);
  await shown.wait(100);
  expect(labelsOf(shown)).toEqual(["16 2026-10-20 12:00 UTC"]);
});

test("an unchanged hint keeps its widget, so that nothing flickers", async () => {
  const shown = show("after:3mo");
  await shown.wait(0);
  const before = shown.hints.shown;
  refreshSliceCql(shown.view);
  await shown.wait(300);
  const same: boolean[] = [];
  before.between(0, 100, (_from, _to, { spec: old }) => {
    shown.hints.shown.between(0, 100, (_start, _end, { spec }) => {
      same.push(widgetOf(old).eq(widgetOf(spec)));
    });
  });
  expect(same).toEqual([true]);
  expect(shown.hints.shown).not.toBe(before);
});

test("hints are requested again when the reader returns", async () => {
  const inlayHints = vi.fn(service.inlayHints);
  const shown = show("after:3mo", { inlayHints });
  await shown.wait(0);
  shown.hints.update(updateOf(shown.view, [], true));
  await shown.wait(300);
  expect(inlayHints).toHaveBeenCalledTimes(2);
  shown.hints.update(updateOf(shown.view, []));
  await shown.wait(300);
  expect(inlayHints).toHaveBeenCalledTimes(2);
});

test("an answer for an outdated text is dropped", async () => {
  let answer: () => void = () => {};
  const shown = show("after:3mo", {
    inlayHints: async (text, options) =>
      await new Promise((resolve) => {
        answer = () => void service.inlayHints(text, options).then(resolve);
      }),
  });
  await shown.wait(0);
  shown.view.dispatch({ changes: { from: 0, to: 9 } });
  answer();
  await shown.wait(0);
  expect(labelsOf(shown)).toEqual([]);
});

test("a catalog that fails is reported, and the hints shown before stay", async () => {
  let isDown = false;
  const shown = show("after:3mo", {
    inlayHints: async (text, options) => {
      if (isDown) throw new Error("no catalog");
      return await service.inlayHints(text, options);
    },
  });
  await shown.wait(0);
  isDown = true;
  refreshSliceCql(shown.view);
  await shown.wait(300);
  expect(shown.failures).toEqual(["no catalog"]);
  expect(labelsOf(shown)).toHaveLength(1);
});

test("a destroyed editor makes no more requests", async () => {
  const inlayHints = vi.fn(service.inlayHints);
  const shown = show("after:3mo", { inlayHints });
  shown.hints.destroy();
  await shown.wait(1_000);
  expect(inlayHints).not.toHaveBeenCalled();
});
