// Which changes of a delta are shown, and what is decided about all of them at once.

import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Change } from "slice-cql-client";
import { Choices } from "../../parts/choices.tsx";
import { replaceQuery } from "../../route.ts";
import { numberOf, percentOf, shortened } from "../../words.ts";
import { type Filter, typeOf } from "./decisions.ts";
import type { Desk } from "./desk.ts";

const decisions = ["", "pending", "accepted", "rejected"] as const;
const objects = ["", "entity", "relationship", "memory"] as const;
const objectNames = {
  "": "all kinds",
  entity: "entities",
  relationship: "relationships",
  memory: "memories",
};

/** The filter that a URL names. */
export function filterOf(query: URLSearchParams): Filter {
  return {
    decision: query.get("decision") ?? "",
    object: query.get("object") ?? "",
    type: query.get("type") ?? "",
    confidence: Number(query.get("confidence") ?? 0) || 0,
  };
}

/** The filters of the desk. */
export function Filters({
  filter: { decision, object, type },
  desk,
}: {
  readonly filter: Filter;
  readonly desk: Desk;
}): JSX.Element {
  const types = useMemo(
    () => [...new Set(desk.changes.map(typeOf))].filter((each) => each !== "").toSorted(),
    [desk.edition],
  );
  return (
    <div class="filters">
      <Choices
        label="Decision"
        of={decisions}
        chosen={decisions.find((each) => each === decision) ?? ""}
        nameOf={(value) => value || "all"}
        onChoose={(value) => replaceQuery({ decision: value })}
      />
      <Choices
        label="Kind"
        of={objects}
        chosen={objects.find((each) => each === object) ?? ""}
        nameOf={(value) => objectNames[value]}
        onChoose={(value) => replaceQuery({ object: value })}
      />
      {types.length > 1 && (
        <label class="choice">
          Type{" "}
          <select value={type} onChange={({ currentTarget }) => replaceQuery({ type: currentTarget.value })}>
            <option value="">all</option>
            {types.map((each) => (
              <option key={each} value={each}>
                {shortened(each, 40)}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

/** How sure what is shown is at least. */
export function Confidence({ of: confidence }: { readonly of: number }): JSX.Element {
  return (
    <label class="choice">
      Confidence<span class="hidden"> at least</span>
      <input
        type="range"
        min="0"
        max="1"
        step="0.05"
        value={confidence}
        onChange={({ currentTarget }) => replaceQuery({ confidence: Number(currentTarget.value) || "" })}
      />
      <output>≥ {percentOf(confidence)}</output>
    </label>
  );
}

/** Decides about all that is shown: of all decisions about what is not decided, or about those that are looked at. */
export function Together({
  shown,
  filter: { decision },
  desk,
}: {
  readonly shown: readonly Change[];
  readonly filter: Filter;
  readonly desk: Desk;
}): JSX.Element {
  const wanted = decision === "" ? "pending" : decision;
  const ids = shown.flatMap((each) => (each.decision === wanted && !each.applied ? [each.change_id] : []));
  const what = wanted === "pending" ? "undecided" : wanted;
  return (
    <span class="buttons">
      {(["accepted", "rejected"] as const)
        .filter((each) => each !== wanted)
        .map((each) => (
          <button
            key={each}
            type="button"
            class="quiet"
            disabled={ids.length === 0 || !desk.isWhole || desk.isReading}
            onClick={() => desk.decide(ids, each)}
          >
            {each === "accepted" ? "Accept" : "Reject"} {numberOf(ids.length)} {what}
          </button>
        ))}
    </span>
  );
}
