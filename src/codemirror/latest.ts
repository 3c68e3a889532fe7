// Only the latest request of an editor is answered: a new one aborts the previous one.
import { type EditorView, logException, type PluginValue, ViewPlugin } from "@codemirror/view";

/** Sends a request for an editor; the signal of `ask` is aborted when its answer is no longer needed. */
export type AskLatest = <Answer>(
  view: EditorView,
  ask: (signal: AbortSignal) => Promise<Answer>,
) => Promise<Answer>;

/**
 * Makes a queue of requests of which only the latest counts. One that is aborted neither resolves nor rejects, since
 * CodeMirror would show an empty answer, and report an error that is not one. Each editor has its own queue, as one extension
 * may serve several.
 */
export function onlyLatest(): AskLatest {
  const line = {};
  return async (view, ask) => {
    const { signal } = begin(view, line);
    try {
      const answer = await ask(signal);
      return signal.aborted ? await never() : answer;
    } catch (error) {
      if (signal.aborted) return await never();
      throw error;
    }
  };
}

/** Begins a request of an editor: the one before it in the same queue is aborted. */
export function begin(view: EditorView, line: object): AbortController {
  const lines = running.get(view) ?? new Map<object, AbortController>();
  running.set(view, lines);
  lines.get(line)?.abort();
  const controller = new AbortController();
  lines.set(line, controller);
  return controller;
}

/** The latest question in each line of an editor. */
const running = new WeakMap<EditorView, Map<object, AbortController>>();

/** Aborts all requests of an editor when it is destroyed, so that no request continues and no failure is reported to nobody. */
export const abortOnDestroy: ViewPlugin<PluginValue> = ViewPlugin.define((view) => ({
  destroy: () => abortAll(view),
}));

/** Aborts every request of an editor. */
export function abortAll(view: EditorView): void {
  for (const controller of running.get(view)?.values() ?? []) controller.abort();
}

/** Runs background work; a failure is reported like those of CodeMirror's extensions. */
export function inBackground(view: EditorView, task: () => Promise<void>): void {
  task().catch((error: unknown) => logException(view.state, error, "slice-cql"));
}

async function never(): Promise<never> {
  return await new Promise<never>(() => {});
}
