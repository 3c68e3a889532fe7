// The mistakes that no test finds, each with the reason why it may stay, and how they are told from others.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../check/process.ts";
import type { Mutation } from "./mutation.ts";

/** Where they are listed. */
export const listPath = "scripts/mutation/survivors.json" as const;

/** A mistake by the text around it, as lines and numbers move. */
export interface Survivor {
  readonly file: string;
  /** The line in which it begins, without white space at its ends. */
  readonly line: string;
  /** What is replaced. */
  readonly from: string;
  /** What is written in its place. */
  readonly to: string;
  /** Which one of several that are alike up to here: the second is 2. */
  readonly nth?: number;
}

/** A survivor that is known. */
export interface Explained extends Survivor {
  /** Why no test can find it, or why it may stay. */
  readonly why: string;
}

/** The list. */
export function explained(): readonly Explained[] {
  const list: readonly Explained[] = JSON.parse(readFileSync(join(root, listPath), "utf8"));
  return list;
}

/** A file's mutations, each as a survivor would be listed. */
export function describedIn(file: string, text: string, mutations: readonly Mutation[]): readonly Survivor[] {
  const counts = new Map<string, number>();
  return mutations.map(({ start, end, text: to }) => {
    const from = text.slice(start, end);
    const at = end - from.trimStart().length;
    const [before = ""] = text.slice(0, at).split("\n").slice(-1);
    const [after = ""] = text.slice(at).split("\n", 1);
    const described = { file, line: (before + after).trim(), from, to };
    const nth = (counts.get(keyOf(described)) ?? 0) + 1;
    counts.set(keyOf(described), nth);
    return nth === 1 ? described : { ...described, nth };
  });
}

/** Equal for the same mistake. */
export function keyOf({ file, line, from, to, nth = 1 }: Survivor): string {
  return JSON.stringify([file, line, from, to, nth]);
}
