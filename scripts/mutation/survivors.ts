// The mutations that no test kills, each with the reason why it may stay.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../check/process.ts";

/** Where they are listed. */
const listPath = "scripts/mutation/survivors.json" as const;

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
  return JSON.parse(readFileSync(join(root, listPath), "utf8"));
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
  const others = Object.entries(list).filter(([file]) => !files.includes(file));
  const those = files.map((file) => {
    const old = list[file] ?? {};
    const left = fates.filter(
      ({ file: its, key, fate }) =>
        its === file && fate !== "killed" && (fate !== "timed out" || Object.hasOwn(old, key)),
    );
    const keys = left.map(({ key }) => key).toSorted();
    return [file, Object.fromEntries(keys.map((key) => [key, old[key] ?? unexplained]))] as const;
  });
  const all = [...others, ...those.filter(([, reasons]) => Object.keys(reasons).length > 0)];
  return Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** What is wrong with a list, given what it is after a run. */
export function problemsOf(list: Survivors, after: Survivors): readonly string[] {
  const [old, now] = [reasonsOf(list), reasonsOf(after)];
  return [
    ...[...now.keys()].filter((key) => !old.has(key)).map((key) => `survives, and is not listed: ${key}`),
    ...[...old.keys()].filter((key) => !now.has(key)).map((key) => `listed, but killed or gone: ${key}`),
    ...[...old].filter(([, why]) => why === unexplained).map(([key]) => `${unexplained}: ${key}`),
  ].map((problem) => `${listPath}: ${problem}`);
}

function reasonsOf(list: Survivors): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(list).flatMap(([file, reasons]) =>
      Object.entries(reasons).map(([key, why]) => [`${file}, ${key}`, why] as const),
    ),
  );
}
