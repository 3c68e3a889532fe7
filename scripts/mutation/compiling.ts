// Which mutations the compiler lets through: those it refuses nobody could commit.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "../check/process.ts";
import { type Mutation, withMutation } from "./mutation.ts";

/** A file and what is made wrong in it. */
export interface Mutated {
  readonly path: string;
  readonly text: string;
  readonly mutations: readonly Mutation[];
}

/**
 * The mutations that compile. Exports have types of their own, so that a mistake in one file is no error of another:
 * in each program every file has its next mutation.
 */
export function compiling(files: readonly Mutated[]): readonly Mutated[] {
  const kept = new Map<string, Mutation[]>(files.map(({ path }) => [path, []]));
  const check = compiler(files.map(({ path }) => join(root, path)));
  const most = Math.max(...files.map(({ mutations }) => mutations.length));
  for (let turn = 0; turn < most; turn++) {
    const texts = new Map<string, string>();
    for (const { path, text, mutations } of files) {
      const mutation = mutations[turn];
      if (mutation !== undefined) texts.set(join(root, path), withMutation(text, mutation));
    }
    const wrong = check(texts);
    for (const { path, mutations } of files) {
      const mutation = mutations[turn];
      if (mutation !== undefined && !wrong.has(join(root, path))) kept.get(path)?.push(mutation);
    }
  }
  return files.map((file) => ({ ...file, mutations: kept.get(file.path) ?? [] }));
}

/** Which of some files, with other texts, have errors. */
function compiler(paths: readonly string[]): (texts: ReadonlyMap<string, string>) => ReadonlySet<string> {
  const options = compilerOptions();
  const host = ts.createCompilerHost(options, true);
  const known = new Map<string, ts.SourceFile | undefined>();
  let changed: ReadonlyMap<string, string> = new Map();
  let program: ts.Program | undefined;
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (path, target) => {
    const text = changed.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, target, true);
    if (!known.has(path)) known.set(path, read(path, target));
    return known.get(path);
  };
  return (texts) => {
    changed = texts;
    const next = ts.createProgram(paths, options, host, program);
    program = next;
    return new Set([...texts.keys()].filter((path) => hasErrors(next, next.getSourceFile(path))));
  };
}

function hasErrors(program: ts.Program, file: ts.SourceFile | undefined): boolean {
  return program.getSyntacticDiagnostics(file).length > 0 || program.getSemanticDiagnostics(file).length > 0;
}

/** As the pure folders are compiled; but what is not used any more is no error, as that would spare nearly all. */
function compilerOptions(): ts.CompilerOptions {
  const read = (path: string): string => readFileSync(path, "utf8");
  const { config } = ts.readConfigFile(join(root, "tsconfig.pure.json"), read);
  return {
    ...ts.parseJsonConfigFileContent(config, ts.sys, root).options,
    noUnusedLocals: false,
    noUnusedParameters: false,
    allowUnreachableCode: true,
  };
}
