// What each iteration of a loop has left: what it found, what that has cost, and what a worker needs to go on.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Checkpoint } from "slice-cql-client";
import type { Loaded } from "../load.ts";
import { hrefOf } from "../route.ts";
import { countOf, numberOf, percentOf, shortened, textOf } from "../words.ts";
import { Shown } from "./loaded.tsx";
import { Time } from "./time.tsx";

/** How many items of a list in a state are shown: the state itself has all. */
const most = 50;

/** Lists the checkpoints of a loop; nothing before the first. */
export function Checkpoints({ of }: { readonly of: Loaded<readonly Checkpoint[]> }): JSX.Element {
  return (
    <Shown of={of}>
      {(items) =>
        items.length > 0 && (
          <section class="card" aria-labelledby="checkpoints">
            <h2 id="checkpoints">Checkpoints</h2>
            {items.map((item) => (
              <Entry key={item.checkpoint_id} of={item} />
            ))}
          </section>
        )
      }
    </Shown>
  );
}

function Entry({ of }: { readonly of: Checkpoint }): JSX.Element {
  const { iteration, quality, counts, usage, created_at, state } = of;
  const [isOpen, setOpen] = useState(false);
  const tokens = usage.input_tokens + usage.output_tokens;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Iteration {numberOf(iteration)}: {countOf(counts.entities, "entity", "entities")},{" "}
        {countOf(counts.relationships, "relationship")} from {countOf(counts.documents, "document")}, quality{" "}
        {percentOf(quality)}, {countOf(usage.credits, "credit")}, <Time at={created_at} />
      </summary>
      {isOpen && (
        <div class="state">
          {tokens > 0 && (
            <p class="note">
              {numberOf(usage.input_tokens)} tokens read and {numberOf(usage.output_tokens)} written by the
              model.
            </p>
          )}
          <Sentence of={state} />
          <Documents title="Read" of={listIn(state, "read")} />
          <Documents title="Missed, to be read again" of={listIn(state, "missed")} />
          <Waiting of={listIn(state, "unconnected")} />
          <details>
            <summary class="note">All of it, as a worker reads it</summary>
            <pre tabIndex={0}>{JSON.stringify(state, null, 2)}</pre>
          </details>
        </div>
      )}
    </details>
  );
}

type State = Checkpoint["state"];
type Members = Readonly<Record<string, unknown>>;

function Sentence({ of }: { readonly of: State }): JSX.Element {
  const dropped = Number(of["dropped"] ?? 0);
  return (
    <p>
      {countOf(Number(of["finds"] ?? 0), "find")} so far
      {dropped > 0 && `, and ${numberOf(dropped)} left out, as no quote supports them`}. Read with{" "}
      {textOf(of["extractor"] ?? "")} {textOf(of["version"] ?? "")}.
    </p>
  );
}

/** The documents of a list, and how many pieces of each. */
function Documents({
  title,
  of,
}: {
  readonly title: string;
  readonly of: readonly Members[];
}): JSX.Element | null {
  if (of.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="plain">
        {of.slice(0, most).map((each, at) => {
          const id = textOf(each["document_id"] ?? "");
          const pieces = Array.isArray(each["pieces"]) ? each["pieces"].length : 1;
          return (
            <li key={at}>
              <a href={hrefOf(["documents", id])}>Document …{id.slice(-6)}</a>{" "}
              <span class="note">
                {countOf(pieces, "piece")}
                {each["reason"] !== undefined && `: ${shortened(textOf(each["reason"]), 200)}`}
              </span>
            </li>
          );
        })}
      </ul>
      {of.length > most && <p class="note">And {numberOf(of.length - most)} more.</p>}
    </>
  );
}

/** Relationships whose ends were not found yet. */
function Waiting({ of }: { readonly of: readonly Members[] }): JSX.Element | null {
  if (of.length === 0) return null;
  return (
    <>
      <h3>Relationships that wait for an end</h3>
      <ul class="plain">
        {of.slice(0, most).map((each, at) => (
          <li key={at}>
            <bdi>{shortened(endIn(each["from"]), 60)}</bdi> {shortened(textOf(each["type"] ?? ""), 60)}{" "}
            <bdi>{shortened(endIn(each["to"]), 60)}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}

function endIn(end: unknown): string {
  return isMembers(end) ? textOf(end["name"] ?? end) : textOf(end ?? "");
}

function listIn(state: State, name: string): readonly Members[] {
  const list = state[name];
  return Array.isArray(list) ? list.filter(isMembers) : [];
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
