// Starts what is measured: every variant in processes of its own, one after the other, in turn (A B C A B C …).
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Row } from "./results.ts";

/** What one process found out, by name. */
export type Figures = Readonly<Record<string, number>>;

/** What a process does: it gets the arguments of its variant. Its error is the reason for missing figures. */
export type Work = (args: readonly string[]) => Figures | Promise<Figures>;

/** What is measured, and how. */
export interface Launch {
  /** Variants of one group are compared with each other. */
  readonly group: string;
  readonly name: string;
  readonly args: readonly string[];
  /** Options of Node. */
  readonly flags?: readonly string[];
  /** Seconds on the clock after which a process is stopped, 300 by default. */
  readonly seconds?: number;
  /** Whether it may fail, which is a result; a failure of ours is a mistake. */
  readonly isPeer?: boolean;
}

/** What proves that variants found the same: figures that all rows of a group must have in common. */
const proofs = ["count", "rows"] as const;

/**
 * Measures all variants, so many times in turn, so that a slow moment of the machine meets all of them. Throws if one of ours
 * fails, or if two of a group did not find the same.
 */
export function measureInTurn(work: string, variants: readonly Launch[], times = 5): readonly Row[] {
  const found = variants.map((): Figures[] => []);
  const failures = new Map<number, string>();
  for (let launch = 0; launch < times; launch++) {
    for (const [at, variant] of variants.entries()) {
      if (failures.has(at)) continue;
      const answer = launchOnce(work, variant);
      if (typeof answer !== "string") found[at]?.push(answer);
      else if (variant.isPeer === true) failures.set(at, answer);
      else throw new Error(`${work}, ${variant.group}, ${variant.name}: ${answer}`);
    }
  }
  const rows = variants.map(({ group, name }, at): Row => {
    const failure = failures.get(at);
    return { group, name, ...(failure === undefined ? { figures: joined(found[at] ?? []) } : { failure }) };
  });
  requireSame(rows);
  return rows.map(withoutProofs);
}

/** The figures of one process, or why it gave none. */
export function launchOnce(
  work: string,
  { args, flags = [], seconds = 300 }: Pick<Launch, "args" | "flags" | "seconds">,
): Figures | string {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [...flags, join(import.meta.dirname, "worker.ts"), work, ...args],
    { encoding: "utf8", timeout: seconds * 1000, killSignal: "SIGKILL", maxBuffer: 1e8 },
  );
  if (signal === "SIGKILL") return `longer than ${String(seconds)} s`;
  // Node aborts when its heap is full.
  if (signal === "SIGABRT" || status === 134) return "out of memory";
  if (status !== 0) return reasonIn(stderr) ?? `ended with status ${String(status)}`;
  const figures: Figures = JSON.parse(stdout);
  return figures;
}

/** Why a process ended, in a few words, from what Node prints of an error; nothing if there is none. */
export function reasonIn(errors: string): string | undefined {
  const line = /^(?:Uncaught )?\w*Error\b.*$/mu.exec(errors)?.[0];
  if (line === undefined) return undefined;
  if (/call stack/iu.test(line)) return "stack overflow";
  return /array length|string length|allocation/iu.test(line) ? "out of memory" : line.slice(0, 200);
}

/** A number for a list of rows; two lists that differ have the same one only by a rare accident. */
export function fingerprint(rows: Iterable<number>): number {
  let mixed = 0x811c9dc5;
  for (const row of rows) {
    mixed = Math.imul(mixed ^ row, 0x9e3779b1);
    mixed ^= mixed >>> 15;
  }
  return mixed;
}

/** Throws if the rows of a group did not find the same in every launch: then a comparison of their speed says nothing. */
function requireSame(rows: readonly Row[]): void {
  for (const [group, members] of Map.groupBy(rows, (row) => row.group)) {
    for (const proof of proofs) {
      const first = members.find(({ figures }) => figures !== undefined);
      const expected = first?.figures?.[proof]?.[0];
      const differs = members.find(
        ({ figures }) => figures?.[proof]?.some((each) => each !== expected) === true,
      );
      if (differs !== undefined)
        throw new Error(`${group}: ${differs.name} found other rows than ${String(first?.name)}`);
    }
  }
}

/** The name among those that are allowed. Throws a TypeError if it is not among them. */
export function oneOf<Name extends string>(names: readonly Name[], name: string | undefined): Name {
  const found = names.find((each) => each === name);
  if (found === undefined) throw new TypeError(`${String(name)} is not one of ${names.join(", ")}`);
  return found;
}

function joined(all: readonly Figures[]): NonNullable<Row["figures"]> {
  return Object.fromEntries(
    Object.keys(all[0] ?? {}).map((name) => [name, all.map((figures) => figures[name] ?? Number.NaN)]),
  );
}

function withoutProofs({ figures, ...row }: Row): Row {
  if (figures === undefined) return row;
  const kept = Object.entries(figures).filter(([name]) => !proofs.some((proof) => proof === name));
  return { ...row, figures: Object.fromEntries(kept) };
}
