// Asks every entry of the installed package that works in a page, and shows a query in both editors. The global `asked` is what went wrong.

import { EditorView } from "@codemirror/view";
import * as monaco from "monaco-editor";
import { type Call, pure, withEditor, wrongAnswers } from "./calls.ts";

const now = Date.UTC(2026, 0, 31);
const doc = "Type:Deal after:7d";

/** Without its own workers Monaco works in the page itself. */
Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker: () => {
      throw new Error("There is no worker");
    },
  },
});

const inPage: readonly Call[] = [
  {
    entry: "slice-cql/codemirror",
    ask: async () => {
      const { sliceCql } = await import("../../../src/exports/codemirror.ts");
      const view = new EditorView({ doc, extensions: sliceCql({ now }), parent: document.body });
      return (await shown(view.dom, ".cm-lintRange")).textContent;
    },
    answer: "Type",
  },
  {
    entry: "slice-cql/monaco",
    ask: async () => {
      const { registerSliceCql } = await import("../../../src/exports/monaco.ts");
      registerSliceCql(monaco, { now });
      const parent = document.body.appendChild(document.createElement("div"));
      parent.style.height = "100px";
      monaco.editor.create(parent, { value: doc, language: "slice-cql" });
      await shown(parent, ".squiggly-error");
      return monaco.editor
        .getModelMarkers({ owner: "slice-cql" })
        .map(({ startColumn, endColumn }) => [startColumn, endColumn]);
    },
    answer: [[1, 5]],
  },
  {
    entry: "slice-cql/lsp/worker",
    ask: async () => {
      const worker = new Worker(import.meta.resolve("slice-cql/lsp/worker"));
      const params = { processId: null, rootUri: null, capabilities: {} };
      worker.postMessage({ jsonrpc: "2.0", id: 1, method: "initialize", params }, []);
      const answer = await new Promise<unknown>((resolve, reject) => {
        worker.addEventListener("message", ({ data }) => resolve(data.result.capabilities.hoverProvider));
        worker.addEventListener("error", ({ message }) => reject(new Error(message)));
      });
      worker.terminate();
      return answer;
    },
    answer: true,
  },
];

/** Waits until an element exists, for as many frames as take a minute on an idle machine. */
async function shown(within: Element, selector: string): Promise<Element> {
  for (let frame = 0; frame < 3_600; frame++) {
    const found = within.querySelector(selector);
    if (found !== null) return found;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  throw new Error(`there is no ${selector}`);
}

const calls = [...pure, withEditor, ...inPage];

Object.assign(globalThis, {
  asked: wrongAnswers(calls).then((wrong) => ({
    wrong,
    entries: [...new Set(calls.map(({ entry }) => entry))],
  })),
});
