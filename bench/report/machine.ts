// What the figures depend on: the machine, and the versions of what is compared.
import { readFileSync } from "node:fs";
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/check/process.ts";
import bench from "../package.json" with { type: "json" };

/** Where it was measured. */
export interface Machine {
  readonly processor: string;
  readonly architecture: string;
  readonly cores: number;
  /** Gigabytes. */
  readonly memory: number;
  readonly system: string;
  readonly node: string;
}

/** This machine. */
export function thisMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? "unknown",
    architecture: process.arch,
    cores: availableParallelism(),
    memory: Math.round(totalmem() / 1e9),
    system: `${type()} ${release().replace(/[^\d.].*$/u, "")}`,
    node: process.version,
  };
}

/** Whether figures of both can stand beside each other, under one line that says where they were measured. */
export function isSame(one: Machine, other: Machine): boolean {
  return textOf(one) === textOf(other);
}

function textOf({ processor, architecture, cores, memory, system, node }: Machine): string {
  return JSON.stringify([processor, architecture, cores, memory, system, node]);
}

/** What is compared, and what our own bundles are made of, by name: the versions that are installed. */
export function installedVersions(): Readonly<Record<string, string>> {
  const names = Object.keys(bench.devDependencies).filter((name) => !name.startsWith("@types/"));
  const all = [...names, "@duckdb/node-api", "chevrotain", "esbuild"].toSorted();
  return Object.fromEntries(all.map((name) => [name, versionOf(name)]));
}

/** A package of the benchmark may be in its own folder, where the root has another version. */
function versionOf(name: string): string {
  for (const folder of ["bench/node_modules", "node_modules"]) {
    try {
      const text = readFileSync(join(root, folder, name, "package.json"), "utf8");
      const manifest: { readonly version: string } = JSON.parse(text);
      return manifest.version;
    } catch {
      // It is in the other folder.
    }
  }
  return "not installed";
}
