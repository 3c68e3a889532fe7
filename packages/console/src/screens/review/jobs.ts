// What a reviewer does with single changes, before the server has done it.

import type { Change } from "slice-cql-client";
import { type Decision, editableOf } from "./decisions.ts";

/** A value, or the members of it that are edited. */
export type Value = Readonly<Record<string, unknown>>;

/** Something that a reviewer does, until the server has done it. */
export type Job =
  | { readonly kind: "decide"; readonly ids: readonly string[]; readonly decision: Decision }
  | { readonly kind: "edit"; readonly ids: readonly [string]; readonly value: Value }
  /** Of the step that is the last when its turn comes; from then on it is about that one. */
  | { readonly kind: "undo"; readonly step?: Step };

/** What changes were before something was done with them: what can be taken back at once. */
export type Step = readonly Pick<Change, "change_id" | "object" | "operation" | "decision" | "value">[];

/** What is taken at once: the first, and with it those after it that decide the same. */
export function turnOf(jobs: readonly Job[]): readonly Job[] {
  const [first] = jobs;
  if (first?.kind !== "decide") return jobs.slice(0, 1);
  const end = jobs.findIndex((job) => job.kind !== "decide" || job.decision !== first.decision);
  return end === -1 ? jobs : jobs.slice(0, end);
}

/** The changes that jobs are about, one after the other, while `steps` can be taken back. */
export function changesOf(jobs: readonly Job[], steps: readonly Step[]): ReadonlySet<string> {
  const stack = steps.map(idsOf);
  const ids = jobs.flatMap((job) => {
    if (job.kind !== "undo") {
      stack.push(job.ids);
      return job.ids;
    }
    const last = stack.pop() ?? [];
    return job.step === undefined ? last : idsOf(job.step);
  });
  return new Set(ids);
}

/** The IDs of the changes of a step. */
export function idsOf(step: Step): readonly string[] {
  return step.map(({ change_id }) => change_id);
}

/** What is left of jobs that were refused when changes are decided about anew: the last word about a change is what holds. */
export function without(jobs: readonly Job[], ids: ReadonlySet<string>): readonly Job[] {
  return jobs.flatMap((job): readonly Job[] => {
    if (job.kind !== "decide") return [job];
    const left = job.ids.filter((id) => !ids.has(id));
    return left.length === 0 ? [] : [{ ...job, ids: left }];
  });
}

/** What is left of jobs that were not done: to undo one of them is to do without it. */
export function settled(jobs: readonly Job[]): readonly Job[] {
  const left: Job[] = [];
  for (const job of jobs)
    if (job.kind !== "undo" || job.step !== undefined) left.push(job);
    else if (left.at(-1)?.kind === "decide") left.pop();
  return left;
}

/** What edits a change back; undefined if its value is what it was. */
export function undoing(before: Step[number], now: Change | undefined): Value | undefined {
  const changed = editableOf(before).filter(
    (name) => JSON.stringify(now?.value[name]) !== JSON.stringify(before.value[name]),
  );
  return changed.length === 0
    ? undefined
    : Object.fromEntries(changed.map((name) => [name, before.value[name]]));
}
