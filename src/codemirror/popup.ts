// One tooltip at the cursor that a key has called up: an explanation, or a menu of fixes.
import { StateEffect, type StateEffectType, StateField } from "@codemirror/state";
import { closeHoverTooltips, EditorView, showTooltip, type Tooltip } from "@codemirror/view";
import { inBackground } from "./latest.ts";

const setPopup: StateEffectType<Tooltip | null> = StateEffect.define<Tooltip | null>();

/** The open tooltip. It closes when the text or the selection changes. */
export const popupField: StateField<Tooltip | null> = StateField.define<Tooltip | null>({
  create: () => null,
  update: (shown, transaction) => {
    for (const effect of transaction.effects) if (effect.is(setPopup)) return effect.value;
    return transaction.docChanged || transaction.selection !== undefined ? null : shown;
  },
  provide: (field) => showTooltip.from(field),
});

/** What to show, and what a screen reader says. */
export interface Popup {
  readonly tooltip?: Tooltip | undefined;
  readonly announce?: string | undefined;
}

/** Shows the result of an answer, unless the text or the selection has changed when it arrives. */
export function showPopup<Answer>(
  view: EditorView,
  asked: Promise<Answer>,
  popupOf: (answer: Answer) => Popup,
): void {
  const { doc, selection } = view.state;
  inBackground(view, async () => {
    const { tooltip = null, announce } = popupOf(await asked);
    if (view.state.doc !== doc || !view.state.selection.eq(selection)) return;
    const spoken = announce === undefined ? [] : [EditorView.announce.of(announce)];
    // What the pointer or F8 has brought would cover it, or offer the same again.
    const alone = tooltip === null ? [] : [closeHoverTooltips];
    view.dispatch({ effects: [setPopup.of(tooltip), ...alone, ...spoken] });
  });
}

/** Closes the tooltip and returns to the text. Returns whether there was one. */
export function closePopup(view: EditorView): boolean {
  if (!hidePopup(view)) return false;
  view.focus();
  return true;
}

/** Closes the tooltip, and leaves the focus where it is. Returns whether there was one. */
export function hidePopup(view: EditorView): boolean {
  if ((view.state.field(popupField, false) ?? null) === null) return false;
  view.dispatch({ effects: setPopup.of(null) });
  return true;
}
