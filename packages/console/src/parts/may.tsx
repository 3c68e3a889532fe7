// What only some keys can do: shown to those, and to the others why it is not there.

import type { ComponentChildren, JSX } from "preact";
import { isLimited, mayDo, type Permission, useKey } from "../rights.ts";

/** Shows what needs a permission, or else why the key cannot do it. Nothing is offered before that is known. */
export function May({
  needs,
  what,
  isOfProject = false,
  children,
}: {
  readonly needs: Permission;
  /** What is done, after "cannot": `save slices`. Without, a key that cannot is shown nothing. */
  readonly what?: string;
  /** Whether it concerns the whole project, which keys with limits never do. */
  readonly isOfProject?: boolean;
  readonly children: ComponentChildren;
}): JSX.Element | null {
  const key = useKey();
  if (key === undefined) return null;
  const isNarrow = isOfProject && isLimited(key);
  if (mayDo(key, needs) && !isNarrow) return <>{children}</>;
  if (what === undefined) return null;
  const why = isNarrow
    ? "is limited to a part of the project"
    : `may only ${key.permission === "read" ? "read" : "read and propose"}`;
  return (
    <p class="note">
      This key {why}: it cannot {what}.
    </p>
  );
}
