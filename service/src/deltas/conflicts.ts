// What keeps a delta from being applied or reverted.

import { Problem, type ProblemEntry } from "../values/problem.ts";

/** Maximum conflicts listed: callers exclude these and try again. */
const maxConflicts = 1000;

/** The conflict of a change. */
export function conflict(changeId: string, message: string): ProblemEntry {
  return { pointer: `/${changeId}`, message };
}

/** The problem of changes that conflict with the current data. */
export function conflicting(conflicts: readonly ProblemEntry[]): Problem {
  const detail = `${conflicts.length} changes conflict with the current data, of which \`errors\` lists ${maxConflicts}; exclude these and try again, or discard the delta.`;
  return new Problem("delta_conflict", {
    errors: conflicts.slice(0, maxConflicts),
    ...(conflicts.length > maxConflicts && { detail }),
  });
}
