// What applying a delta would do, in words.

import type { Change } from "slice-cql-client";
import { countOf, numberOf } from "../../words.ts";
import { endsOf, idOf } from "./around.ts";

/** What of the changes would be applied, and what not. */
export interface Plan {
  readonly taken: number;
  /** Those that were not applied before. */
  readonly all: number;
  readonly sentence: string;
}

/** Says it for the changes that were read. */
export function planOf(changes: readonly Change[]): Plan {
  const open = changes.filter(({ applied }) => !applied);
  const kept = open.filter(({ decision }) => decision !== "rejected");
  // Entities that will not be there.
  const missing = new Set(open.filter(isMissing).map(idOf));
  const fallen = new Set(
    kept.filter((each) => each.object === "relationship" && endsOf(each).some((end) => missing.has(end))),
  );
  const taken = kept.filter((each) => !fallen.has(each));
  const count = (object: Change["object"]) => taken.filter((each) => each.object === object).length;
  const counts = [
    [count("entity"), "entity", "entities"],
    [count("relationship"), "relationship"],
    [count("memory"), "memory", "memories"],
  ] as const;
  const parts = counts.filter(([each]) => each > 0).map(([each, one, many]) => countOf(each, one, many));
  const pending = taken.filter(({ decision }) => decision === "pending").length;
  const rejected = open.length - kept.length;
  const sentences = [
    taken.length === 0 ? "There is nothing to apply." : `Applying writes ${listOf(parts)}.`,
    pending > 0 && `${numberOf(pending)} of them ${pending === 1 ? "is" : "are"} not decided.`,
    fallen.size > 0 &&
      `${countOf(fallen.size, "relationship")} ${fallen.size === 1 ? "is" : "are"} left out, as an end is rejected.`,
    rejected > 0 && `What is rejected is not staged again.`,
  ];
  return { taken: taken.length, all: open.length, sentence: sentences.filter(Boolean).join(" ") };
}

/** Whether the delta would have created an entity, and it is rejected. */
function isMissing({ object, operation, decision }: Change): boolean {
  return object === "entity" && operation === "create" && decision === "rejected";
}

/** `a`, `a and b`, `a, b and c`. */
function listOf(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}
