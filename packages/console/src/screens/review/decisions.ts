// What a reviewer says of the changes of a delta, and which of them are looked at.

import type { Change } from "slice-cql-client";

/** What a reviewer may say of a change. */
export type Decision = Change["decision"];

/** How many of the changes were decided how. */
export interface Tally {
  readonly accepted: number;
  readonly rejected: number;
  readonly pending: number;
  readonly applied: number;
}

/** Counts the decisions about what was not applied yet. */
export function tallyOf(changes: readonly Pick<Change, "decision" | "applied">[]): Tally {
  const tally = { accepted: 0, rejected: 0, pending: 0, applied: 0 };
  for (const { decision, applied } of changes) tally[applied ? "applied" : decision] += 1;
  return tally;
}

const editable: Readonly<Record<Change["object"], Readonly<Record<string, readonly string[]>>>> = {
  entity: { create: ["name", "type", "properties"], update: ["properties"] },
  relationship: { create: ["type", "from", "to", "properties"] },
  memory: { create: ["content"], update: ["content"] },
};

/** The members of the value of a change that the service lets a reviewer edit. */
export function editableOf({ object, operation }: Pick<Change, "object" | "operation">): readonly string[] {
  return editable[object][operation] ?? [];
}

/** Which changes a person looks at; empty for all. */
export interface Filter {
  readonly decision: string;
  readonly object: string;
  readonly type: string;
  readonly confidence: number;
}

/** Whether a filter leaves a change. */
export function isShown(change: Change, { decision, object, type, confidence }: Filter): boolean {
  return (
    (decision === "" || change.decision === decision) &&
    (object === "" || change.object === object) &&
    (type === "" || typeOf(change) === type) &&
    change.confidence >= confidence
  );
}

/** The type of what a change is about; empty if it does not say. */
export function typeOf({ value, before }: Pick<Change, "value" | "before">): string {
  const type = value["type"] ?? before?.["type"];
  return typeof type === "string" ? type : "";
}

/** Where the next change is that waits for a decision, after the one at `from`, from the start again at the end; undefined if none does. */
export function nextPending(
  changes: readonly Pick<Change, "decision" | "applied">[],
  from: number,
): number | undefined {
  for (let step = 1; step <= changes.length; step += 1) {
    const at = (from + step) % changes.length;
    if (changes[at]?.decision === "pending" && !changes[at].applied) return at;
  }
  return undefined;
}
