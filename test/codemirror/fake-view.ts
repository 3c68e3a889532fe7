// A view without a page: a state, and what is dispatched to it. For what needs no more of an editor.

import { EditorState, type Extension, type Transaction, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** A view, and what came of it. */
export interface FakeView {
  readonly view: EditorView;
  /** What was dispatched. */
  readonly transactions: readonly Transaction[];
  /** What was announced to screen readers. */
  readonly announced: () => readonly string[];
  /** Whether the focus was given to the text. */
  readonly isFocused: () => boolean;
  /** The messages of what was reported as failed. */
  readonly failures: readonly string[];
}

/** Makes a view of a text. Whatever would need a page is missing. */
export function fakeView(doc: string, cursor = 0, extensions: Extension = []): FakeView {
  const transactions: Transaction[] = [];
  let isFocused = false;
  const failures: string[] = [];
  const sink = EditorView.exceptionSink.of((error: unknown) => {
    failures.push(error instanceof Error ? error.message : String(error));
  });
  let state = EditorState.create({ doc, selection: { anchor: cursor }, extensions: [sink, extensions] });
  const view: EditorView = Object.create(EditorView.prototype, {
    state: { get: () => state },
    focus: {
      value: () => {
        isFocused = true;
      },
    },
    root: { get: () => document },
    plugin: { value: () => null },
    contentDOM: { value: new EventTarget() },
    dispatch: {
      value: (spec: TransactionSpec) => {
        const transaction = state.update(spec);
        transactions.push(transaction);
        state = transaction.state;
      },
    },
  });
  return {
    view,
    transactions,
    failures,
    isFocused: () => isFocused,
    announced: () =>
      transactions.flatMap(({ effects }) =>
        effects.flatMap((effect) => (effect.is(EditorView.announce) ? [effect.value] : [])),
      ),
  };
}
