// What a query means: how many entities it matches, what does not affect that, and what is wrong with it.

import type { JSX } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
import type { Slice } from "slice-cql-client";
import { useClient } from "../session.ts";
import { countOf } from "../words.ts";
import { ProblemNote } from "./problem.tsx";
import { Prose } from "./prose.tsx";

/** Milliseconds without a change before a query is counted. */
const rest = 250;

/** What is known of a query. */
export interface Counted {
  readonly slice: Slice | undefined;
  readonly error: unknown;
  /** Counts it again. */
  readonly retry?: () => void;
}

const nothing: Counted = { slice: undefined, error: undefined };

/** Counts a query as it is typed: the answer for what is typed now, or nothing. Without a query it asks for none. */
export function useCount(cql: string | undefined): Counted {
  const client = useClient();
  const [round, setRound] = useState(0);
  const [last, setLast] = useState({ cql, counted: nothing });
  const retry = useCallback(() => {
    setLast({ cql: undefined, counted: nothing });
    setRound((before) => before + 1);
  }, []);
  useEffect(() => {
    if (cql === undefined) return undefined;
    const setCounted = (counted: Counted) => setLast({ cql, counted });
    const ending = new AbortController();
    const timer = setTimeout(() => {
      client.slices.create({ name: "Console", cql }, { dry_run: true, signal: ending.signal }).then(
        (slice) => setCounted({ slice, error: undefined }),
        (error: unknown) => {
          if (!ending.signal.aborted) setCounted({ slice: undefined, error });
        },
      );
    }, rest);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [client, cql, round]);
  // What was counted for another query says nothing of this one.
  return { ...(last.cql === cql ? last.counted : nothing), retry };
}

/** Says what a query means. */
export function ScopeNote({ of: { slice, error, retry } }: { readonly of: Counted }): JSX.Element {
  if (error !== undefined) return <ProblemNote error={error} retry={retry} />;
  return (
    <div class="scope" aria-live="polite">
      {slice === undefined ? <p class="note">Counting …</p> : <Scope of={slice} />}
    </div>
  );
}

function Scope({ of: slice }: { readonly of: Slice }): JSX.Element {
  const unknown = [...slice.unresolved.shapes, ...slice.unresolved.sources];
  return (
    <>
      <p class="lead">{countOf(slice.matched, "entity matches", "entities match")}</p>
      {slice.scope_warnings.length > 0 && (
        <p class="callout">Not affecting membership: {slice.scope_warnings.join(", ")}</p>
      )}
      {unknown.length > 0 && <p class="callout">Unknown to the project: {unknown.join(", ")}</p>}
      {slice.diagnostics.map(({ code, severity, message, span }) => (
        <p key={`${code}${String(span.start)}`} class={`callout ${severity}`}>
          <Prose text={message} /> <a href={`/docs/diagnostics#${encodeURIComponent(code)}`}>{code}</a>
        </p>
      ))}
    </>
  );
}
