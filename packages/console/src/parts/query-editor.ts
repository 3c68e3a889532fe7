// The editor of queries: the toolkit's for CodeMirror, with the names of the project. It is loaded when a query is edited.

import { Compartment, type Extension } from "@codemirror/state";
import { EditorView, placeholder } from "@codemirror/view";
import { createCatalog } from "slice-cql";
import { sliceCql } from "slice-cql/codemirror";
import type { Catalog } from "slice-cql-client";

/** An editor in the page. */
export interface QueryEditor {
  /** Shows another query, unless it is this already. */
  readonly put: (cql: string) => void;
  /** Goes on from a selection in the text. */
  readonly focus: (selection: readonly [anchor: number, head: number]) => void;
  readonly close: () => void;
}

/** Whom the editor tells, as they are by then. */
interface Listeners {
  readonly current: {
    readonly value: string;
    readonly onChange: (cql: string) => void;
    readonly onSubmit: (cql: string) => void;
  };
}

/** That of the fields around it. */
const look = EditorView.theme({
  "&": { backgroundColor: "transparent" },
  "&.cm-sliceCql-singleLine": { borderColor: "var(--edge)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "1px" },
  ".cm-content": { fontFamily: "var(--mono)", padding: "5px 0" },
  ".cm-placeholder": { color: "var(--muted)" },
});

/** Puts an editor into a shadow root: the policy of the page allows its styles only as a sheet that such a root adopts. */
export function createQueryEditor(
  root: ShadowRoot,
  { shapes, sources, types, truncated }: Catalog,
  listeners: Listeners,
): QueryEditor {
  let isPutting = false;
  const scheme = new Scheme();
  const view = new EditorView({
    doc: listeners.current.value,
    parent: root,
    root,
    extensions: [
      sliceCql({
        // With some of the names missing, those would be reported as unknown.
        ...(truncated !== true && { catalog: createCatalog({ shapes, sources, types }) }),
        docsUrl: "/docs/diagnostics",
        singleLine: true,
        onSubmit: (text) => listeners.current.onSubmit(text),
      }),
      placeholder("type:Person after:3mo"),
      look,
      scheme.extension,
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged && !isPutting) listeners.current.onChange(state.doc.toString());
      }),
    ],
  });
  const leave = scheme.follow(view);
  return {
    put: (cql) => {
      const present = view.state.doc.toString();
      if (cql === present) return;
      isPutting = true;
      view.dispatch({ changes: { from: 0, to: present.length, insert: cql } });
      isPutting = false;
    },
    focus: ([anchor, head]) => {
      view.dispatch({ selection: { anchor, head } });
      view.focus();
    },
    close: () => {
      leave();
      view.destroy();
    },
  };
}

/** Whether an editor is dark: as the system is, also when that changes. */
class Scheme {
  readonly #query = matchMedia("(prefers-color-scheme: dark)");
  readonly #part = new Compartment();

  get extension(): Extension {
    return this.#part.of(this.#theme);
  }

  /** Keeps it so until the function that is returned is called. */
  follow(view: EditorView): () => void {
    const change = () => view.dispatch({ effects: this.#part.reconfigure(this.#theme) });
    this.#query.addEventListener("change", change);
    return () => this.#query.removeEventListener("change", change);
  }

  get #theme(): Extension {
    return EditorView.darkTheme.of(this.#query.matches);
  }
}
