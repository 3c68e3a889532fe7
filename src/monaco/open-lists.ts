// Where a list of suggestions is open, as far as Monaco reports it: it reports when one has closed, but not always at once.
import type { IDisposable, IEvent } from "monaco-editor";
import type { Model, Monaco } from "./namespace.ts";

/** The open lists, one a model. */
export interface OpenLists extends IDisposable {
  /** To be called when Monaco gets a list for an offset; call the function it returns when the list closes. */
  readonly open: (model: Model, offset: number) => IDisposable;
  /** To be called when there is nothing to suggest. */
  readonly close: (model: Model) => void;
  /** The offset that the open list of a model is for. */
  readonly completionOffset: (model: Model) => number | undefined;
  /** Fires when a list opens or closes. */
  readonly onDidChange: IEvent<Model>;
}

/** Watches over the lists of one Monaco. */
export function createOpenLists({ editor, Emitter }: Monaco): OpenLists {
  const changed = new Emitter<Model>();
  const lists = new Map<Model, { readonly offset: number; readonly listeners: readonly IDisposable[] }>();
  const forget = (model: Model): void => {
    for (const listener of lists.get(model)?.listeners ?? []) listener.dispose();
    lists.delete(model);
  };
  const close = (model: Model): void => {
    if (!lists.has(model)) return;
    forget(model);
    changed.fire(model);
  };
  /** A list that the arrow keys or the pointer leave counts as open until the next one. */
  const listenersOf = (model: Model): readonly IDisposable[] =>
    editor
      .getEditors()
      .filter((each) => each.getModel() === model)
      .map((each) =>
        each.onDidChangeCursorPosition(({ reason }) => {
          if (reason === editor.CursorChangeReason.Explicit) close(model);
        }),
      );
  return {
    open: (model, offset) => {
      forget(model);
      const list = { offset, listeners: listenersOf(model) };
      lists.set(model, list);
      changed.fire(model);
      return {
        dispose: () => {
          if (lists.get(model) === list) close(model);
        },
      };
    },
    close,
    completionOffset: (model) => lists.get(model)?.offset,
    onDidChange: changed.event,
    dispose: () => {
      for (const model of lists.keys()) forget(model);
      changed.dispose();
    },
  };
}
