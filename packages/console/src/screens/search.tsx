// Search: results while typing, each with its excerpt and why it was found.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Client, isProblem, type SearchResponse } from "slice-cql-client";
import { useFollowed } from "../follow.ts";
import { CopyCurl } from "../parts/curl.tsx";
import { Excerpt } from "../parts/excerpt.tsx";
import { Empty } from "../parts/loaded.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { QueryBox } from "../parts/query-box.tsx";
import { hrefOf, type Route, replaceQuery } from "../route.ts";
import { useClient } from "../session.ts";
import { countOf, numberOf, shortened, titleOf } from "../words.ts";

/** Milliseconds without a key before what was typed is searched for. */
const rest = 150;

type Hit =
  | NonNullable<SearchResponse["documents"]>[number]
  | NonNullable<SearchResponse["entities"]>[number]
  | NonNullable<SearchResponse["memories"]>[number];

/** What is searched for. */
interface Asked {
  readonly words: string;
  readonly cql: string;
}

/** What was found; `of` is what it was found for. */
interface Found {
  readonly of: Asked;
  readonly answer: SearchResponse | undefined;
  readonly error: unknown;
}

/** The screen of search. */
export function Search({ query }: Route): JSX.Element {
  const asked = { words: query.get("q") ?? "", cql: query.get("cql") ?? "" };
  const found = useFound(asked);
  const [typed, setTyped] = useFollowed(asked.words);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  // The URL follows when a person rests: browsers refuse to change it with every key. A wait ends in the instant of the next key, or the URL would take that back.
  useLayoutEffect(() => {
    if (typed === asked.words) return;
    const timer = setTimeout(() => replaceQuery({ q: typed }), rest);
    return () => clearTimeout(timer);
  }, [typed]);
  const body = { query: asked.words, explain: true, include: [...kinds], ...within(asked.cql) };
  return (
    <>
      <header class="head">
        <h1>Search</h1>
        <CopyCurl method="POST" path="/v1/search" body={body} />
      </header>
      <input
        ref={field}
        type="search"
        class="query"
        aria-label="Words to search for"
        placeholder={'Words; "a phrase"; -without'}
        autocomplete="off"
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Within cql={asked.cql} />
      {found?.error !== undefined && <ProblemNote error={found.error} />}
      {found?.answer !== undefined && <Results of={found.answer} asked={found.of} />}
    </>
  );
}

/** What is searched: all that a person may look for. */
const kinds = ["memories", "entities", "documents"] as const;

function within(cql: string): { readonly cql?: string } {
  return cql === "" ? {} : { cql };
}

function useFound({ words, cql }: Asked): Found | undefined {
  const client = useClient();
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    if (words.trim() === "" && cql === "") return setFound(undefined);
    const ending = new AbortController();
    const of = { words, cql };
    searchAll(client, of, ending.signal).then(
      (answer) => setFound({ of, answer, error: undefined }),
      (error: unknown) => {
        if (!ending.signal.aborted) setFound({ of, answer: undefined, error });
      },
    );
    return () => ending.abort();
  }, [client, words, cql]);
  return found;
}

async function searchAll(
  client: Client,
  { words, cql }: Asked,
  signal: AbortSignal,
): Promise<SearchResponse> {
  const asked = { query: words, explain: true, limit: 20, ...within(cql) };
  try {
    return await client.search({ ...asked, include: [...kinds] }, { signal });
  } catch (error) {
    // A limited key sees no documents.
    if (!isProblem(error, "beyond_scope")) throw error;
    return await client.search(asked, { signal });
  }
}

/** A slice that entities and documents must be in: a query box, which is loaded when it is opened. */
function Within({ cql }: { readonly cql: string }): JSX.Element {
  const [isOpen, setOpen] = useState(cql !== "");
  const [typed, setTyped] = useFollowed(cql);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary class="note">
        Within a slice
        {cql !== "" && (
          <>
            : <code>{shortened(cql, 100)}</code>
          </>
        )}
      </summary>
      {isOpen && (
        <div class="asking">
          <QueryBox value={typed} onChange={setTyped} onSubmit={(next) => replaceQuery({ cql: next })} />
          <button
            type="button"
            class="quiet"
            disabled={typed === cql}
            onClick={() => replaceQuery({ cql: typed })}
          >
            Search within it
          </button>
        </div>
      )}
    </details>
  );
}

function Results({ of, asked }: { readonly of: SearchResponse; readonly asked: Asked }): JSX.Element {
  const { memories = [], entities = [], documents = [], meaning } = of;
  if (memories.length + entities.length + documents.length === 0)
    return (
      <Empty title="Nothing was found.">
        <p class="note">
          {asked.cql === ""
            ? "Fewer words find more; a word may be only begun."
            : "Fewer words, or a wider slice, find more."}
        </p>
      </Empty>
    );
  return (
    <>
      {meaning !== undefined && meaning !== "used" && (
        <p class="note">Memories are ordered by words alone: their meaning was {meaning}.</p>
      )}
      <Hits title="Memories" of={memories} hrefFor={({ id }) => hrefOf(["memories", id])} />
      <Hits title="Entities" of={entities} hrefFor={({ id }) => hrefOf(["entities", id])} />
      <Hits
        title="Documents"
        of={documents}
        hrefFor={({ id, start, end }) => hrefOf(["documents", id], { start, end })}
      />
    </>
  );
}

function Hits<Item extends Hit>({
  title,
  of,
  hrefFor,
}: {
  readonly title: string;
  readonly of: readonly Item[];
  readonly hrefFor: (item: Item) => string;
}): JSX.Element | null {
  if (of.length === 0) return null;
  return (
    <section class="card" aria-label={title}>
      <h2>
        {title} <span class="note">{numberOf(of.length)}</span>
      </h2>
      <ul class="plain hits">
        {of.map((hit, at) => (
          <li key={`${hit.id}${String(at)}`}>
            <a href={hrefFor(hit)}>{shortened(titleOf({ ...hit }), 120)}</a>
            {hit.highlight !== null && <Excerpt of={hit.highlight} matched={hit.matched} />}
            <Why of={hit} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const partNames = {
  word: "has",
  joined: "has together",
  completion: "has what begins with",
  near: "has what is spelled like",
  all_words: "has all of the words",
  entity: "an end has",
  thread: "stands next to what was found",
  meaning: "means what is asked",
};

/** What the score of a hit is made of. */
function Why({ of: { score, score_parts = [], missing = [], ...hit } }: { readonly of: Hit }): JSX.Element {
  return (
    <details>
      <summary class="note">Why this: {score.toFixed(2)}</summary>
      <table class="parts">
        <tbody>
          {score_parts.map((each, at) => (
            <tr key={at}>
              <td class="count">{each.score.toFixed(2)}</td>
              <td>
                {partNames[each.part]} {each.word !== null && <code>{shortened(each.word, 60)}</code>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {missing.length > 0 && (
        <p class="note">Without {missing.map((word) => shortened(word, 60)).join(", ")}.</p>
      )}
      {"similar" in hit && hit.similar > 0 && (
        <p class="note">
          It stands for {countOf(hit.similar, "other memory", "other memories")} with the same words.
        </p>
      )}
    </details>
  );
}
