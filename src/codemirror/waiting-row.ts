// A row in place of the list of completions while the catalog has not answered.
import { completionStatus } from "@codemirror/autocomplete";
import { type Extension, StateEffect, type StateEffectType, StateField } from "@codemirror/state";
import {
  EditorView,
  type PluginValue,
  showTooltip,
  type Tooltip,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";

/** Milliseconds after which the row shows that an answer is pending. */
const pause = 300;

const isLate: StateEffectType<null> = StateEffect.define();

const row: StateField<Tooltip | null> = StateField.define<Tooltip | null>({
  create: () => null,
  update: (shown, { state, effects }) => {
    if (completionStatus(state) !== "pending") return null;
    const pos = state.selection.main.head;
    if (shown === null && !effects.some((effect) => effect.is(isLate))) return null;
    return shown?.pos === pos ? shown : { pos, create: rowOf };
  },
  provide: (field) => showTooltip.from(field),
});

function rowOf(view: EditorView): { readonly dom: HTMLElement } {
  const dom = document.createElement("div");
  dom.className = "cm-sliceCql-waiting";
  dom.textContent = waitingFor(view);
  return { dom };
}

function waitingFor({ state }: EditorView): string {
  return state.phrase("Looking up names…");
}

class Watch implements PluginValue {
  readonly #view: EditorView;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
  }

  update({ state }: ViewUpdate): void {
    if (completionStatus(state) !== "pending") this.destroy();
    else this.#timer ??= setTimeout(() => this.#show(), pause);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #show(): void {
    const spoken = EditorView.announce.of(waitingFor(this.#view));
    this.#view.dispatch({ effects: [isLate.of(null), spoken] });
  }
}

/** Shows the row. */
export const waitingRow: Extension = [row, ViewPlugin.fromClass(Watch)];
