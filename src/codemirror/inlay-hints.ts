// The instants that relative dates mean, and unknown names, shown in the line after their terms.
import { type Extension, StateEffect, type StateEffectType } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  type PluginValue,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import { withoutHintAt } from "../language-service/diagnostics-while-typing.ts";
import type { InlayHint } from "../language-service/inlay-hints.ts";
import type { LanguageService } from "../language-service/service.ts";
import { hasList } from "./completion.ts";
import { type AskLatest, abortOnDestroy, inBackground, onlyLatest } from "./latest.ts";
import { isRefresh } from "./refresh.ts";

/**
 * Shows inline what the language service calls inlay hints. They are not part of the text: the cursor skips them, nothing
 * copies them. They are hidden from screen readers, for which the explanation of the term has the same.
 *
 * @param service - The language service.
 * @returns The extension.
 * @example
 * ```ts
 * const extensions = [sliceCqlLanguage(), sliceCqlInlayHints(createLanguageService({ catalog }))];
 * ```
 */
export function sliceCqlInlayHints(service: Pick<LanguageService, "inlayHints">): Extension {
  const latest = onlyLatest();
  const hints = ViewPlugin.define((view) => new Hints(view, service, latest), {
    decorations: ({ shown }) => shown,
  });
  return [abortOnDestroy, hints];
}

const arrived: StateEffectType<DecorationSet> = StateEffect.define<DecorationSet>();

/** Milliseconds without a change after which hints are requested. */
const pause = 250;

/** The hints of one editor. */
export class Hints implements PluginValue {
  /** What is shown now; after an edit where it has moved to, until there is a new answer. */
  shown: DecorationSet = Decoration.none;
  readonly #view: EditorView;
  readonly #service: Pick<LanguageService, "inlayHints">;
  readonly #latest: AskLatest;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView, service: Pick<LanguageService, "inlayHints">, latest: AskLatest) {
    this.#view = view;
    this.#service = service;
    this.#latest = latest;
    this.#askAfter(0);
  }

  update(update: ViewUpdate): void {
    this.shown = this.shown.map(update.changes);
    for (const { effects } of update.transactions)
      for (const effect of effects) if (effect.is(arrived)) this.shown = effect.value;
    // Time passes while the user is elsewhere, and "7d" moves with it.
    const isBack = update.focusChanged && update.view.hasFocus;
    const isChosen = hasList(update.startState) && !hasList(update.state);
    if (update.docChanged || isBack || isChosen || isRefresh(update)) this.#askAfter(pause);
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }

  #askAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => inBackground(this.#view, async () => await this.#ask()), milliseconds);
  }

  async #ask(): Promise<void> {
    const { doc } = this.#view.state;
    const all = await this.#latest(
      this.#view,
      async (signal) => await this.#service.inlayHints(doc.toString(), { signal }),
    );
    const { state } = this.#view;
    if (state.doc !== doc) return;
    // Half a name is not unknown yet.
    const hints = hasList(state) ? withoutHintAt(doc.toString(), state.selection.main.head, all) : all;
    this.#view.dispatch({ effects: arrived.of(Decoration.set(hints.map(widgetOf), true)) });
  }
}

function widgetOf(hint: InlayHint): ReturnType<Decoration["range"]> {
  return Decoration.widget({ widget: new HintWidget(hint), side: 1 }).range(hint.offset);
}

class HintWidget extends WidgetType {
  readonly #hint: InlayHint;

  constructor(hint: InlayHint) {
    super();
    this.#hint = hint;
  }

  override eq(other: HintWidget): boolean {
    const [a, b] = [this.#hint, other.#hint];
    return a.label === b.label && a.kind === b.kind && a.tooltip === b.tooltip;
  }

  override toDOM(): HTMLElement {
    const { label, kind, tooltip } = this.#hint;
    const hint = document.createElement("span");
    hint.className = `cm-sliceCql-hint cm-sliceCql-hint-${kind}`;
    hint.textContent = label;
    hint.title = tooltip;
    hint.setAttribute("aria-hidden", "true");
    return hint;
  }

  /** A click next to the text sets the cursor there, as anywhere else in the line. */
  override ignoreEvent(): boolean {
    return false;
  }
}
