// As much of Monaco as the adapter needs, without a page: enumerations, models, and a record of what is registered.

import type * as monaco from "monaco-editor";
import type { Model, Monaco } from "../../src/monaco/namespace.ts";

/** An event that the tests fire. */
export interface FakeEvent<Value> {
  readonly on: (listener: (value: Value) => void) => monaco.IDisposable;
  readonly fire: (value: Value) => void;
  /** How many still listen. */
  readonly size: () => number;
}

/** Makes an event. */
function fakeEvent<Value>(): FakeEvent<Value> {
  const listeners = new Set<(value: Value) => void>();
  return {
    on: (listener) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    fire: (value) => {
      for (const listener of listeners) listener(value);
    },
    size: () => listeners.size,
  };
}

/** A text that can be changed. */
export interface FakeModel {
  readonly model: Model;
  readonly write: (text: string) => void;
  readonly setLanguage: (languageId: string) => void;
  readonly changed: FakeEvent<void>;
}

/** Makes a model; of its methods only those that are used are there. */
export function fakeModel(text: string, languageId = "slice-cql"): FakeModel {
  let now = { text, languageId, version: 1 };
  const changed = fakeEvent<void>();
  const parts = {
    uri: { path: "/query" },
    getValue: () => now.text,
    getVersionId: () => now.version,
    getLanguageId: () => now.languageId,
    onDidChangeContent: changed.on,
  };
  return {
    model: Object.assign(Object.create(null), parts),
    write: (written) => {
      now = { ...now, text: written, version: now.version + 1 };
      changed.fire();
    },
    setLanguage: (id) => {
      now = { ...now, languageId: id };
    },
    changed,
  };
}

/** A call of a method of `monaco.languages`. */
export interface Registered {
  readonly method: string;
  readonly args: readonly unknown[];
}

/** A namespace, and what was done with it. */
export interface FakeMonaco {
  readonly monaco: Monaco;
  /** What is registered now. */
  readonly registered: ReadonlySet<Registered>;
  /** The markers of each model. */
  readonly markers: ReadonlyMap<Model, readonly monaco.editor.IMarkerData[]>;
  readonly created: FakeEvent<Model>;
  readonly disposed: FakeEvent<Model>;
  readonly languageChanged: FakeEvent<{ readonly model: Model; readonly oldLanguage: string }>;
  /** The cursor of all editors; there is one for each model. */
  readonly moved: FakeEvent<{ readonly reason: number }>;
}

/** The numbers are Monaco's own. */
const enumerations = {
  MarkerSeverity: { Hint: 1, Info: 2, Warning: 4, Error: 8 },
  MarkerTag: { Unnecessary: 1, Deprecated: 2 },
  Uri: { parse: (address: string) => ({ address }) },
};

const languageEnumerations = {
  CompletionItemInsertTextRule: { None: 0, KeepWhitespace: 1, InsertAsSnippet: 4 },
  CompletionItemKind: { Class: 5, Value: 13, Constant: 14, Keyword: 17 },
  SymbolKind: { Property: 6, String: 14 },
};

/** Makes a namespace in which some models are already there. */
export function fakeMonaco(models: readonly Model[] = []): FakeMonaco {
  const registered = new Set<Registered>();
  const markers = new Map<Model, readonly monaco.editor.IMarkerData[]>();
  const [created, disposed] = [fakeEvent<Model>(), fakeEvent<Model>()];
  const languageChanged = fakeEvent<{ readonly model: Model; readonly oldLanguage: string }>();
  const moved = fakeEvent<{ readonly reason: number }>();
  const languages = new Proxy(languageEnumerations, {
    get: (target, method) => {
      if (method in target) return Reflect.get(target, method);
      return (...args: readonly unknown[]) => {
        const entry = { method: String(method), args };
        registered.add(entry);
        return { dispose: () => registered.delete(entry) };
      };
    },
  });
  const editor = {
    CursorChangeReason: { NotSet: 0, Explicit: 3 },
    getEditors: () => models.map((model) => ({ getModel: () => model, onDidChangeCursorPosition: moved.on })),
    getModels: () => models,
    onDidCreateModel: created.on,
    onWillDisposeModel: disposed.on,
    onDidChangeModelLanguage: languageChanged.on,
    setModelMarkers: (model: Model, _owner: string, found: readonly monaco.editor.IMarkerData[]) =>
      markers.set(model, found),
  };
  class Emitter {
    readonly #event = fakeEvent<unknown>();
    readonly event = this.#event.on;
    fire(value: unknown): void {
      this.#event.fire(value);
    }
    dispose(): void {}
  }
  const namespace = Object.assign(Object.create(null), { ...enumerations, languages, editor, Emitter });
  return { monaco: namespace, registered, markers, created, disposed, languageChanged, moved };
}

/** A token that the tests cancel. */
export interface FakeToken {
  readonly token: monaco.CancellationToken;
  readonly cancel: () => void;
  /** How many still listen. */
  readonly size: () => number;
}

/** Makes a token. */
export function fakeToken(isCancellationRequested = false): FakeToken {
  const cancelled = fakeEvent<void>();
  return {
    token: { isCancellationRequested, onCancellationRequested: (listener) => cancelled.on(listener) },
    cancel: () => cancelled.fire(),
    size: cancelled.size,
  };
}
