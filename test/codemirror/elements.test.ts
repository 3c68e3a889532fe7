// Tests what is shown: explanations, messages with links, hints and the menu of fixes, with names as text only.

import { EditorState } from "@codemirror/state";
import { closeHoverTooltips, type Tooltip } from "@codemirror/view";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paragraphsDom, plainOf } from "../../src/codemirror/convert.ts";
import { openFixMenu } from "../../src/codemirror/fix-menu.ts";
import { explainAtCursor, hoverSource } from "../../src/codemirror/hover.ts";
import { lintSource } from "../../src/codemirror/linter.ts";
import { popupField } from "../../src/codemirror/popup.ts";
import { createLanguageService } from "../../src/language-service/service.ts";
import { exampleOptions } from "../support/example-catalog.ts";
import { type FakeElement, fakeOf, focusedElement, stubDocument } from "./fake-dom.ts";
import { type FakeView, fakeView } from "./fake-view.ts";
import { hostileName } from "./names.ts";

const service = createLanguageService({ ...exampleOptions, timeZone: "America/New_York" });

beforeEach(() => {
  stubDocument();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** An element and what is in it, as a line. */
function outline(element: FakeElement | string): string {
  if (typeof element === "string") return element;
  return `<${element.tag}>${element.children.map(outline).join("")}</${element.tag}>`;
}

/** What a tooltip shows. */
function shownBy(tooltip: Tooltip | null | undefined, { view }: FakeView): FakeElement {
  if (tooltip === null || tooltip === undefined) throw new Error("There is no tooltip");
  const { dom, mount } = tooltip.create(view);
  mount?.(view);
  return fakeOf(dom);
}

function popupOf(fake: FakeView): Tooltip | null {
  return fake.view.state.field(popupField);
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 10));
}

test("paragraphs become elements whose pieces are text", () => {
  const made = paragraphsDom([
    [{ text: "type:", code: true }, { text: " entities" }],
    [{ text: hostileName }],
  ]);
  expect(outline(fakeOf(made))).toBe(
    `<div><p><code>type:</code><span> entities</span></p><p><span>${hostileName}</span></p></div>`,
  );
});

test("a message has a link to the page of its code if a page is configured", async () => {
  const { view } = fakeView(`shape:"${hostileName.replaceAll('"', '\\"')}"`);
  const [found] = await lintSource(service, { docsUrl: "https://docs.example" })(view);
  const message = fakeOf(found?.renderMessage?.(view));
  const link = message.querySelector("a");
  expect(link?.href).toBe("https://docs.example#unresolved-shape");
  expect(link?.textContent).toBe("unresolved-shape");
  expect(message.textContent).toBe(`${plainOf(found?.message ?? "")} unresolved-shape`);
  expect(message.querySelector("code")?.textContent).toBe(hostileName);
});

