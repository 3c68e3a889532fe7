// Only the latest question of an editor is answered: a new one gives up the one before it.
import { type EditorView, logException, type PluginValue, ViewPlugin } from "@codemirror/view";

/** Asks for an editor; the signal of `ask` is aborted when its answer is no longer wanted. */
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

/** Gives up all questions of an editor when it goes, so that no request goes on and no failure is reported for nobody. */
export const givenUpAtTheEnd: ViewPlugin<PluginValue> = ViewPlugin.define((view) => ({
  destroy: () => giveUpAll(view),
}));

/** Gives up every question of an editor. */
export function giveUpAll(view: EditorView): void {
  for (const controller of running.get(view)?.values() ?? []) controller.abort();
}

/** Does what nobody waits for; a failure is reported as CodeMirror reports those of extensions. */
export function inBackground(view: EditorView, task: () => Promise<void>): void {
  task().catch((error: unknown) => logException(view.state, error, "slice-cql"));
}

async function never(): Promise<never> {
  return await new Promise<never>(() => {});
}
