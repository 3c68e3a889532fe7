// One line, as in the search box of a page: Enter submits, Tab leaves, line breaks become spaces.
import {
  autocompletion,
  closeCompletion,
  selectedCompletion,
  startCompletion,
} from "@codemirror/autocomplete";
import { EditorState, type Extension, Prec, type Transaction, type TransactionSpec } from "@codemirror/state";
import { type Command, EditorView, keymap } from "@codemirror/view";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { createLanguageService, type LanguageService } from "../language-service/service.ts";
import { hasList, isWritten, takeCompletion } from "./completion.ts";
import { inBackground } from "./latest.ts";

/**
 * Options of {@link sliceCqlSingleLine}.
 *
 * @example
 * ```ts
 * const options: SliceCqlSingleLineOptions = { service, onSubmit: (text) => search(text), acceptWithTab: true };
 * ```
 */
export interface SliceCqlSingleLineOptions extends QueryBoxOptions {
  /** What is asked for the diagnostics that `onSubmit` gets; without it names are not checked. */
  readonly service?: Pick<LanguageService, "diagnostics"> | undefined;
}

/**
 * How a query box behaves.
 *
 * @example
 * ```ts
 * const options: QueryBoxOptions = { openOnFocus: true, acceptWithTab: true };
 * ```
 */
export interface QueryBoxOptions {
  /**
   * Called when Enter is pressed and does not accept a completion, with the text and its diagnostics: errors
   * refuse a query. Names are checked if the catalog answers within a second.
   */
  readonly onSubmit?: ((text: string, diagnostics: readonly Diagnostic[]) => void) | undefined;
  /** Tab accepts the selected completion, or else the first, while a list is open that would change the text. */
  readonly acceptWithTab?: boolean | undefined;
  /** The list opens as soon as the box has the focus. */
  readonly openOnFocus?: boolean | undefined;
}

/**
 * Makes the editor a query box. Enter submits what is written, unless an arrow key has selected a completion. Put it before
 * `sliceCqlCompletion`.
 *
 * @param options - What Enter and Tab do, and whether the list opens automatically.
 * @returns The extension.
 * @example
 * ```ts
 * const extensions = [sliceCqlSingleLine({ service, onSubmit: search }), sliceCqlLanguage(), sliceCqlCompletion(service)];
 * ```
 */
export function sliceCqlSingleLine(options: SliceCqlSingleLineOptions = {}): Extension {
  const { acceptWithTab = false, openOnFocus = false } = options;
  return [
    EditorState.transactionFilter.of(withoutLineBreaks),
    EditorView.editorAttributes.of({ class: "cm-sliceCql-singleLine" }),
    EditorView.contentAttributes.of({ "aria-multiline": "false", enterkeyhint: "search" }),
    // Enter submits what is written, not an unselected completion.
    autocompletion({ selectOnOpen: false }),
    Prec.highest(keymap.of([{ key: "Enter", run: submitting(options) }])),
    acceptWithTab ? Prec.highest(keymap.of([{ key: "Tab", run: takeCompletion }])) : [],
    openOnFocus ? opening : [],
    // They belong to the list, even before it has an answer: there is no other line to move the cursor to, and trying would close the list.
    keymap.of(["ArrowDown", "ArrowUp"].map((key) => ({ key, run: ({ state }) => hasList(state) }))),
    // What is left of Enter breaks no line, with or without other keys.
    Prec.high(keymap.of(["Enter", "Shift-Enter", "Mod-Enter"].map((key) => ({ key, run: () => true })))),
  ];
}

function submitting({ onSubmit, service = createLanguageService() }: SliceCqlSingleLineOptions): Command {
  return (view) => {
    const chosen = selectedCompletion(view.state);
    if (chosen !== null && !isWritten(view.state, chosen)) return false;
    closeCompletion(view);
    const text = view.state.doc.toString();
    inBackground(view, async () => onSubmit?.(text, await diagnosticsOf(text, service)));
    return true;
  };
}

/** Milliseconds that a query is held for the names in it: after Enter the user expects it at once. */
const maxWaitMs = 1000;

async function diagnosticsOf(
  text: string,
  service: Pick<LanguageService, "diagnostics">,
): Promise<readonly Diagnostic[]> {
  try {
    return await service.diagnostics(text, { signal: AbortSignal.timeout(maxWaitMs) });
  } catch {
    // The linter reports what the catalog has. Everything that needs no names is still checked.
    return await createLanguageService().diagnostics(text);
  }
}

const opening: Extension = EditorView.updateListener.of(({ focusChanged, view }) => {
  if (!focusChanged || !view.hasFocus || hasList(view.state)) return;
  // Not in the middle of the update that has brought the focus.
  setTimeout(() => view.hasFocus && startCompletion(view));
});

/** Every line break that a change brings becomes a space, as part of the same step of the history. */
function withoutLineBreaks(transaction: Transaction): Transaction | readonly TransactionSpec[] {
  const { newDoc } = transaction;
  if (!transaction.docChanged || newDoc.lines === 1) return transaction;
  const breaks = Array.from({ length: newDoc.lines - 1 }, (_, index) => newDoc.line(index + 1).to);
  const changes = breaks.map((at) => ({ from: at, to: at + 1, insert: " " }));
  return [transaction, { changes, sequential: true }];
}
