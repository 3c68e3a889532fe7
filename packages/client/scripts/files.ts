// The generated files of the clients, and which of them differ from what is on disk.

import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { OpenapiDocument } from "../../../service/src/openapi/types.ts";
import { pythonModules } from "./python.ts";
import { resourcesOf, typesOf } from "./typescript.ts";

/** The folder of the project. */
export const root: string = fileURLToPath(new URL("../../..", import.meta.url));

/** A file, by its path from the root of the project. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** All of them, as they should be. */
export async function filesOf(document: OpenapiDocument): Promise<readonly GeneratedFile[]> {
  return [
    formatted("packages/client/src/generated/types.ts", await typesOf(document)),
    formatted("packages/client/src/generated/resources.ts", resourcesOf(document)),
    ...Object.entries(pythonModules(document)).map(([name, text]) => ({
      path: `packages/python/slice_cql_client/generated/${name}`,
      text,
    })),
  ];
}

/** Those that are missing, or hold something else. */
export async function staleIn(files: readonly GeneratedFile[]): Promise<readonly GeneratedFile[]> {
  const current = await Promise.all(
    files.map(async ({ path }) => await readFile(join(root, path), "utf8").catch(() => undefined)),
  );
  return files.filter(({ text }, index) => current[index] !== text);
}

function formatted(path: string, source: string): GeneratedFile {
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, "check", "--write", `--stdin-file-path=${path}`],
    { cwd: root, input: source, encoding: "utf8", maxBuffer: 1 << 26 },
  );
  if (status !== 0) throw new Error(`${path} cannot be formatted: ${stderr}`);
  return { path, text: stdout };
}
