// The door: asks for a key, and looks whether it is one.

import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Project } from "slice-cql-client";
import { fieldsOf } from "./fields.ts";
import { allOf } from "./load.ts";
import { ProblemNote } from "./parts/problem.tsx";
import { UnsentNote } from "./parts/unsent.tsx";
import { clientFor, enter } from "./session.ts";

/** What has a space or a letter of another alphabet in it was not copied as it is. */
const noKey =
  "This is no key: a key begins with slice-, and has nothing but Latin letters, digits, - and _ after that. Copy all of it.";

/** Asks for a key; for one of an organization also for a project. */
export function Door(): JSX.Element {
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<unknown>();
  const [projects, setProjects] = useState<readonly Project[]>();
  useLayoutEffect(() => {
    document.title = "Console · Slice";
    form.current?.querySelector("input")?.focus();
  }, []);
  useLayoutEffect(() => form.current?.querySelector("select")?.focus(), [projects]);
  const open = async () => {
    if (form.current === null) return;
    const field = fieldsOf(form.current);
    const key = field("key").trim();
    const project = field("project") === "" ? undefined : field("project");
    setFailure(undefined);
    try {
      if (!/^[\x21-\x7e]+$/.test(key)) throw new Error(noKey);
      const client = clientFor(key, project);
      const { project_id } = await client.keys.current();
      if (project_id !== null || project !== undefined) return enter(key, project);
      const all = await allOf(client.projects.list({ limit: 100 }));
      if (all.length === 1) return enter(key, all[0]?.id);
      setProjects(all);
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <main id="main" class="door">
      <h1>Slice</h1>
      <p>
        What your agents know: entities, memories, and what waits for your decision. <code>npm start</code>{" "}
        prints a key, and so does the command <code>key create</code>.
      </p>
      <UnsentNote />
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <label>
          <span>
            Key, <code>slice-…</code>
          </span>
          <input
            name="key"
            type="password"
            autocomplete="off"
            spellcheck={false}
            required
            onInput={() => setProjects(undefined)}
          />
        </label>
        {projects !== undefined && projects.length > 0 && (
          <label>
            Project
            <select name="project" required>
              {projects.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        {projects?.length === 0 && (
          <p class="callout" role="alert">
            The organization of this key has no project yet. The command <code>project create</code> makes
            one.
          </p>
        )}
        <p class="note">
          It stays in this tab, and is gone when the tab is closed. The <a href="/docs">API reference</a>{" "}
          needs none.
        </p>
        <button type="submit" class="primary">
          Open
        </button>
      </form>
      {failure !== undefined && <ProblemNote error={failure} />}
    </main>
  );
}
