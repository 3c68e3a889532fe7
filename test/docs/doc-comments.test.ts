// Checks the examples in doc comments: every export of the package has one, and its types are right.

import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "../tidy/sources.ts";
import { type Example, entries, hostOf, typeErrors } from "./typescript.ts";

/** What examples may use without saying where it comes from. */
const helpers = `
declare const catalog: Catalog;
declare const text: string & typeof textBuilder;
declare const diagnostic: Diagnostic;
declare const diagnostics: readonly Diagnostic[];
declare const compiled: CompiledSlice;
declare const result: CompiledSlice;
declare const store: (filter: FilterDefinition) => void;
declare const filter: FilterDefinition;
declare const entities: readonly object[];
declare const index: SliceIndex;
declare const [before, after]: readonly object[];
declare const client: {
  readonly query: (text: string, values: readonly unknown[]) => Promise<void>;
  readonly search: (request: { index: string; body: { query: OpenSearchQuery } }) => Promise<void>;
};
declare const collection: { readonly find: (query: MongoQuery) => { readonly toArray: () => Promise<object[]> } };
declare class DatabaseSync {
  constructor(path: string);
  exec(sql: string): void;
}
declare const service: LanguageService;
declare let current: Catalog;
declare const loadNames: () => Promise<CatalogData>;
declare const button: HTMLButtonElement;
declare const view: EditorView;
declare const socket: import("node:net").Socket;
declare const search: (text: string) => void;
declare const monaco: typeof import("monaco-editor");
declare const element: HTMLElement;
declare const registry: { readonly addGrammar: (scope: string, grammar: object) => void };
`;

interface Exported {
  readonly name: string;
  readonly entry: string;
  readonly isType: boolean;
  readonly examples: readonly string[];
}

const exported: readonly Exported[] = exportsWithExamples();

test("there are many examples in doc comments", () => {
  expect(exported.length).toBeGreaterThan(50);
});

test("every export has an example in its doc comment", () => {
  expect(exported.filter(({ examples }) => examples.length === 0).map(({ name }) => name)).toEqual([]);
});

test("examples in doc comments have the right types", () => {
  expect(typeErrors(exported.flatMap(modulesOf), "either")).toEqual([]);
});

/** `text` is a helper as well as a builder. */
const renamed: Readonly<Record<string, string>> = { text: "text as textBuilder" };

/** A block, so that an example may declare names that the package exports as well. */
function modulesOf({ name, examples }: Exported): readonly Example[] {
  return examples.map((code) => ({ name, code: `${imports()}\n${helpers}\n{\n${code}\n}\n` }));
}

/** What more than one entry exports is the same everywhere, and is imported once. */
function imports(): string {
  const hosts = 'import { EditorView, keymap } from "@codemirror/view";';
  const first = exported.filter(({ name }, at) => exported.findIndex((each) => each.name === name) === at);
  const own = Object.keys(entries)
    .map((entry) => {
      const names = first
        .filter((each) => each.entry === entry)
        .map(({ name, isType }) => (isType ? `type ${name}` : (renamed[name] ?? name)));
      return `import { ${names.join(", ")} } from "${entry}";`;
    })
    .join("\n");
  return `${hosts}\n${own}`;
}

function exportsWithExamples(): readonly Exported[] {
  const paths = Object.entries(entries).map(([entry, path]) => [entry, join(root, path)] as const);
  const { config }: { config?: { compilerOptions: object } } = ts.readConfigFile(
    join(root, "config/tsconfig.base.json"),
    (path) => ts.sys.readFile(path),
  );
  const { options } = ts.convertCompilerOptionsFromJson(config?.compilerOptions, root);
  const program = ts.createProgram(
    paths.map(([, path]) => path),
    { ...options, lib: ["lib.es2023.d.ts", "lib.dom.d.ts"], types: [], noEmit: true },
    hostOf(new Map()),
  );
  const checker = program.getTypeChecker();
  return paths.flatMap(([entry, path]) => {
    const file = program.getSourceFile(path);
    const module = file === undefined ? undefined : checker.getSymbolAtLocation(file);
    return (module === undefined ? [] : checker.getExportsOfModule(module)).map((alias) => {
      const symbol = checker.getAliasedSymbol(alias);
      const isType = (symbol.flags & ts.SymbolFlags.Value) === 0;
      return { name: alias.name, entry, isType, examples: examplesOf(symbol, checker) };
    });
  });
}

function examplesOf(symbol: ts.Symbol, checker: ts.TypeChecker): readonly string[] {
  return symbol
    .getJsDocTags(checker)
    .filter(({ name }) => name === "example")
    .map(({ text }) => /```ts\n([^]*?)\n```/u.exec(ts.displayPartsToString(text))?.[1] ?? "no block of ts");
}
