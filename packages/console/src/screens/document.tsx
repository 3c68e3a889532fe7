// One document, a page at a time; with a passage in the URL, that is marked.

import type { JSX } from "preact";
import type { DocumentText } from "slice-cql-client";
import { useLoad } from "../load.ts";
import { useNames } from "../names.ts";
import { Confirm } from "../parts/confirm.tsx";
import { CopyCurl } from "../parts/curl.tsx";
import { Shown } from "../parts/loaded.tsx";
import { LoopsReading } from "../parts/loops-reading.tsx";
import { May } from "../parts/may.tsx";
import { Marked } from "../parts/quote.tsx";
import { Time } from "../parts/time.tsx";
import { goTo, hrefOf, positionOf, type Query, type Route } from "../route.ts";
import { useClient } from "../session.ts";
import { numberOf, shortened } from "../words.ts";

/** Characters of a document on a page. */
const page = 4000;

/** The screen of a document. */
export function DocumentScreen({ path, query }: Route): JSX.Element {
  const client = useClient();
  const id = path[1] ?? "";
  const [start, end] = [positionOf(query, "start"), positionOf(query, "end")];
  const from = positionOf(query, "from") ?? Math.max(0, (start ?? 0) - page / 2);
  const range = { start: from, end: from + page };
  const part = useLoad(
    async (signal) => await client.documents.get(id, { ...range, signal }),
    [client, id, from],
  );
  return (
    <Shown of={part} title="Document">
      {(document) => (
        <>
          <Head of={document} />
          <div class="passage whole" tabIndex={0} role="region" aria-label="Text">
            <Marked
              text={document.text}
              start={(start ?? -1) - document.start}
              end={(end ?? -1) - document.start}
            />
          </div>
          <Turning of={document} query={{ start, end }} />
          <LoopsReading of={{ document_id: id }} />
        </>
      )}
    </Shown>
  );
}

function Head({ of }: { readonly of: DocumentText }): JSX.Element {
  const client = useClient();
  const names = useNames();
  const { id, source_id, length, created_at, external_id } = of;
  const title = shortened(of.title ?? external_id ?? "Document", 200);
  return (
    <>
      <header class="head">
        <h1>{title}</h1>
        <May needs="propose" isOfProject>
          <a class="quiet" href={hrefOf(["loops", "new"], { source: source_id })}>
            Read it with a loop
          </a>
        </May>
        <May needs="write" isOfProject>
          <Confirm
            label="Delete"
            title="Delete this document?"
            onConfirm={async () => {
              await client.documents.delete(id);
              goTo(["sources", source_id]);
            }}
          >
            <p>
              <bdi>{title}</bdi> and its {numberOf(length)} characters will be gone, for good: no search finds
              it, and no loop reads it. What was found in it stays, with what it has quoted.
            </p>
          </Confirm>
        </May>
        <CopyCurl path={`/v1/documents/${encodeURIComponent(id)}`} />
      </header>
      <p class="note">
        Of the source{" "}
        <a href={hrefOf(["sources", source_id])}>
          {shortened(names.get(source_id) ?? `…${source_id.slice(-6)}`, 100)}
        </a>
        , {numberOf(length)} characters, <Time at={created_at} />
      </p>
    </>
  );
}

/** The pages before and after. */
function Turning({ of, query }: { readonly of: DocumentText; readonly query: Query }): JSX.Element | null {
  const { id, start, end, length } = of;
  if (start === 0 && end >= length) return null;
  return (
    <nav class="buttons" aria-label="Pages of the document">
      {start > 0 && (
        <a class="quiet" href={hrefOf(["documents", id], { ...query, from: Math.max(0, start - page) })}>
          Earlier
        </a>
      )}
      {end < length && (
        <a class="quiet" href={hrefOf(["documents", id], { ...query, from: end })}>
          Later
        </a>
      )}
      <span class="note">
        {numberOf(start)} to {numberOf(end)} of {numberOf(length)} characters
      </span>
    </nav>
  );
}
