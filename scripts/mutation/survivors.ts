// The mutations that no test kills, each with the reason why it may stay.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../check/process.ts";

/** Where they are listed. */
export const listPath = "scripts/mutation/survivors.json" as const;

/** The reason of those that a run has added. */
export const unexplained = "to be explained" as const;

/** The reasons, by file and by the key of the mutation. */
export type Survivors = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What became of a mutation. */
export interface Fate {
  readonly file: string;
  readonly key: string;
  readonly fate: "killed" | "timed out" | "survived" | "not run";
}

/** The list. */
export function listed(): Survivors {
  const list: Survivors = JSON.parse(readFileSync(join(root, listPath), "utf8"));
  return list;
}

/** Writes the list. */
export function write(list: Survivors): void {
  writeFileSync(join(root, listPath), `${JSON.stringify(list, null, 2)}\n`);
}

/**
 * The list after a run over some files: what is killed there leaves it, what is new is to be explained, and what stays keeps
 * its reason. What was listed and timed out stays: a mutation that is only slower takes too long at times.
 */
export function updated(list: Survivors, files: readonly string[], fates: readonly Fate[]): Survivors {
  const next: Record<string, Readonly<Record<string, string>>> = { ...list };
  for (const file of files) {
    const old = list[file] ?? {};
    const left = fates.filter(
      ({ file: its, key, fate }) =>
        its === file && (fate === "survived" || fate === "not run" || (fate === "timed out" && key in old)),
    );
    if (left.length === 0) delete next[file];
    else next[file] = Object.fromEntries(left.map(({ key }) => [key, old[key] ?? unexplained]));
  }
  return Object.fromEntries(Object.entries(next).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** What of a list is wrong after a run, as it differs from what it is then. */
export function problemsOf(list: Survivors, after: Survivors): readonly string[] {
  const [old, now] = [keysOf(list), keysOf(after)];
  return [
    ...[...now].filter((key) => !old.has(key)).map((key) => `survives, and is not in ${listPath}: ${key}`),
    ...[...old].filter((key) => !now.has(key)).map((key) => `in ${listPath}, but killed or gone: ${key}`),
    ...Object.entries(list).flatMap(([file, reasons]) =>
      Object.entries(reasons)
        .filter(([, why]) => why === unexplained)
        .map(([key]) => `${unexplained} in ${listPath}: ${file}, ${key}`),
    ),
  ];
}

function keysOf(list: Survivors): ReadonlySet<string> {
  return new Set(
    Object.entries(list).flatMap(([file, reasons]) => Object.keys(reasons).map((key) => `${file}, ${key}`)),
  );
}
