// Puts one mistake after another into the files, and asks the tests to find it.
import { availableParallelism } from "node:os";
import type { Mutated } from "./compiling.ts";
import { type Mutation, withMutation } from "./mutation.ts";
import { planFor } from "./plan.ts";
import type { Fate } from "./survivors.ts";
import { Thread } from "./thread.ts";
import { noting, type Unit, unitOf } from "./units.ts";
import type { Measured, Start } from "./worker.ts";

/** What became of a mutation. */
export interface Outcome extends Fate {
  readonly mutation: Mutation;
}

/** Tries all mutations, in as many threads as there are processors. */
export async function tryAll(
  files: readonly Mutated[],
  tests: readonly string[],
  tell: (outcome: Outcome, done: number) => void,
): Promise<readonly Outcome[]> {
  const units = new Map<string, readonly Unit[]>();
  const texts = new Map<string, string>();
  const offsets = new Map<string, number>();
  let offset = 0;
  for (const { path, text } of files) {
    const noted = noting(path, text, offset);
    units.set(path, noted.units);
    texts.set(path, noted.text);
    offsets.set(path, offset);
    offset += noted.units.length;
  }
  const start: Start = { testFiles: tests, noting: texts, units: offset };
  const first = new Thread(start);
  const measured = await first.measure();
  const trials = files.flatMap((file) =>
    trialsOf(file, units.get(file.path) ?? [], offsets.get(file.path) ?? 0),
  );
  const outcomes: Outcome[] = [];
  const kills = new Map<string, Map<string, number>>();
  const waiting = trials.values();
  const threads = [first, ...Array.from({ length: availableParallelism() - 1 }, () => new Thread(start))];
  await Promise.all(
    threads.map(async (thread) => {
      for (const trial of waiting) {
        const outcome = await tryOne(thread, trial, measured, kills);
        outcomes.push(outcome);
        tell(outcome, outcomes.length / trials.length);
      }
      await thread.end();
    }),
  );
  return outcomes;
}

interface Trial {
  readonly path: string;
  readonly text: string;
  readonly mutation: Mutation;
  readonly unit: number | undefined;
}

function trialsOf(
  { path, text, mutations }: Mutated,
  units: readonly Unit[],
  offset: number,
): readonly Trial[] {
  return mutations.map((mutation) => {
    const unit = unitOf(units, mutation.start, mutation.end);
    return {
      path,
      text: withMutation(text, mutation),
      mutation,
      unit: unit === 0 ? undefined : offset + unit,
    };
  });
}

async function tryOne(
  thread: Thread,
  { path, text, mutation, unit }: Trial,
  measured: readonly Measured[],
  kills: Map<string, Map<string, number>>,
): Promise<Outcome> {
  const killers = kills.get(path) ?? new Map<string, number>();
  kills.set(path, killers);
  const plan = planFor(measured, { path, unit }, killers);
  const tried = { file: path, key: mutation.key, mutation };
  if (plan.length === 0) return { ...tried, fate: "not run" };
  const verdict = await thread.try({ replacement: { path, text }, plan });
  if (verdict.file !== undefined) killers.set(verdict.file, (killers.get(verdict.file) ?? 0) + 1);
  return { ...tried, fate: fates[verdict.ending] };
}

const fates = { passed: "survived", failed: "killed", "timed out": "timed out" } as const;
