// One source: its documents, and text files to paste or drop into it.

import type { JSX } from "preact";
import { usePages } from "../load.ts";
import { forgetNames, useNames } from "../names.ts";
import { Confirm } from "../parts/confirm.tsx";
import { CopyCurl } from "../parts/curl.tsx";
import { Empty, Shown } from "../parts/loaded.tsx";
import { LoopsReading } from "../parts/loops-reading.tsx";
import { May } from "../parts/may.tsx";
import { NewDocument } from "../parts/new-document.tsx";
import { Rows } from "../parts/rows.tsx";
import { Time } from "../parts/time.tsx";
import { goTo, hrefOf, type Route } from "../route.ts";
import { useClient } from "../session.ts";
import { numberOf, shortened, termOf } from "../words.ts";

/** The screen of a source. */
export function SourceScreen({ path }: Route): JSX.Element {
  const client = useClient();
  const id = path[1] ?? "";
  const name = useNames().get(id);
  const documents = usePages(
    (signal) => client.documents.list(id, { limit: 100, signal }),
    (page) => page.documents,
    [client, id],
  );
  return (
    <>
      <header class="head">
        <h1>{shortened(name ?? "Source", 200)}</h1>
        {name !== undefined && (
          <a class="quiet" href={hrefOf(["entities"], { cql: `source:${termOf(name)}` })}>
            Its entities
          </a>
        )}
        <May needs="propose" isOfProject>
          <a class="quiet" href={hrefOf(["loops", "new"], { source: id })}>
            Read it with a loop
          </a>
        </May>
        <May needs="write" isOfProject>
          <Confirm
            label="Delete"
            title="Delete this source?"
            onConfirm={async () => {
              await client.sources.delete(id);
              forgetNames(client);
              goTo(["sources"]);
            }}
          >
            <p>
              The source <bdi>{shortened(name ?? id, 200)}</bdi> will be gone, for good. That works only while
              no entity or document names it.
            </p>
          </Confirm>
        </May>
        <CopyCurl path={`/v1/sources/${encodeURIComponent(id)}/documents`} />
      </header>
      <May needs="write" what="add documents" isOfProject>
        <NewDocument source={id} reload={documents.reload} />
      </May>
      <Shown of={documents}>
        {(items) =>
          items.length === 0 ? (
            <Empty title="There is no document in it." />
          ) : (
            <Rows items={items} height={40} label="Documents" pages={documents}>
              {(document) => (
                <a class="entry" href={hrefOf(["documents", document.id])}>
                  <span class="lead">
                    {shortened(document.title ?? document.external_id ?? "Untitled", 100)}
                  </span>
                  <span class="note">
                    {numberOf(document.length)} characters, <Time at={document.created_at} />
                  </span>
                </a>
              )}
            </Rows>
          )
        }
      </Shown>
      <LoopsReading of={{ source_id: id }} />
    </>
  );
}
