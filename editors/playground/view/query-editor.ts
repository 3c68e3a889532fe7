// The editor of the query: CodeMirror with slice-cql/codemirror, and a mark for the term that another part of the page points to.

import { completionStatus } from "@codemirror/autocomplete";
import {
  Compartment,
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Transaction,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, placeholder } from "@codemirror/view";
import { refreshSliceCql, sliceCql } from "../../../src/exports/codemirror.ts";
import type { Catalog, Span, TextEdit } from "../../../src/index.ts";
import type { EditorMarks } from "./result-tabs.ts";

/** What the page asks of the editor. */
export interface QueryEditor extends EditorMarks {
  readonly text: () => string;
  /** Puts another query in place of this one; undo brings it back. */
  readonly replace: (text: string) => void;
  /** Applies edits to the text as it is now, and continues typing there. */
  readonly apply: (edits: readonly TextEdit[]) => void;
  /** To be called when the catalog or the present is another. */
  readonly refresh: () => void;
  readonly focus: () => void;
  readonly cursor: () => number;
  /** Whether a list of completions is open. */
  readonly isChoosing: () => boolean;
  readonly setDark: (isDark: boolean) => void;
}

/** What the editor asks of the page. */
export interface EditorOptions {
  readonly text: string;
  readonly isDark: boolean;
  readonly catalog: () => Catalog;
  readonly now: () => number;
  /** `isTyped`: by a key, so that another may follow at once. */
  readonly onChange: (isTyped: boolean) => void;
  /** A list of completions has opened or closed. */
  readonly onChoosing: () => void;
}

/** Makes the editor inside an element. */
export function createQueryEditor(parent: HTMLElement, options: EditorOptions): QueryEditor {
  const { text, isDark, catalog, now } = options;
  const appearance = new Compartment();
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [
      // A function: names are looked up in the catalog of that moment.
      sliceCql({ catalog: () => catalog(), now, docsUrl: "diagnostics.html", ariaLabel: "Query" }),
      appearance.of(EditorView.darkTheme.of(isDark)),
      EditorView.contentAttributes.of({ "aria-describedby": "query-keys", "aria-multiline": "true" }),
      telling(options),
      placeholder("type:Release after:30d"),
      markField,
      editorTheme,
    ],
  });
  return {
    text: () => view.state.doc.toString(),
    replace: (insert) => {
      const changes = { from: 0, to: view.state.doc.length, insert };
      view.dispatch({ changes, selection: { anchor: insert.length }, userEvent: "input" });
    },
    apply: (edits) => {
      const changes = edits.map(({ span: { start, end }, text: insert }) => ({
        from: start,
        to: end,
        insert,
      }));
      // Nothing stays selected that the next key would replace.
      const end = Math.max(...edits.map(({ span }) => span.end));
      const anchor = view.state.changes(changes).mapPos(end, 1);
      view.dispatch({ changes, selection: { anchor }, userEvent: "input.fix", scrollIntoView: true });
      view.focus();
    },
    refresh: () => refreshSliceCql(view),
    focus: () => view.focus(),
    cursor: () => view.state.selection.main.head,
    isChoosing: () => isChoosing(view.state),
    setDark: (dark) => view.dispatch({ effects: appearance.reconfigure(EditorView.darkTheme.of(dark)) }),
    mark: (span) => view.dispatch({ effects: setMark.of(span) }),
    visit: ({ start, end }) => {
      const { length } = view.state.doc;
      const selection = { anchor: Math.min(start, length), head: Math.min(end, length) };
      view.dispatch({ selection, scrollIntoView: true });
      view.focus();
    },
  };
}

function telling({ onChange, onChoosing }: EditorOptions): Extension {
  return EditorView.updateListener.of(({ docChanged, transactions, startState, state }) => {
    if (docChanged) onChange(transactions.some(isTyped));
    if (isChoosing(startState) !== isChoosing(state)) onChoosing();
  });
}

function isChoosing(state: EditorState): boolean {
  return completionStatus(state) !== null;
}

function isTyped(transaction: Transaction): boolean {
  return transaction.isUserEvent("input.type") || transaction.isUserEvent("delete");
}

const setMark = StateEffect.define<Span | null>();
const pointedTo = Decoration.mark({ class: "pointed-to" });

/** The mark goes as soon as the text is another. */
const markField: StateField<DecorationSet> = StateField.define({
  create: () => Decoration.none,
  update: (marks, { effects, docChanged, newDoc }) => {
    const set = effects.findLast((effect) => effect.is(setMark));
    if (set === undefined) return docChanged ? Decoration.none : marks;
    const span: Span | null = set.value;
    if (span === null || span.start >= span.end || span.end > newDoc.length) return Decoration.none;
    return Decoration.set([pointedTo.range(span.start, span.end)]);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const editorTheme = EditorView.theme({
  "&": { backgroundColor: "transparent", fontSize: "1.0625rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.75", maxHeight: "40vh", overflowY: "auto" },
  ".cm-content": { padding: "14px 0", minHeight: "3.5em" },
  ".cm-line": { padding: "0 20px" },
  ".cm-tooltip": { fontSize: "0.875rem" },
  ".cm-placeholder": { color: "var(--muted)" },
});
