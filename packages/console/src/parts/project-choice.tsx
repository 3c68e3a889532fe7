// Which project is looked at, for a key of an organization.

import type { JSX } from "preact";
import { allOf, useLoad } from "../load.ts";
import { clientFor, enter, type Session } from "../session.ts";

/** Goes to another project with the same key; nothing for a key of one project. */
export function ProjectChoice({
  session: { key, project },
}: {
  readonly session: Session;
}): JSX.Element | null {
  const projects = useLoad(
    // Asked without a project: the one that is looked at may be gone.
    async (signal) =>
      project === undefined
        ? []
        : await allOf(clientFor(key, undefined).projects.list({ limit: 100, signal })),
    [key, project],
  );
  if (project === undefined) return null;
  const isGone = projects.value?.every(({ id }) => id !== project) ?? false;
  return (
    <label class="project">
      Project
      <select value={project} onChange={({ currentTarget }) => enter(key, currentTarget.value)}>
        {isGone && (
          <option key={project} value={project}>
            one that is gone
          </option>
        )}
        {projects.value?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
