// A stand-in for the editor: as much of its API as a language client needs to start, to open a text and to be asked about it.

import { createRequire } from "node:module";
import { posix } from "node:path";
import { compileFunction } from "node:vm";

/** What an extension did with the editor, and ways to do what a person does. */
export interface Editor {
  /** Loads an entry as the editor does; in the browser it has no other module than the editor's. */
  readonly load: (
    code: string,
    place: "desktop" | "web",
    globals?: Readonly<Record<string, unknown>>,
  ) => Entry;
  /** The commands that are registered. */
  readonly commands: ReadonlyMap<string, () => Promise<unknown>>;
  /** The commands that were run. */
  readonly ran: readonly string[];
  /** What is registered of languages, such as `HoverProvider`, with the selectors. */
  readonly providers: ReadonlyMap<string, Provider>;
  /** What is wrong with each text that is open, by its address: codes, and the pages that they lead to. */
  readonly problems: ReadonlyMap<string, readonly (readonly [code: string, page: string])[]>;
  /** The messages of the extension and the server to the user. */
  readonly messages: readonly string[];
  /** The texts that were opened without a file. */
  readonly created: readonly unknown[];
  /** What the extension shows in the status of the language. */
  readonly status: () => unknown;
  /** Changes a file, and says so unless it is done silently. */
  readonly write: (path: string, text: string, silently?: boolean) => void;
}

/** An entry of an extension. */
export interface Entry {
  readonly activate: (context: unknown) => Promise<void>;
  readonly deactivate: () => Promise<void>;
}

/** A provider of one kind, and for which texts it is. */
export interface Provider {
  readonly selector: unknown;
  readonly provider: Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;
}

/** What the editor has open and how it is set. */
export interface EditorState {
  /** The address of the workspace's folder. */
  readonly folder: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** The texts of files, by their addresses; those that end in `.slice-cql` are open. */
  readonly files: ReadonlyMap<string, string>;
}

/** Opens an editor. */
export function openEditor(state: EditorState): Editor {
  const files = new Map(state.files);
  const commands = new Map<string, () => Promise<unknown>>();
  const providers = new Map<string, Provider>();
  const ran: string[] = [];
  const messages: string[] = [];
  const created: unknown[] = [];
  const status = { dispose: () => undefined };
  const problems = new Map<string, readonly (readonly [string, string])[]>();
  const watchers = new Map<string, Emitter>();
  const documents = [...files]
    .filter(([uri]) => uri.endsWith(".slice-cql"))
    .map((file) => documentOf(...file));
  const folders = [{ uri: Uri.parse(state.folder), name: "folder", index: 0 }];
  const vscode = {
    ...classes,
    version: "1.101.0",
    env: stub("env", { appName: "Visual Studio Code", language: "en" }),
    commands: {
      async executeCommand(name: string) {
        ran.push(name);
        return await commands.get(name)?.();
      },
      registerCommand(name: string, run: () => Promise<unknown>) {
        if (commands.has(name)) throw new Error(`command '${name}' already exists`);
        commands.set(name, run);
        return new Disposable(() => commands.delete(name));
      },
    },
    languages: stub("languages", {
      match: ([first]: readonly { language?: string }[], document: { languageId: string }) =>
        Number(first?.language === document.languageId),
      createDiagnosticCollection: () =>
        stub("collection", {
          set: (uri: Uri, found: readonly { readonly code: Code }[]) =>
            problems.set(
              uri.toString(),
              found.map(({ code }) => [code.value, code.target.toString()]),
            ),
        }),
      createLanguageStatusItem: () => status,
      ...registrations(providers),
    }),
    window: stub("window", {
      createOutputChannel: () => stub("channel", { logLevel: 0, onDidChangeLogLevel: never }),
      ...Object.fromEntries(
        ["showErrorMessage", "showWarningMessage", "showInformationMessage"].map((name) => [
          name,
          async (message: string) => void messages.push(message),
        ]),
      ),
      visibleTextEditors: documents.map((document) => ({ document })),
      tabGroups: { all: [], onDidChangeTabs: never, onDidChangeTabGroups: never },
      activeTextEditor: undefined,
    }),
    workspace: stub("workspace", {
      workspaceFolders: folders,
      getWorkspaceFolder: (uri: Uri) =>
        folders.find((each) => uri.toString().startsWith(each.uri.toString())),
      getConfiguration: (section?: string) => configurationOf(state.settings, section),
      textDocuments: documents,
      notebookDocuments: [],
      async openTextDocument(given: unknown) {
        created.push(given);
      },
      fs: {
        async readFile(uri: Uri) {
          const text = files.get(uri.toString());
          if (text === undefined) throw new Error("no such file");
          return new TextEncoder().encode(text);
        },
      },
      createFileSystemWatcher(pattern: RelativePattern) {
        const changed = new Emitter();
        watchers.set(Uri.joinPath(pattern.base, pattern.pattern).toString(), changed);
        return { onDidCreate: never, onDidChange: changed.event, onDidDelete: never, dispose: never };
      },
    }),
  };
  return {
    commands,
    providers,
    ran,
    messages,
    problems,
    created,
    status: () => status,
    write(path, text, silently = false) {
      files.set(path, text);
      if (!silently) watchers.get(path)?.fire(Uri.parse(path));
    },
    load: (code, place, globals = {}) => load(code, stub("vscode", vscode), place, globals),
  };
}

