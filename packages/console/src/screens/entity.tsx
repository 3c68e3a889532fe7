// One entity: what is known of it, what it is connected with, and where that comes from.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { EntityAnswer } from "slice-cql-client";
import { allOf, useLoad } from "../load.ts";
import { useNames } from "../names.ts";
import { Confirm } from "../parts/confirm.tsx";
import { CopyCurl } from "../parts/curl.tsx";
import { Shown } from "../parts/loaded.tsx";
import { May } from "../parts/may.tsx";
import { More, usePart } from "../parts/more.tsx";
import { Quote } from "../parts/quote.tsx";
import { Relationships } from "../parts/relationships.tsx";
import { Time } from "../parts/time.tsx";
import { goTo, hrefOf, type Route } from "../route.ts";
import { useClient } from "../session.ts";
import { countOf, shortened, termOf, textOf, titleOf } from "../words.ts";

/** How many quotes are shown before they are asked for: each is read from its document. */
const fewQuotes = 5;

/** The screen of an entity. */
export function EntityScreen({ path }: Route): JSX.Element {
  const client = useClient();
  const id = path[1] ?? "";
  const entity = useLoad(async (signal) => await client.entities.get(id, { signal }), [client, id]);
  const slices = useLoad(async (signal) => await allOf(client.entities.slices(id, { signal })), [client, id]);
  return (
    <Shown of={entity} title="Entity">
      {(value) => (
        <>
          <header class="head">
            <h1>{shortened(titleOf(value), 200)}</h1>
            <May needs="write">
              <Confirm
                label="Delete"
                title="Delete this entity?"
                onConfirm={async () => {
                  await client.entities.delete(id);
                  goTo(["entities"]);
                }}
              >
                <p>
                  <bdi>{shortened(titleOf(value), 200)}</bdi> will be gone, for good
                  {value.relationships.length > 0 &&
                    `, with its ${countOf(value.relationships.length, "relationship")}`}
                  . The documents that name it stay.
                </p>
              </Confirm>
            </May>
            <CopyCurl path={`/v1/entities/${encodeURIComponent(id)}`} />
          </header>
          <Facts of={value} />
          <Properties key={id} of={value.properties} />
          <Relationships of={value} />
          <section class="card">
            <h2>Slices it is in</h2>
            <Shown of={slices}>
              {(items) =>
                items.length === 0 ? (
                  <p class="note">None of those that are saved.</p>
                ) : (
                  <ul class="plain">
                    {items.map((slice) => (
                      <li key={slice.id}>
                        <a href={hrefOf(["slices", slice.id])}>{shortened(slice.name, 100)}</a>{" "}
                        <code>{shortened(slice.cql, 100)}</code>
                      </li>
                    ))}
                  </ul>
                )
              }
            </Shown>
          </section>
          <Provenance of={value.provenance} />
        </>
      )}
    </Shown>
  );
}

function Facts({ of }: { readonly of: EntityAnswer }): JSX.Element {
  const names = useNames();
  const { type, source_id, shape_id, external_id, created_at, updated_at } = of;
  const source = source_id === null ? undefined : names.get(source_id);
  const shape = shape_id === null ? undefined : names.get(shape_id);
  return (
    <p class="note">
      <a href={hrefOf(["entities"], { cql: `type:${termOf(type)}` })}>{shortened(type, 100)}</a>
      {source !== undefined && source_id !== null && (
        <>
          {" "}
          of the source <a href={hrefOf(["sources", source_id])}>{shortened(source, 100)}</a>
        </>
      )}
      {external_id !== null && (
        <>
          {" "}
          as <code>{shortened(external_id, 100)}</code>
        </>
      )}
      {shape !== undefined && (
        <>
          , with the shape <bdi>{shortened(shape, 100)}</bdi>
        </>
      )}
      ; written <Time at={created_at} />, changed <Time at={updated_at} />
    </p>
  );
}

function Properties({ of }: { readonly of: EntityAnswer["properties"] }): JSX.Element {
  const entries = Object.entries(of);
  const { part, rest } = usePart(entries, "");
  return (
    <section class="card">
      <h2>Properties</h2>
      {entries.length === 0 ? (
        <p class="note">None.</p>
      ) : (
        <dl class="members">
          {part.map(([name, value]) => (
            <div key={name}>
              <dt>{shortened(name, 200)}</dt>
              <dd class="text">{shortened(textOf(value), 10_000)}</dd>
            </div>
          ))}
        </dl>
      )}
      <More of={rest} />
    </section>
  );
}

function Provenance({ of }: { readonly of: EntityAnswer["provenance"] }): JSX.Element {
  const [shown, setShown] = useState(0);
  const quotes = of.flatMap(({ evidence }) => evidence);
  return (
    <section class="card">
      <h2>Where it comes from</h2>
      {of.length === 0 && <p class="note">It was written, not found by a loop.</p>}
      <ul class="plain">
        {of.map(({ change_id, delta_id, loop_id, applied_at }) => (
          <li key={change_id}>
            <a href={hrefOf(["deltas", delta_id], { change: change_id })}>Applied</a> <Time at={applied_at} />
            {loop_id !== null && (
              <>
                , found by <a href={hrefOf(["loops", loop_id])}>a loop</a>
              </>
            )}
          </li>
        ))}
      </ul>
      {quotes.slice(0, shown).map((each) => (
        <Quote key={`${String(each.document_id)}${String(each.start)}`} of={each} />
      ))}
      {shown === 0 && quotes.length > 0 && <blockquote class="quoted">{quotes[0]?.quote}</blockquote>}
      {shown < quotes.length && (
        <div class="buttons">
          <button type="button" class="quiet" onClick={() => setShown(shown + fewQuotes)}>
            {shown === 0 ? "Show in the document" : "Show more quotes"}
          </button>
        </div>
      )}
    </section>
  );
}
