// Diagnostics of every text in the language, kept up to date as it changes.
import type { editor, IDisposable } from "monaco-editor";
import type { LanguageService } from "../language-service/service.ts";
import { lineMap } from "../text/line-map.ts";
import { markerOf } from "./convert.ts";
import type { Model, Monaco } from "./namespace.ts";

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
  /** Why the last catalog was not there. */
  readonly failure?: () => Error | undefined;
}

/** Milliseconds without a change after which diagnostics are asked for. */
const pause = 250;

/** Follows the models of a language, those that are there and those that come. */
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
  const { languageId, service, docsUrl, failure } = followed;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = new AbortController();
  const ask = async (): Promise<void> => {
    const { signal } = asked;
    const text = model.getValue();
    const lines = lineMap(text);
    try {
      const found = await service.diagnostics(text, { signal });
      if (signal.aborted) return;
      const markers = found.map((each) => markerOf(monaco, model, lines, each, docsUrl));
      const unread = failure?.();
      if (unread !== undefined) markers.unshift(unjudged(monaco, unread));
      monaco.editor.setModelMarkers(model, languageId, markers);
    } catch (error) {
      // The answer before may be wrong now; none is better. The catalog's owner hears of it as of any failed promise.
      if (signal.aborted) return;
      monaco.editor.setModelMarkers(model, languageId, []);
      throw error;
    }
  };
  const askAfter = (milliseconds: number): void => {
    clearTimeout(timer);
    asked.abort();
    asked = new AbortController();
    timer = setTimeout(() => void ask(), milliseconds);
  };
  const listener = model.onDidChangeContent(() => askAfter(pause));
  askAfter(0);
  return {
    refresh: () => askAfter(0),
    dispose: () => {
      listener.dispose();
      clearTimeout(timer);
      asked.abort();
      monaco.editor.setModelMarkers(model, languageId, []);
    },
  };
}

/** Without this one a query would look fine whose names nobody has looked at. */
function unjudged({ MarkerSeverity }: Monaco, { message }: Error): editor.IMarkerData {
  return {
    startLineNumber: 1,
    startColumn: 1,
    endLineNumber: 1,
    endColumn: 1,
    severity: MarkerSeverity.Warning,
    message: `The catalog could not be read, so names are not judged: ${message}`,
    source: "slice-cql",
  };
}
