// Which loops have read a document or a source. The service keeps that with the events of each loop, so they are looked through when it is asked.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Client, Loop, LoopEvent } from "slice-cql-client";
import { hrefOf } from "../route.ts";
import { useClient } from "../session.ts";
import { numberOf, shortened } from "../words.ts";
import { ProblemNote } from "./problem.tsx";
import { Time } from "./time.tsx";

/** How many loops are looked through: the newest. */
const mostLoops = 20;
/** Events of a loop that are read at a time. */
const page = 1000;

/** Says which of the newest loops have read something. */
export function LoopsReading({
  of,
}: {
  readonly of: { readonly document_id: string } | { readonly source_id: string };
}): JSX.Element {
  const client = useClient();
  const [found, setFound] = useState<readonly Loop[]>();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [name, id] = "document_id" in of ? ["document_id", of.document_id] : ["source_id", of.source_id];
  const look = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      setFound(await readersOf(client, ({ data }) => data[name] === id));
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  return (
    <section class="card" aria-label="Loops that read it">
      {failure !== undefined && <ProblemNote error={failure} />}
      {found === undefined ? (
        <div class="buttons">
          <button type="button" class="quiet" disabled={isBusy} onClick={() => void look()}>
            {isBusy ? "Looking …" : "Which loops read it?"}
          </button>
        </div>
      ) : (
        <>
          <p class="note" role="status">
            {found.length === 0 ? "None" : numberOf(found.length)} of the newest {numberOf(mostLoops)} loops
            read it.
          </p>
          <ul class="plain">
            {found.map(({ loop_id, goal, created_at }) => (
              <li key={loop_id}>
                <a href={hrefOf(["loops", loop_id])}>{shortened(goal, 100)}</a>{" "}
                <span class="note">
                  <Time at={created_at} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The newest loops that have read what is looked for. */
async function readersOf(client: Client, isIt: (event: LoopEvent) => boolean): Promise<readonly Loop[]> {
  const { value } = await client.loops.list({ limit: mostLoops }).pages().next();
  const readers: Loop[] = [];
  for (const loop of value?.loops ?? []) if (await hasRead(client, loop.loop_id, isIt)) readers.push(loop);
  return readers;
}

async function hasRead(client: Client, id: string, isIt: (event: LoopEvent) => boolean): Promise<boolean> {
  let after = 0;
  for (;;) {
    const { events, next_after_sequence, has_more } = await client.loops.listEvents(id, {
      after_sequence: after,
      limit: page,
    });
    if (events.some((event) => event.kind === "document.read" && isIt(event))) return true;
    if (!has_more) return false;
    after = next_after_sequence;
  }
}
