// The catalog as JSON to edit. While it is wrong the last good one is kept, and the pane says so.

import type { Catalog } from "../../../src/index.ts";
import { readCatalog } from "../model/catalog-text.ts";
import { h, inWords } from "./dom.ts";

/** What the page asks of the pane. */
export interface CatalogPane {
  readonly text: () => string;
  /** The last good one. */
  readonly catalog: () => Catalog;
  /** Puts another text in, as if it had been typed; open where it is not the original. */
  readonly replace: (text: string) => void;
}

/** How long typing rests before the text is read. */
const rest = 250;

/** Fills a box with the pane. `original` has to be a catalog; `onChange` is called after each change of the text. */
export function createCatalogPane(box: HTMLElement, original: string, onChange: () => void): CatalogPane {
  const first = readCatalog(original);
  if (!first.ok) throw new Error(first.message);
  let { catalog } = first;
  let timer = 0;
  const { field, problem, reset, state, details } = paneParts(first.summary);
  box.append(details);
  const read = (): void => {
    const result = readCatalog(field.value);
    reset.disabled = field.value === original;
    field.setAttribute("aria-invalid", String(!result.ok));
    if (result.ok) {
      ({ catalog } = result);
      state.textContent = result.summary;
      problem.replaceChildren();
    } else {
      state.textContent = "edited text not in use";
      problem.replaceChildren(complaint(field, result.message, result.offset));
    }
    onChange();
  };
  const replace = (text: string): void => {
    clearTimeout(timer);
    field.value = text;
    if (text !== original) details.open = true;
    read();
  };
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(read, rest);
  });
  reset.addEventListener("click", () => {
    replace(original);
    field.focus();
  });
  field.value = original;
  reset.disabled = true;
  return { text: () => field.value, catalog: () => catalog, replace };
}

interface PaneParts {
  readonly field: HTMLTextAreaElement;
  readonly problem: HTMLElement;
  readonly reset: HTMLButtonElement;
  readonly state: HTMLElement;
  readonly details: HTMLDetailsElement;
}

function paneParts(summary: string): PaneParts {
  const field = h("textarea", {
    id: "catalog",
    rows: 14,
    spellcheck: "false",
    autocapitalize: "off",
    wrap: "off",
    "aria-label": "Catalog as JSON",
    "aria-describedby": "catalog-problem catalog-help",
  });
  const problem = h("div", { id: "catalog-problem", role: "alert" });
  const reset = h("button", { type: "button", class: "quiet" }, "Back to the original");
  const state = h("span", { class: "note" }, summary);
  const words =
    "Names that queries use, and the identifiers in the data. A name with several identifiers means all of them.";
  const help = h("p", { class: "note", id: "catalog-help" }, words);
  const details = h("details", { class: "fold" }, h("summary", {}, h("h2", {}, "Catalog"), " ", state));
  details.append(help, field, problem, h("div", { class: "toolbar" }, reset));
  return { field, problem, reset, state, details };
}

function complaint(field: HTMLTextAreaElement, message: string, offset: number | undefined): HTMLElement {
  const visit = (): void => {
    field.focus();
    field.setSelectionRange(offset ?? 0, (offset ?? 0) + 1);
    const line = field.value.slice(0, offset).split("\n").length - 1;
    field.scrollTop = Math.max(0, (line - 3) * Number.parseFloat(getComputedStyle(field).lineHeight));
  };
  const button = h("button", { type: "button", class: "quiet", onclick: visit }, "Show the place");
  const words = inWords(`${message}. The last good catalog is still in use.`);
  return h("p", { class: "callout error" }, ...words, ...(offset === undefined ? [] : [" ", button]));
}
