// Completion: qualifiers, names of the catalog, dates.
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionStatus,
  currentCompletions,
  pickedCompletion,
  selectedCompletion,
} from "@codemirror/autocomplete";
import { isolateHistory } from "@codemirror/commands";
import { EditorState, type Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { isBetweenTerms } from "../language-service/complete.ts";
import type { CompletionItem } from "../language-service/completion-item.ts";
import type { LanguageService } from "../language-service/service.ts";
import { changeSpecs, completionOf } from "./convert.ts";
import { abortOnDestroy, begin } from "./latest.ts";
import { waitingRow } from "./waiting-row.ts";

/**
 * Offers what can be written at the cursor, in the order of the language service, and writes exactly its edit.
 *
 * @param service - The language service.
 * @returns The extension.
 * @example
 * ```ts
 * const extensions = [sliceCqlLanguage(), sliceCqlCompletion(createLanguageService({ catalog }))];
 * ```
 */
export function sliceCqlCompletion(service: Pick<LanguageService, "complete">): Extension {
  const autocomplete = async (context: CompletionContext): Promise<CompletionResult | null> =>
    await completionsOf(service, context);
  return [
    autocompletion({
      activateOnTypingDelay: 20,
      // A page of the list at a time: a list that scrolls is one that no key can get into.
      maxRenderedOptions: 10,
      activateOnCompletion: (completion) => items.get(completion)?.continues === true,
    }),
    abortOnDestroy,
    waitingRow,
    EditorState.languageData.of(() => [{ autocomplete }]),
  ];
}

/** The item that each completion was made of. */
const items = new WeakMap<Completion, CompletionItem>();

/** Whether a list of completions is open, or about to be. */
export function hasList(state: EditorState): boolean {
  return completionStatus(state) !== null;
}

/** Whether choosing a completion would leave the text unchanged, so that Enter is free to mean something else. */
export function isWritten(state: EditorState, completion: Completion): boolean {
  const item = items.get(completion);
  if (item === undefined || item.continues === true) return false;
  const { span, text } = item.edit;
  return state.doc.sliceString(span.start, span.end) === text;
}

/** Accepts the selected completion, or else the first; returns whether one was accepted, which changes the text. */
export function takeCompletion(view: EditorView): boolean {
  const completion = selectedCompletion(view.state) ?? currentCompletions(view.state)[0];
  const item = completion === undefined ? undefined : items.get(completion);
  if (completion === undefined || item === undefined || isWritten(view.state, completion)) return false;
  choose(view, item, completion);
  return true;
}

async function completionsOf(
  service: Pick<LanguageService, "complete">,
  context: CompletionContext,
): Promise<CompletionResult | null> {
  const { state, pos, explicit, view } = context;
  if (state.readOnly) return null;
  const text = state.doc.toString();
  // Between terms a list of all qualifiers would be in the way of typing on.
  if (!explicit && isBetweenTerms(text, pos)) return null;
  const controller = view === undefined ? new AbortController() : begin(view, service);
  context.addEventListener("abort", () => controller.abort(), { onDocChange: true });
  const found = await service.complete(text, pos, { signal: controller.signal }).catch((error: unknown) => {
    if (controller.signal.aborted) return [];
    throw error;
  });
  const [first] = found;
  if (first === undefined) return null;
  return {
    from: Math.min(pos, first.edit.span.start),
    to: Math.max(pos, first.edit.span.end),
    options: found.map(chosenOf),
    filter: false,
    getMatch: (completion) => items.get(completion)?.matches?.flatMap(({ start, end }) => [start, end]) ?? [],
    // The edits are for this text alone, so they are requested again after any change.
    map: () => null,
  };
}

function chosenOf(item: CompletionItem): Completion {
  const completion: Completion = { ...completionOf(item), apply: (view) => choose(view, item, completion) };
  items.set(completion, item);
  return completion;
}

/** Writes the edit, and puts the cursor after it. */
function choose(view: EditorView, { edit }: CompletionItem, chosen: Completion): void {
  const changes = view.state.changes([...changeSpecs([edit])]);
  view.dispatch({
    changes,
    selection: { anchor: changes.mapPos(edit.span.end, 1) },
    annotations: [pickedCompletion.of(chosen), isolateHistory.of("full")],
    userEvent: "input.complete",
    scrollIntoView: true,
  });
}
