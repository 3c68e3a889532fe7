// Asking again although the text is the same: the catalog has changed, or time has passed.
import { StateEffect, type StateEffectType } from "@codemirror/state";
import type { EditorView, ViewUpdate } from "@codemirror/view";

const refresh: StateEffectType<null> = StateEffect.define();

/**
 * Brings diagnostics and inline dates of an editor up to date, after the catalog or the evaluation time has changed.
 *
 * @param view - The editor.
 * @example
 * ```ts
 * current = createCatalog(await loadNames()); // options.catalog is () => current
 * refreshSliceCql(view);
 * ```
 */
export function refreshSliceCql(view: EditorView): void {
  view.dispatch({ effects: refresh.of(null) });
}

/** Whether an update was requested by {@link refreshSliceCql}. */
export function isRefresh(update: ViewUpdate): boolean {
  return update.transactions.some(({ effects }) => effects.some((effect) => effect.is(refresh)));
}
