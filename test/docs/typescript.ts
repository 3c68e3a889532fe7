// Checks and runs pieces of TypeScript from the documentation as a user of the package would.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { root } from "../tidy/sources.ts";

/** A module that is only in memory. */
export interface Example {
  /** Where it comes from, for messages. */
  readonly name: string;
  readonly code: string;
}

/** What the entries of the package are in the sources. */
export const entries: Readonly<Record<string, string>> = {
  "slice-cql": "src/index.ts",
  "slice-cql/grammar": "src/exports/grammar.ts",
  "slice-cql/predicate": "src/exports/predicate.ts",
  "slice-cql/sql": "src/exports/sql.ts",
  "slice-cql/mongodb": "src/exports/mongodb.ts",
  "slice-cql/opensearch": "src/exports/opensearch.ts",
  "slice-cql/algebra": "src/exports/algebra.ts",
  "slice-cql/match": "src/exports/match.ts",
  "slice-cql/language-service": "src/exports/language-service.ts",
  "slice-cql/codemirror": "src/exports/codemirror.ts",
  "slice-cql/monaco": "src/exports/monaco.ts",
  "slice-cql/lsp": "src/exports/lsp.ts",
};

/** What the compiler has against examples for Node or for a page, each message with the name of its example. */
export function typeErrors(examples: readonly Example[], host: Host = "node"): readonly string[] {
  const files = new Map(examples.map((example, at) => [join(root, `example-${String(at)}.ts`), example]));
  const program = ts.createProgram([...files.keys()], options(host), hostOf(files));
  return [...files].flatMap(([path, { name }]) => {
    const file = program.getSourceFile(path);
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map((each) => describe(name, each));
  });
}

/** What an example writes when Node runs it, with the project's packages; fails if it ends with an error. */
export function runExample({ name, code }: Example): string {
  const folder = mkdtempSync(join(tmpdir(), "slice-cql-docs-"));
  try {
    const path = join(folder, "example.ts");
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
    writeFileSync(
      path,
      code.replace(/from "(slice-cql[^"]*)"/gu, (_, entry: string) => `from "${urlOf(entry)}"`),
    );
    const { status, stdout, stderr } = spawnSync(process.execPath, [path], {
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined, NODE_OPTIONS: "" },
    });
    if (status !== 0) throw new Error(`${name} ends with status ${String(status)}:\n${stderr}`);
    return stdout.trimEnd();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What an example says it prints: the text after each `//=> `. */
export function promisedOutput(code: string): string {
  return Array.from(code.matchAll(/^\/\/=> ?(.*)$/gmu), ([, line]) => line).join("\n");
}

function urlOf(entry: string): string {
  const path = entries[entry];
  if (path === undefined) throw new Error(`${entry} is not an entry of the package`);
  return pathToFileURL(join(root, path)).href;
}

/** Where an example runs, and so what is available without an import. */
type Host = "node" | "browser" | "either";

function options(host: Host): ts.CompilerOptions {
  const { config }: { config?: { compilerOptions: object } } = ts.readConfigFile(
    join(root, "config/tsconfig.base.json"),
    (path) => ts.sys.readFile(path),
  );
  const base = ts.convertCompilerOptionsFromJson(config?.compilerOptions, root).options;
  return {
    ...base,
    noEmit: true,
    lib: host === "node" ? ["lib.es2024.d.ts"] : ["lib.es2024.d.ts", "lib.dom.d.ts"],
    types: host === "browser" ? [] : ["node"],
    paths: Object.fromEntries(Object.entries(entries).map(([entry, path]) => [entry, [join(root, path)]])),
    // Examples are not a library, and may stop before they use what they declare.
    declaration: false,
    isolatedDeclarations: false,
    noUnusedLocals: false,
  };
}

/** The files on disk, each of them read once for all programs: libraries and sources are the most of the work. */
const onDisk = new Map<string, ts.SourceFile | undefined>();

/** What a compiler reads: the examples, and otherwise the files on disk. */
export function hostOf(files: ReadonlyMap<string, Example>): ts.CompilerHost {
  const host = ts.createCompilerHost({}, true);
  const fromDisk: typeof host.getSourceFile = (path, ...rest) => {
    if (!onDisk.has(path)) onDisk.set(path, host.getSourceFile(path, ...rest));
    return onDisk.get(path);
  };
  return {
    ...host,
    fileExists: (path) => files.has(path) || host.fileExists(path),
    readFile: (path) => files.get(path)?.code ?? host.readFile(path),
    getSourceFile: (path, version, ...rest) => {
      const code = files.get(path)?.code;
      return code === undefined
        ? fromDisk(path, version, ...rest)
        : ts.createSourceFile(path, code, version, true);
    },
  };
}

function describe(name: string, { messageText, file, start = 0 }: ts.Diagnostic): string {
  const line = file?.text.slice(0, start).split("\n").length ?? 0;
  const source = file?.text.split("\n")[line - 1]?.trim().slice(0, 120) ?? "";
  return `${name}: ${ts.flattenDiagnosticMessageText(messageText, " ")} In: ${source}`;
}