function load(
  code: string,
  vscode: unknown,
  place: "desktop" | "web",
  globals: Readonly<Record<string, unknown>>,
): Entry {
  const nodeRequire = createRequire(import.meta.url);
  const module: { exports: Entry } = { exports: nothing };
  const require = (name: string): unknown => {
    if (name === "vscode") return vscode;
    if (place === "web") throw new Error(`Cannot load module '${name}'`);
    return nodeRequire(name);
  };
  const run = compileFunction(code, ["module", "exports", "require", ...Object.keys(globals)]);
  Reflect.apply(run, undefined, [module, module.exports, require, ...Object.values(globals)]);
  return module.exports;
}

const nothing: Entry = { activate: async () => undefined, deactivate: async () => undefined };

class Disposable {
  static readonly from = (...all: readonly Disposable[]): Disposable =>
    new Disposable(() => all.forEach((each) => each.dispose()));
  readonly dispose: () => unknown;
  constructor(dispose: () => unknown) {
    this.dispose = dispose;
  }
}

class Emitter {
  readonly #listeners = new Set<(value: unknown) => unknown>();
  readonly event = (listener: (value: unknown) => unknown): Disposable => {
    this.#listeners.add(listener);
    return new Disposable(() => this.#listeners.delete(listener));
  };
  readonly fire = (value: unknown): void => {
    for (const listener of this.#listeners) listener(value);
  };
  readonly dispose = (): void => this.#listeners.clear();
}

/** An event that does not happen. */
const never = (): Disposable => new Disposable(() => undefined);

/** An address; `URL` knows its parts. */
export class Uri {
  readonly #url: URL;
  constructor(url: URL) {
    this.#url = url;
  }
  static readonly parse = (text: string): Uri => new Uri(new URL(text));
  static readonly file = (path: string): Uri => new Uri(new URL(`file://${path}`));
  static readonly joinPath = (base: Uri, ...parts: readonly string[]): Uri =>
    base.with({ path: posix.join(base.path, ...parts).replace(/(.)\/$/, "$1") });
  get scheme(): string {
    return this.#url.protocol.slice(0, -1);
  }
  get path(): string {
    return decodeURIComponent(this.#url.pathname);
  }
  get fsPath(): string {
    return this.path;
  }
  with({ path }: { readonly path: string }): Uri {
    const url = new URL(this.#url);
    url.pathname = path;
    return new Uri(url);
  }
  toString(): string {
    return this.#url.href;
  }
}

class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

interface Code {
  readonly value: string;
  readonly target: Uri;
}

interface RelativePattern {
  readonly base: Uri;
  readonly pattern: string;
}

const classes = {
  Disposable,
  EventEmitter: Emitter,
  Position,
  Uri,
  CancellationError: Error,
  LogLevel: { Trace: 1 },
  CancellationTokenSource: class {
    readonly token = { isCancellationRequested: false, onCancellationRequested: never };
    readonly cancel = (): void => undefined;
    readonly dispose = (): void => undefined;
  },
  RelativePattern: class {
    readonly base: Uri;
    readonly pattern: string;
    constructor(base: Uri, pattern: string) {
      this.base = base;
      this.pattern = pattern;
    }
  },
  MarkdownString: class {
    readonly value: string;
    constructor(value: string) {
      this.value = value;
    }
  },
  Hover: class {
    readonly contents: unknown;
    constructor(contents: unknown) {
      this.contents = contents;
    }
  },
};

/** What has these members, and any other: each can be called, constructed and looked into, and does nothing. */
function stub(name: string, members: object = {}): unknown {
  const target = Object.assign(function nameless() {}, members);
  return new Proxy(target, {
    get: (_, key) =>
      key in members || typeof key === "symbol" ? Reflect.get(target, key) : other(name, key),
    apply: () => stub(name),
  });
}

/** A promise would be waited for; and a class has a prototype. */
function other(name: string, key: string): unknown {
  if (key === "then") return undefined;
  if (key === "prototype") return {};
  return stub(`${name}.${key}`);
}

function registrations(providers: Map<string, Provider>): Readonly<Record<string, unknown>> {
  const kinds = [
    "CompletionItem",
    "Hover",
    "InlayHints",
    "DocumentSymbol",
    "SelectionRange",
    "Rename",
    "CodeActions",
  ];
  const formatting = ["DocumentFormattingEdit", "DocumentRangeFormattingEdit", "DocumentSemanticTokens"];
  return Object.fromEntries(
    [...kinds, ...formatting].map((kind) => [
      `register${kind}Provider`,
      (selector: unknown, provider: Provider["provider"]) => {
        providers.set(kind, { selector, provider });
        return new Disposable(() => providers.delete(kind));
      },
    ]),
  );
}

function configurationOf(settings: Readonly<Record<string, unknown>>, section?: string): unknown {
  const read = (path: string): unknown =>
    path.split(".").reduce<unknown>((value, key) => Object(value)[key], settings);
  return {
    get: (name: string, fallback?: unknown) =>
      read(section === undefined ? name : `${section}.${name}`) ?? fallback,
  };
}

/** A text that is open. */
export function documentOf(uri: string, text: string): unknown {
  return { uri: Uri.parse(uri), languageId: "slice-cql", version: 1, getText: () => text };
}
