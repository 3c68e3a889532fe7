// Remembers between runs which mutations compile: to find out takes a minute, and few files change.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { root } from "../check/process.ts";
import { compiling, type Mutated } from "./compiling.ts";
import type { Mutation } from "./mutation.ts";

const path = join(root, "node_modules/.cache/mutation/compiling.json");

/** The mutations that compile. A file whose text and mutations are as they were is not looked at again. */
export function compilingOf(files: readonly Mutated[]): readonly Mutated[] {
  const known = read();
  const fresh = compiling(files.filter((file) => known[keyOf(file)] === undefined));
  const kept: Record<string, readonly number[]> = { ...known };
  for (const { path: changed, mutations } of fresh) {
    const file = files.find((each) => each.path === changed);
    if (file) kept[keyOf(file)] = mutations.map((mutation) => file.mutations.indexOf(mutation));
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(kept));
  return files.map((file) => ({
    ...file,
    mutations: (kept[keyOf(file)] ?? []).flatMap((index): readonly Mutation[] => {
      const mutation = file.mutations[index];
      return mutation === undefined ? [] : [mutation];
    }),
  }));
}

function keyOf(file: Mutated): string {
  return createHash("sha256")
    .update(JSON.stringify([ts.version, file]))
    .digest("hex");
}

function read(): Readonly<Record<string, readonly number[]>> {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return {};
  }
}
