// The page that the browser tests open: one Monaco editor with a fixed present and a catalog of odd names.

import * as monaco from "monaco-editor";
import { registerSliceCql } from "../../src/exports/monaco.ts";
import { createCatalog } from "../../src/semantics/catalog.ts";
import { hostileName, multilineName, quotedName } from "../codemirror/names.ts";

const query = new URLSearchParams(location.search);
const names = ["Sales CRM", "Sales", "Sales Archive", "Inbox", hostileName, multilineName, quotedName];

// A page of one script has no worker: Monaco then works in the page itself, and warns.
Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker: () => {
      throw new Error("There is no worker");
    },
  },
});

const registration = registerSliceCql(monaco, {
  catalog: () =>
    createCatalog({
      shapes: names.map((name, index) => ({ id: `shape-${String(index)}`, name })),
      sources: [{ id: "source-1", name: "gmail" }],
      types: ["Person", "Company"],
    }),
  now: Date.parse("2026-11-20T12:00:00Z"),
  timeZone: "America/New_York",
  docsUrl: "https://docs.example/diagnostics",
});

const root = document.getElementById("root") ?? document.body;
root.style.height = "300px";
const editor = monaco.editor.create(root, {
  value: query.get("doc") ?? "",
  language: "slice-cql",
  theme: query.has("dark") ? "vs-dark" : "vs",
  "semanticHighlighting.enabled": query.has("semantic"),
  ariaLabel: "Slice",
  minimap: { enabled: false },
  wordWrap: "on",
  inlayHints: { maximumLength: 0 },
});

/** What the tests reach by the global `handles`. */
export interface Handles {
  readonly text: () => string;
  readonly focus: () => void;
  /** Sets the cursor. */
  readonly select: (offset: number) => void;
  /** Where a character is on the page. */
  readonly coords: (offset: number) => { readonly left: number; readonly top: number } | undefined;
  readonly markers: () => readonly monaco.editor.IMarker[];
  /** Runs a command of the editor. */
  readonly run: (id: string) => void;
  /** Adds a name to the catalog. */
  readonly addName: (name: string) => void;
  /** Fits the editor to the page. */
  readonly layout: () => void;
  readonly dispose: () => void;
}

const handles: Handles = {
  text: () => editor.getValue(),
  focus: () => editor.focus(),
  select: (offset) => {
    const position = editor.getModel()?.getPositionAt(offset);
    if (position !== undefined) editor.setPosition(position);
  },
  coords: (offset) => {
    const position = editor.getModel()?.getPositionAt(offset);
    const at = position === undefined ? null : editor.getScrolledVisiblePosition(position);
    const box = editor.getDomNode()?.getBoundingClientRect();
    if (at === null || box === undefined) return undefined;
    return { left: box.left + at.left, top: box.top + at.top + at.height / 2 };
  },
  markers: () => monaco.editor.getModelMarkers({ owner: "slice-cql" }),
  run: (id) => editor.trigger("test", id, {}),
  addName: (name) => {
    names.push(name);
    registration.refresh();
  },
  layout: () => editor.layout(),
  dispose: () => registration.dispose(),
};

Object.assign(globalThis, { handles });
