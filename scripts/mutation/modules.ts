// The modules of the project, each read and compiled once, and started anew as often as one likes.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Script } from "node:vm";
import ts from "typescript";
import { root } from "../check/process.ts";

type Start = (exports: unknown, require: (name: string) => unknown, module: Exporting, url: string) => void;

interface Exporting {
  exports: unknown;
}

/** A text in the place of a file's own. */
export interface Replacement {
  readonly path: string;
  readonly text: string;
}

/** Modules by their paths from the root of the project. Those of packages are shared, and started once. */
export class Modules {
  readonly #compiled = new Map<string, Start>();
  readonly #texts: ReadonlyMap<string, string>;
  readonly #require = createRequire(import.meta.url);

  /** With some files' texts; others are read. */
  constructor(texts: ReadonlyMap<string, string> = new Map()) {
    this.#texts = texts;
  }

  /** Starts a file and all that it imports, and gives the paths of these. A package of the given names is what is given. */
  start(
    entry: string,
    packages: Readonly<Record<string, unknown>>,
    replacement?: Replacement,
  ): readonly string[] {
    const other = replacement && compile(replacement.path, replacement.text);
    const started = new Map<string, Exporting>();
    const startOne = (path: string): unknown => {
      const known = started.get(path);
      if (known !== undefined) return known.exports;
      const module: Exporting = { exports: {} };
      started.set(path, module);
      if (path.endsWith(".json")) module.exports = JSON.parse(readFileSync(join(root, path), "utf8"));
      else {
        const start = other !== undefined && replacement?.path === path ? other : this.#startOf(path);
        const importOne = (name: string): unknown =>
          name.startsWith(".") ? startOne(pathFrom(path, name)) : (packages[name] ?? this.#require(name));
        start(module.exports, importOne, module, pathToFileURL(join(root, path)).href);
      }
      return module.exports;
    };
    startOne(entry);
    return [...started.keys()];
  }

  #startOf(path: string): Start {
    const known = this.#compiled.get(path);
    if (known !== undefined) return known;
    const start = compile(path, this.#texts.get(path) ?? readFileSync(join(root, path), "utf8"));
    this.#compiled.set(path, start);
    return start;
  }
}

function pathFrom(importer: string, name: string): string {
  return relative(root, resolve(root, dirname(importer), name));
}

function compile(path: string, text: string): Start {
  const { outputText } = ts.transpileModule(text.replaceAll("import.meta.url", "moduleUrl"), {
    fileName: path,
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2023,
      esModuleInterop: true,
    },
  });
  const wrapped = `(function (exports, require, module, moduleUrl) {${outputText}\n})`;
  const start: Start = new Script(wrapped, { filename: path }).runInThisContext();
  return start;
}
