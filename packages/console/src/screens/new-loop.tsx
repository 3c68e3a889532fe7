// Starts a loop: what it would read and cost is shown first, and the button is live when that is there.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { LoopBody, LoopCompiled } from "slice-cql-client";
import { useCatalog, useNames } from "../names.ts";
import { useAct } from "../parts/act.ts";
import { CopyCurl } from "../parts/curl.tsx";
import { May } from "../parts/may.tsx";
import { Picks } from "../parts/picks.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { Prose } from "../parts/prose.tsx";
import { goTo, hrefOf, type Route } from "../route.ts";
import { useClient } from "../session.ts";
import { countOf, numberOf, shortened } from "../words.ts";

/** Milliseconds without a change before a loop is estimated. */
const rest = 500;

/** What the form says. */
interface Wish {
  readonly goal: string;
  readonly sources: ReadonlySet<string>;
  readonly shapes: ReadonlySet<string>;
  readonly effort: string;
  readonly reread: boolean;
}

/** The form of a new loop. */
export function NewLoop({ query }: Route): JSX.Element {
  const client = useClient();
  const catalog = useCatalog();
  const [wish, setWish] = useState<Wish>(() => ({
    goal: query.get("goal") ?? "",
    sources: new Set(query.getAll("source")),
    shapes: new Set(),
    effort: "agentic",
    reread: false,
  }));
  const change = (changed: Partial<Wish>) => setWish((last) => ({ ...last, ...changed }));
  const body = bodyOf(wish);
  const plan = usePlan(body);
  const { isBusy, failure, act } = useAct();
  const start = async () => {
    const { loop_id } = await client.loops.start({ ...body, dry_run: false });
    goTo(["loops", loop_id]);
  };
  return (
    <>
      <header class="head">
        <h1>Start a loop</h1>
        <CopyCurl method="POST" path="/v1/loops" body={body} />
      </header>
      <form
        class="card form"
        onSubmit={(event) => {
          event.preventDefault();
          if (plan.compiled !== undefined) act(start);
        }}
      >
        <label>
          Goal: what to look for
          <textarea
            rows={2}
            required
            maxLength={10_000}
            value={wish.goal}
            onInput={({ currentTarget }) => change({ goal: currentTarget.value })}
          />
        </label>
        <Picks
          legend="Sources to read"
          of={catalog?.sources ?? []}
          chosen={wish.sources}
          onChoose={(sources) => change({ sources })}
        />
        <Picks
          legend="Shapes to look for"
          of={catalog?.shapes ?? []}
          chosen={wish.shapes}
          onChoose={(shapes) => change({ shapes })}
        />
        <Effort of={wish} change={change} />
        <div role="status">
          {wish.goal.trim() === "" && (
            <p class="note">With a goal, its cost is shown here before anything starts.</p>
          )}
          {plan.isAsked && <p class="note">Estimating …</p>}
          {plan.compiled !== undefined && <Estimate of={plan.compiled} />}
        </div>
        {plan.error !== undefined && <ProblemNote error={plan.error} />}
        {failure !== undefined && <ProblemNote error={failure} />}
        <May needs="propose" what="start loops" isOfProject>
          <div class="buttons">
            <button
              type="submit"
              class="primary"
              aria-disabled={isBusy}
              disabled={plan.compiled === undefined || plan.compiled.plan.documents === 0}
            >
              {plan.compiled === undefined
                ? "Start"
                : `Start, for at most ${countOf(plan.compiled.estimated_credits, "credit")}`}
            </button>
          </div>
        </May>
      </form>
    </>
  );
}

function Effort({
  of,
  change,
}: {
  readonly of: Wish;
  readonly change: (changed: Partial<Wish>) => void;
}): JSX.Element {
  return (
    <div class="filters">
      <label class="choice">
        Effort{" "}
        <select value={of.effort} onChange={({ currentTarget }) => change({ effort: currentTarget.value })}>
          <option value="agentic">read once</option>
          <option value="agentic_plus">read twice, keep what both readings support</option>
        </select>
      </label>
      <label class="choice">
        <input
          type="checkbox"
          checked={of.reread}
          onChange={({ currentTarget }) => change({ reread: currentTarget.checked })}
        />{" "}
        read again what did not change
      </label>
    </div>
  );
}

/** What a loop would do: asked for, there, or refused. */
interface Plan {
  readonly isAsked: boolean;
  readonly compiled: LoopCompiled | undefined;
  readonly error: unknown;
}

/** What a loop would do and cost, for what the form says now; nothing while it has no goal. */
function usePlan(body: LoopBody): Plan {
  const client = useClient();
  const wanted = JSON.stringify(body);
  const hasGoal = (body.goal ?? "").trim() !== "";
  const [last, setLast] = useState<Pick<Plan, "compiled" | "error"> & { readonly wanted: string }>();
  useEffect(() => {
    if (!hasGoal) return;
    const ending = new AbortController();
    const timer = setTimeout(() => {
      client.loops.start({ ...body, dry_run: true }, { signal: ending.signal }).then(
        (compiled) => setLast({ wanted, compiled, error: undefined }),
        (error: unknown) => {
          if (!ending.signal.aborted) setLast({ wanted, compiled: undefined, error });
        },
      );
    }, rest);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [client, wanted]);
  // What was estimated for another wish says nothing of this one.
  const answer = last?.wanted === wanted ? last : undefined;
  return { isAsked: hasGoal && answer === undefined, compiled: answer?.compiled, error: answer?.error };
}

function Estimate({ of }: { readonly of: LoopCompiled }): JSX.Element {
  const { plan, documents, note, unresolved, estimated_credits } = of;
  const names = useNames();
  const unread = [...unresolved.shapes, ...unresolved.sources].map(
    (id) => names.get(id) ?? `…${id.slice(-6)}`,
  );
  return (
    <div class="callout information">
      {plan.documents > 0 ? (
        <p>
          It reads {countOf(plan.documents, "document")} ({numberOf(plan.characters)} characters) of{" "}
          {countOf(plan.sources, "source")} for {countOf(plan.shapes, "shape")} in{" "}
          {countOf(plan.iterations, "iteration")}, and costs at most {countOf(estimated_credits, "credit")}.
        </p>
      ) : (
        <p>
          There is nothing to read: <a href={hrefOf(["sources"])}>add documents</a>
          {documents.unchanged > 0 && ", or read again what did not change"}.
        </p>
      )}
      {documents.unchanged > 0 && (
        <p>
          {countOf(documents.unchanged, "document")} did not change since such a loop read them; they are not
          read again, and cost nothing.
        </p>
      )}
      {plan.shapes === 0 && <p>The project has no shape, which would say what to find.</p>}
      {note !== undefined && (
        <p class="note">
          <Prose text={note} />
        </p>
      )}
      {unread.length > 0 && (
        <p class="note">
          Nothing comes from:{" "}
          {unread
            .slice(0, 10)
            .map((each) => shortened(each, 60))
            .join(", ")}
          {unread.length > 10 && ` and ${numberOf(unread.length - 10)} more`}.
        </p>
      )}
    </div>
  );
}

function bodyOf({ goal, sources, shapes, effort, reread }: Wish): LoopBody {
  const context = {
    ...(sources.size > 0 && { source_ids: [...sources] }),
    ...(reread && { reread }),
  };
  return {
    goal,
    ...(Object.keys(context).length > 0 && { context }),
    ...(shapes.size > 0 && { schema: { shape_ids: [...shapes] } }),
    loop: { effort },
  };
}
