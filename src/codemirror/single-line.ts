// One line, as in the search box of a page: Enter submits, Tab leaves, line breaks become spaces.
import { autocompletion, closeCompletion, selectedCompletion } from "@codemirror/autocomplete";
import { EditorState, type Extension, Prec, type Transaction, type TransactionSpec } from "@codemirror/state";
import { type Command, EditorView, keymap } from "@codemirror/view";
import { isWritten } from "./completion.ts";

/**
 * Options of {@link sliceCqlSingleLine}.
 *
 * @example
 * ```ts
 * const options: SliceCqlSingleLineOptions = { onSubmit: (text) => search(text) };
 * ```
 */
export interface SliceCqlSingleLineOptions {
  /** Called with the text when Enter is pressed and no completion is about to be taken. */
  readonly onSubmit?: ((text: string) => void) | undefined;
}

/**
 * Makes the editor a query box. Enter submits what is written, unless an arrow key has chosen a completion. Put it before
 * `sliceCqlCompletion`.
 *
 * @param options - What Enter does.
 * @returns The extension.
 * @example
 * ```ts
 * const extensions = [sliceCqlSingleLine({ onSubmit: search }), sliceCqlLanguage(), sliceCqlCompletion(service)];
 * ```
 */
export function sliceCqlSingleLine({ onSubmit }: SliceCqlSingleLineOptions = {}): Extension {
  const submit: Command = (view) => {
    const chosen = selectedCompletion(view.state);
    if (chosen !== null && !isWritten(view.state, chosen)) return false;
    closeCompletion(view);
    onSubmit?.(view.state.doc.toString());
    return true;
  };
  return [
    EditorState.transactionFilter.of(withoutLineBreaks),
    EditorView.editorAttributes.of({ class: "cm-sliceCql-singleLine" }),
    EditorView.contentAttributes.of({ "aria-multiline": "false", enterkeyhint: "search" }),
    // Enter submits what is written, and not what nobody has chosen.
    autocompletion({ selectOnOpen: false }),
    Prec.highest(keymap.of([{ key: "Enter", run: submit }])),
    // What is left of Enter breaks no line, with or without other keys.
    Prec.high(keymap.of(["Enter", "Shift-Enter", "Mod-Enter"].map((key) => ({ key, run: () => true })))),
  ];
}

/** Every line break that a change brings becomes a space, as part of the same step of the history. */
function withoutLineBreaks(transaction: Transaction): Transaction | readonly TransactionSpec[] {
  const { newDoc } = transaction;
  if (!transaction.docChanged || newDoc.lines === 1) return transaction;
  const breaks = Array.from({ length: newDoc.lines - 1 }, (_, index) => newDoc.line(index + 1).to);
  const changes = breaks.map((at) => ({ from: at, to: at + 1, insert: " " }));
  return [transaction, { changes, sequential: true }];
}
