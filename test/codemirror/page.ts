// The page that the browser tests open: one editor, made as the address says, with a fixed present and a catalog of odd names.

import { EditorView } from "@codemirror/view";
import { refreshSliceCql, sliceCql } from "../../src/exports/codemirror.ts";
import type { AbortSignalLike } from "../../src/language-service/cancellation.ts";
import { type Catalog, createCatalog } from "../../src/semantics/catalog.ts";
import type { Names } from "../../src/semantics/definition.ts";
import { hostileName, multilineName, quotedName } from "./names.ts";

const query = new URLSearchParams(location.search);
const isDark = query.has("dark");
const submitted: string[] = [];
const diagnosed: string[] = [];
const names = ["Sales CRM", "Sales", "Sales Archive", "Inbox", hostileName, multilineName, quotedName];

/** The catalog, unless the address says that it is `down`, that it is `slow`, or that it never answers. */
let catalogIs = query.get("catalog");
let givenUp = 0;

async function catalog(_names: Names, signal?: AbortSignalLike): Promise<Catalog> {
  if (catalogIs === "down") throw new Error("no network");
  if (catalogIs === "silent") {
    return await new Promise((_resolve, reject) => {
      signal?.addEventListener("abort", () => {
        givenUp += 1;
        reject(new Error("aborted"));
      });
    });
  }
  if (catalogIs === "slow") await new Promise((resolve) => setTimeout(resolve, 1500));
  return createCatalog({
    shapes: names.map((name, index) => ({
      id: `shape-${String(index)}`,
      name,
      ...(name === "Sales CRM" ? { description: "Deals and the people in them" } : {}),
    })),
    sources: [{ id: "source-1", name: "gmail" }],
    types: ["Person", "Company"],
  });
}

const view = new EditorView({
  doc: query.get("doc") ?? "",
  extensions: [
    sliceCql({
      catalog,
      now: Date.parse("2026-11-20T12:00:00Z"),
      timeZone: "America/New_York",
      docsUrl: "https://docs.example/diagnostics",
      singleLine: query.has("single"),
      acceptWithTab: query.has("tab"),
      openOnFocus: query.has("open"),
      onSubmit: (text, diagnostics) => {
        submitted.push(text);
        diagnosed.push(diagnostics.map(({ code }) => code).join(" "));
      },
      ariaLabel: "Slice",
    }),
    EditorView.darkTheme.of(isDark),
  ],
});
document.documentElement.style.background = isDark ? "#0e1116" : "#f6f8fa";
document.documentElement.style.color = isDark ? "#e3e7ec" : "#1f2328";
document.getElementById("root")?.append(view.dom);

// CodeMirror takes an announcement away at once, when a screen reader has seen it.
const announced: string[] = [];
const region = view.dom.querySelector(".cm-announced");
if (region !== null) {
  const watch = new MutationObserver(() => announced.push(region.textContent ?? ""));
  watch.observe(region, { childList: true });
}

/** What the tests reach by the global `handles`. */
export interface Handles {
  readonly submitted: readonly string[];
  /** The codes that came with each of them. */
  readonly diagnosed: readonly string[];
  /** What was announced to screen readers. */
  readonly announced: readonly string[];
  readonly text: () => string;
  readonly cursor: () => number;
  readonly coords: (
    offset: number,
  ) => { readonly left: number; readonly top: number; readonly bottom: number } | null;
  /** Adds a name to the catalog. */
  readonly addName: (name: string) => void;
  /** Lets the catalog answer from now on. */
  readonly mendCatalog: () => void;
  readonly refresh: () => void;
  /** Takes the editor off the page. */
  readonly destroy: () => void;
  /** How many questions to the catalog were aborted. */
  readonly givenUp: () => number;
}

const handles: Handles = {
  submitted,
  diagnosed,
  announced,
  text: () => view.state.doc.toString(),
  cursor: () => view.state.selection.main.head,
  coords: (offset) => view.coordsAtPos(offset),
  addName: (name) => {
    names.push(name);
    refreshSliceCql(view);
  },
  mendCatalog: () => {
    catalogIs = null;
    refreshSliceCql(view);
  },
  refresh: () => refreshSliceCql(view),
  destroy: () => view.destroy(),
  givenUp: () => givenUp,
};

Object.assign(globalThis, { handles });
