// What to do with an empty project: three things, each with its button, and its requests to copy.

import type { ComponentChildren, JSX } from "preact";
import { goTo, hrefOf } from "../route.ts";
import { useClient } from "../session.ts";
import { useAct } from "./act.ts";
import { CopyCurl, type Request } from "./curl.tsx";
import { May } from "./may.tsx";
import { ProblemNote } from "./problem.tsx";

const source = { name: "notes" };
const document = {
  title: "Notes of Monday",
  external_id: "monday",
  text: "Person: Ada Lovelace (age 36)\nPerson: Charles Babbage (age 44)\nAda Lovelace works with Charles Babbage.",
};
const shape = {
  name: "People",
  entity_types: [{ name: "Person", properties: { age: { type: "number" } } }],
};
const goal = "Who works with whom?";
const memory = { content: "Ada prefers tea.", kind: "preference", subject_id: "ada" } as const;

/** Which of the steps were done. */
interface Done {
  readonly documents: boolean;
  readonly loops: boolean;
  readonly memories: boolean;
}

/** The steps; those that were done say so. */
export function FirstSteps({ done }: { readonly done: Done }): JSX.Element {
  const client = useClient();
  const { isBusy, failure, act } = useAct();
  const attempt = (work: () => Promise<void>) => () => act(work);
  const add = attempt(async () => {
    const { sources } = await client.catalog.get();
    const present = sources.find(({ name }) => name === source.name);
    const { id } = present ?? (await client.sources.create(source));
    const added = await client.documents.put(id, document);
    goTo(["documents", added.id]);
  });
  const look = attempt(async () => {
    const { value } = await client.shapes.list({ limit: 1 }).pages().next();
    if (value?.shapes.length === 0) await client.shapes.create(shape);
    goTo(["loops", "new"], { goal });
  });
  const remember = attempt(async () => {
    const { id } = await client.memories.write(memory);
    goTo(["memories", id ?? ""]);
  });
  return (
    <section class="card" aria-labelledby="first">
      <h2 id="first">Nothing is known yet. Three things to do</h2>
      <May needs="write" what="do them; a key that may write can" isOfProject>
        <ol class="steps">
          <Step
            isBusy={isBusy}
            isDone={done.documents}
            action="Add a document"
            act={add}
            first={{ method: "POST", path: "/v1/sources", body: source, into: "SOURCE" }}
            request={{ method: "POST", path: "/v1/sources/$SOURCE/documents", body: document }}
          >
            Some notes to begin with; yours go into <a href={hrefOf(["sources"])}>a source</a>.
          </Step>
          <Step
            isBusy={isBusy}
            isDone={done.loops}
            action="Start a loop"
            act={look}
            first={{ method: "POST", path: "/v1/shapes", body: shape }}
            request={{ method: "POST", path: "/v1/loops", body: { goal } }}
          >
            It reads the document for people, and what it finds waits for your review. Its cost is shown
            first.
          </Step>
          <Step
            isBusy={isBusy}
            isDone={done.memories}
            action="Remember something"
            act={remember}
            request={{ method: "POST", path: "/v1/memories", body: memory }}
          >
            That Ada prefers tea: an agent that asks for what matters to her gets it.
          </Step>
        </ol>
      </May>
      {failure !== undefined && <ProblemNote error={failure} />}
    </section>
  );
}

function Step({
  isBusy,
  isDone,
  action,
  act,
  first,
  request,
  children,
}: {
  readonly isBusy: boolean;
  readonly isDone: boolean;
  readonly action: string;
  readonly act: () => void;
  readonly first?: Request;
  readonly request: Request;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <li>
      <div class="buttons">
        <button type="button" class={isDone ? "quiet" : "primary"} aria-disabled={isBusy} onClick={act}>
          {action}
        </button>
        <CopyCurl {...request} {...(first !== undefined && { first })} />
        {isDone && <strong class="note">Done</strong>}
      </div>
      <p class="note">{children}</p>
    </li>
  );
}
