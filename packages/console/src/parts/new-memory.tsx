// Remembers something at once, or stages it for a review.

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { fieldsOf } from "../fields.ts";
import { hrefOf } from "../route.ts";
import { useClient } from "../session.ts";
import { useAct } from "./act.ts";
import { May } from "./may.tsx";
import { ProblemNote } from "./problem.tsx";

/** What kind of memory there is. */
export const memoryKinds = ["preference", "decision", "fact", "lesson", "observation", "signal"] as const;
/** Who may recall it. */
export const memoryScopes = ["agent", "project", "commons"] as const;

/** What became of the last one. */
interface Said {
  readonly text: string;
  readonly href?: string;
}

/** A form for something to remember. */
export function NewMemory({ reload }: { readonly reload: () => void }): JSX.Element {
  const client = useClient();
  const form = useRef<HTMLFormElement>(null);
  const { isBusy, failure, act } = useAct();
  const [said, setSaid] = useState<Said>();
  const write = async (apply: boolean) => {
    if (form.current === null || !form.current.reportValidity()) return;
    setSaid(undefined);
    const field = fieldsOf(form.current);
    const kind = memoryKinds.find((each) => each === field("kind"));
    const scope = memoryScopes.find((each) => each === field("scope"));
    const subject = field("subject").trim();
    const { id, status, duplicate, delta_id } = await client.memories.write({
      content: field("content").trim(),
      ...(kind !== undefined && { kind }),
      ...(scope !== undefined && { scope }),
      ...(subject !== "" && { subject_id: subject }),
      apply,
    });
    if (status !== "applied")
      setSaid({ text: "It waits for a review.", href: hrefOf(["deltas", delta_id ?? ""]) });
    else
      setSaid({
        text: duplicate === true ? "That is remembered already." : "Remembered.",
        href: hrefOf(["memories", id ?? ""]),
      });
    form.current?.reset();
    reload();
  };
  return (
    <May needs="propose" what="remember anything">
      <details class="card">
        <summary>Remember something</summary>
        <form
          ref={form}
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            act(async () => await write(true));
          }}
        >
          <label>
            What
            <textarea name="content" rows={2} required />
          </label>
          <About />
          {failure !== undefined && <ProblemNote error={failure} />}
          <div class="buttons">
            <May needs="write">
              <button type="submit" class="primary" aria-disabled={isBusy}>
                Remember
              </button>
            </May>
            <button
              type="button"
              class="quiet"
              aria-disabled={isBusy}
              onClick={() => act(async () => await write(false))}
            >
              Stage for a review
            </button>
            <span class="note" role="status">
              {said?.text} {said?.href !== undefined && <a href={said.href}>See it</a>}
            </span>
          </div>
        </form>
      </details>
    </May>
  );
}

/** Whom it is about, what kind it is, and who recalls it. */
function About(): JSX.Element {
  return (
    <div class="filters">
      <label class="choice">
        About the user <input name="subject" autocomplete="off" />
      </label>
      <label class="choice">
        Kind{" "}
        <select name="kind">
          <option value="">none</option>
          {memoryKinds.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <label class="choice">
        Recalled by{" "}
        <select name="scope">
          <option value="project">keys of the project</option>
          <option value="agent">this key alone</option>
          <option value="commons">keys of the organization</option>
        </select>
      </label>
    </div>
  );
}
