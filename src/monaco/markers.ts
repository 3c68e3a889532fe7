// Diagnostics of every text in the language, kept up to date as it changes.
import type { editor, IDisposable } from "monaco-editor";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { withoutTermAt } from "../language-service/diagnostics-while-typing.ts";
import type { LanguageService } from "../language-service/service.ts";
import { lineMap } from "../text/line-map.ts";
import { markerOf } from "./convert.ts";
import type { Model, Monaco } from "./namespace.ts";
import type { OpenLists } from "./open-lists.ts";

/** Keeps markers up to date until it is disposed of. */
export interface Markers extends IDisposable {
  /** Asks again for all texts, though they have not changed. */
  readonly refresh: () => void;
}

/** What is followed: the models of a language. */
export interface Followed {
  readonly languageId: string;
  readonly service: Pick<LanguageService, "diagnostics">;
  readonly docsUrl: string | undefined;
  /** Why the last catalog was unavailable. */
  readonly failure?: () => Error | undefined;
  /** Where a list of suggestions is open. */
  readonly lists: Pick<OpenLists, "completionOffset" | "onDidChange">;
}

/** Milliseconds without a change after which diagnostics are requested. */
const pause = 250;

/** Follows the models of a language, existing and new ones. */
export function followModels(monaco: Monaco, followed: Followed): Markers {
  const running = new Map<Model, Markers>();
  const leave = (model: Model): void => {
    running.get(model)?.dispose();
    running.delete(model);
  };
  const enter = (model: Model): void => {
    leave(model);
    if (model.getLanguageId() === followed.languageId)
      running.set(model, followModel(monaco, model, followed));
  };
  const listeners = [
    monaco.editor.onDidCreateModel(enter),
    monaco.editor.onWillDisposeModel(leave),
    monaco.editor.onDidChangeModelLanguage(({ model }) => enter(model)),
  ];
  for (const model of monaco.editor.getModels()) enter(model);
  return {
    refresh: () => {
      for (const each of running.values()) each.refresh();
    },
    dispose: () => {
      for (const listener of listeners) listener.dispose();
      for (const model of running.keys()) leave(model);
    },
  };
}

function followModel(monaco: Monaco, model: Model, followed: Followed): Markers {
  const { languageId, service, lists } = followed;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = new AbortController();
  let answer: Answer | undefined;
  const show = (): void => {
    const markers = answer === undefined ? [] : markersOf(monaco, model, answer, followed);
    monaco.editor.setModelMarkers(model, languageId, markers);
  };
  const ask = async (): Promise<void> => {
    const { signal } = asked;
    const text = model.getValue();
    try {
      const found = await service.diagnostics(text, { signal });
      if (signal.aborted) return;
      answer = { text, found, unread: followed.failure?.() };
      show();
    } catch (error) {
      // The answer before may be wrong now; none is better. The error becomes an unhandled rejection, for the owner of the catalog.
      if (signal.aborted) return;
      answer = undefined;
      show();
      throw error;
    }
  };
  const askAfter = (milliseconds: number): void => {
    clearTimeout(timer);
    asked.abort();
    asked = new AbortController();
    timer = setTimeout(() => void ask(), milliseconds);
  };
  const listeners = [
    model.onDidChangeContent(() => askAfter(pause)),
    lists.onDidChange((changed) => {
      // If the text has changed, a new answer is on its way.
      if (changed === model && answer?.text === model.getValue()) show();
    }),
  ];
  askAfter(0);
  return {
    refresh: () => askAfter(0),
    dispose: () => {
      for (const listener of listeners) listener.dispose();
      clearTimeout(timer);
      asked.abort();
      monaco.editor.setModelMarkers(model, languageId, []);
    },
  };
}

interface Answer {
  readonly text: string;
  readonly found: readonly Diagnostic[];
  readonly unread: Error | undefined;
}

/** The markers of an answer, but for those of a term that is still being chosen, which is not a mistake yet. */
function markersOf(
  monaco: Monaco,
  model: Model,
  { text, found, unread }: Answer,
  { docsUrl, lists }: Followed,
): editor.IMarkerData[] {
  const offset = lists.completionOffset(model);
  const lines = lineMap(text);
  const shown = offset === undefined ? found : withoutTermAt(text, offset, found);
  const markers = shown.map((each) => markerOf(monaco, model, lines, each, docsUrl));
  return unread === undefined ? markers : [uncheckedMarker(monaco, unread), ...markers];
}

/** Without it, a query with unchecked names would look correct. */
function uncheckedMarker({ MarkerSeverity }: Monaco, { message }: Error): editor.IMarkerData {
  return {
    startLineNumber: 1,
    startColumn: 1,
    endLineNumber: 1,
    endColumn: 1,
    severity: MarkerSeverity.Warning,
    message: `The catalog could not be read, so names are not checked: ${message}`,
    source: "slice-cql",
  };
}
