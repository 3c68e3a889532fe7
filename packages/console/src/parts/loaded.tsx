// Shows what is read: that it is on its way, why it is not there, or what it is.

import type { ComponentChildren, JSX } from "preact";
import type { Loaded } from "../load.ts";
import { ProblemNote } from "./problem.tsx";

/** What is read, once it is there; while it is read again, what it was. */
export function Shown<Value>({
  of: { value, error, isLoading, reload },
  title,
  children,
}: {
  readonly of: Loaded<Value>;
  /** What a whole screen is called while it has nothing of its own to be called by. */
  readonly title?: string;
  readonly children: (value: Value) => ComponentChildren;
}): JSX.Element {
  return (
    <>
      {title !== undefined && value === undefined && <h1>{title}</h1>}
      {error !== undefined && <ProblemNote error={error} retry={reload} />}
      {value !== undefined && children(value)}
      {value === undefined && isLoading && (
        <p class="note" role="status">
          Loading …
        </p>
      )}
    </>
  );
}

/** What a list says when there is nothing in it: why, and what to do. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="empty">
      <p class="lead">{title}</p>
      {children}
    </div>
  );
}
