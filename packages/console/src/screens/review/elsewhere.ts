// What others have done with the changes of a delta since they were read.

import type { Change } from "slice-cql-client";
import { countOf } from "../../words.ts";

/** How many changes came in, were decided about and were edited. */
export interface Elsewhere {
  readonly staged: number;
  readonly decided: number;
  readonly edited: number;
  /** Whether something was not done because of that. */
  readonly isInTheWay: boolean;
}

/** Compares what was known with what there is, and adds it to what others had done before. What is under way is the reviewer's own. */
export function elsewhereOf(
  {
    changes: known,
    underWay,
    elsewhere: before,
  }: {
    readonly changes: readonly Change[];
    readonly underWay: ReadonlySet<string>;
    readonly elsewhere: Elsewhere | undefined;
  },
  present: readonly Change[],
): Elsewhere | undefined {
  const knownOf = new Map(known.map((each) => [each.change_id, each]));
  let { staged, decided, edited } = before ?? none;
  for (const each of present) {
    const was = knownOf.get(each.change_id);
    if (underWay.has(each.change_id)) continue;
    if (was === undefined) staged += 1;
    else if (was.decision !== each.decision) decided += 1;
    else if (JSON.stringify(was.value) !== JSON.stringify(each.value)) edited += 1;
  }
  return staged + decided + edited === 0 ? before : { ...none, ...before, staged, decided, edited };
}

/** Nothing that changes would show: such as notes. */
export const none: Elsewhere = { staged: 0, decided: 0, edited: 0, isInTheWay: false };

/** Says it. */
export function wordsOf({ staged, decided, edited, isInTheWay }: Elsewhere): string {
  const parts = [
    staged > 0 && `${countOf(staged, "change")} came in`,
    decided > 0 && `${countOf(decided, "decision was", "decisions were")} made elsewhere`,
    edited > 0 && `${countOf(edited, "change was", "changes were")} edited elsewhere`,
  ].filter((each) => each !== false);
  const what = parts.length === 0 ? "The delta has changed" : parts.join(", ");
  return `${what} since it was read${isInTheWay ? ": nothing was done. Look again, then decide." : "."}`;
}