test("a message has no link if no page is configured", async () => {
  const { view } = fakeView("Type:Person");
  const [found] = await lintSource(service)(view);
  const message = outline(fakeOf(found?.renderMessage?.(view)));
  expect(message).toContain("<code>type:</code>");
  expect(message).not.toMatch(/<a>|`/u);
});

test.each([
  ["", []],
  ["type:Person", []],
  ["Type:Person", ["error"]],
])("%j has diagnostics: %j", async (doc, severities) => {
  const found = await lintSource(service)(fakeView(doc).view);
  expect(found.map(({ severity }) => severity)).toEqual(severities);
});

test.each([
  [7, -1, "`after:`"],
  [0, 1, "`after:`"],
  [9, -1, "`after:`"],
  [10, 1, "`type:`"],
] as const)("the explanation at %i, side %i, is that of the term there", async (position, side, expected) => {
  const fake = fakeView("after:3mo type:Person");
  const tooltip = await hoverSource(service)(fake.view, position, side);
  expect(outline(shownBy(tooltip, fake))).toContain(expected.replace(/`(.*)`/, "<code>$1</code>"));
});

test("nothing is explained where there is no term", async () => {
  expect(await hoverSource(service)(fakeView("").view, 0, 1)).toBeNull();
});

test("a key explains what is at the cursor, and announces it", async () => {
  const fake = fakeView("after:3mo", 7, popupField);
  expect(explainAtCursor(service)(fake.view)).toBe(true);
  await settled();
  expect(shownBy(popupOf(fake), fake).textContent).toContain("2026-08-20 12:00 UTC");
  expect(fake.announced().join()).toContain("2026-08-20 12:00 UTC");
  fake.view.dispatch({ selection: { anchor: 1 } });
  expect(popupOf(fake)).toBeNull();
});

test("the explanation closes when the focus moves, and removes its listeners", async () => {
  const fake = fakeView("after:3mo", 7, popupField);
  explainAtCursor(service)(fake.view);
  await settled();
  const made = popupOf(fake)?.create(fake.view);
  fake.view.contentDOM.dispatchEvent(new Event("blur"));
  expect(popupOf(fake)).toBeNull();
  made?.destroy?.();
  const before = fake.transactions.length;
  fake.view.contentDOM.dispatchEvent(new Event("blur"));
  expect(fake.transactions).toHaveLength(before);
});

test("a key announces that there is nothing to explain", async () => {
  const fake = fakeView("", 0, popupField);
  explainAtCursor(service)(fake.view);
  await settled();
  expect(fake.announced()).toEqual(["Nothing to explain here."]);
  expect(popupOf(fake)).toBeNull();
});

/** A menu that is open on a text with a mistake. */
async function openMenu(
  doc = "Type:Person",
): Promise<{ readonly fake: FakeView; readonly menu: FakeElement }> {
  const fake = fakeView(doc, 0, popupField);
  expect(openFixMenu(service)(fake.view)).toBe(true);
  await settled();
  return { fake, menu: shownBy(popupOf(fake), fake) };
}

test("the menu has an item for each action, a label, and the focus", async () => {
  const { menu } = await openMenu();
  const items = menu.querySelectorAll("button");
  expect(items.map(({ textContent }) => textContent)).toEqual(["write type:", "apply all unambiguous fixes"]);
  expect(items.map(({ attributes, tabIndex }) => [attributes.get("role"), tabIndex])).toEqual([
    ["menuitem", -1],
    ["menuitem", -1],
  ]);
  expect(menu.attributes.get("role")).toBe("menu");
  expect(menu.attributes.get("aria-label")).toMatch(/^Qualifiers must be lowercase: write type:/u);
  expect(focusedElement()).toBe(items[0]);
});

test("a tooltip that the pointer or F8 opened closes only when the menu opens", async () => {
  const { fake } = await openMenu();
  const nothing = fakeView("type:Person", 0, popupField);
  openFixMenu(service)(nothing.view);
  await settled();
  const closed = [fake, nothing].map(({ transactions }) =>
    transactions.some(({ effects }) => effects.includes(closeHoverTooltips)),
  );
  expect(closed).toEqual([true, false]);
});

test("keys cycle through the menu, and do not leave it", async () => {
  const { menu } = await openMenu();
  const [, second] = menu.querySelectorAll("button");
  const moves = ["ArrowDown", "ArrowDown", "ArrowUp", "Home", "End", "x"].map((key) => {
    const { prevented, stopped } = menu.fire("keydown", key);
    return [key, focusedElement() === second ? "second" : "first", prevented, stopped];
  });
  expect(moves).toEqual([
    ["ArrowDown", "second", true, true],
    ["ArrowDown", "first", true, true],
    ["ArrowUp", "second", true, true],
    ["Home", "first", true, true],
    ["End", "second", true, true],
    ["x", "second", false, true],
  ]);
});

test("choosing applies the action, closes the menu, and returns to the text", async () => {
  const { fake, menu } = await openMenu();
  menu.querySelector("button")?.fire("click");
  expect(fake.view.state.doc.toString()).toBe("type:Person");
  expect(fake.view.state.selection.main, "after the edit").toMatchObject({ from: 4, to: 4 });
  expect(popupOf(fake)).toBeNull();
  expect(fake.isFocused()).toBe(true);
});

test.each(["Escape", "Tab"])("%s closes the menu and changes nothing", async (key) => {
  const { fake, menu } = await openMenu();
  expect(menu.fire("keydown", key).prevented).toBe(true);
  expect(popupOf(fake)).toBeNull();
  expect(fake.isFocused()).toBe(true);
  expect(fake.view.state.doc.toString()).toBe("Type:Person");
  expect(menu.fire("keydown", key).prevented, "there is no menu any more").toBe(false);
});

test.each([
  ["the focus is in it", true, false],
  ["the focus is elsewhere", true, true],
  ["it is no longer on the page", false, false],
])("the menu closes only if the focus has left it: %s", async (_what, isConnected, goes) => {
  const { fake, menu } = await openMenu();
  menu.isConnected = isConnected;
  if (goes) fakeOf(paragraphsDom([])).focus();
  menu.fire("focusout");
  await settled();
  expect(popupOf(fake) === null).toBe(goes);
  expect(fake.isFocused(), "the focus stays where it went").toBe(false);
});

test("there is no menu where nothing can be edited", () => {
  const fake = fakeView("Type:Person", 0, [popupField, EditorState.readOnly.of(true)]);
  expect(openFixMenu(service)(fake.view)).toBe(false);
});

test("a menu without a diagnostic is labelled as one of changes", async () => {
  const { menu } = await openMenu("source:gmail type:Person");
  expect(menu.attributes.get("aria-label")).toBe("Changes");
});

test("a query with nothing to fix is announced as such", async () => {
  const fake = fakeView("type:Person", 0, popupField);
  openFixMenu(service)(fake.view);
  await settled();
  expect(fake.announced()).toEqual(["No fixes here."]);
});

test.each([
  ["the text", { changes: { from: 0, insert: "x" } }],
  ["the selection", { selection: { anchor: 3 } }],
])("an answer is dropped if %s has changed meanwhile", async (_what, spec) => {
  const fake = fakeView("Type:Person", 0, popupField);
  openFixMenu(service)(fake.view);
  fake.view.dispatch(spec);
  await settled();
  expect(popupOf(fake)).toBeNull();
});
