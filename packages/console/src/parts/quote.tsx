// A quote in its document: marked, with what stands around it.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Client } from "slice-cql-client";
import { useLoad } from "../load.ts";
import { hrefOf } from "../route.ts";
import { useClient } from "../session.ts";
import { ProblemNote } from "./problem.tsx";

/** Where a quote stands, in UTF-16 code units; its document is null if it was deleted since. */
export interface QuotePlace {
  readonly document_id: string | null;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
}

/** Characters of a document that are read at a time. */
const page = 4000;

/** Shows a quote in its document; the passage is scrolled to. */
export function Quote({ of }: { readonly of: QuotePlace }): JSX.Element {
  if (of.document_id === null)
    return (
      <figure class="quote">
        <blockquote>
          <mark>{of.quote}</mark>
        </blockquote>
        <figcaption class="note">The document was deleted; this is what it said.</figcaption>
      </figure>
    );
  return <QuoteInDocument key={`${of.document_id}${String(of.start)}`} id={of.document_id} of={of} />;
}

/** Milliseconds in view before its document is read: who goes through a list quickly reads what was quoted. */
const rest = 120;

/** A part of a document, as the service answers it. */
type Part = Awaited<ReturnType<Client["documents"]["get"]>>;

/** How many parts are kept for the quotes that come next. */
const mostKept = 40;
const kept = new WeakMap<Client, Map<string, Part>>();

async function readPart(client: Client, id: string, range: Range, signal: AbortSignal): Promise<Part> {
  const parts = kept.get(client) ?? new Map<string, Part>();
  kept.set(client, parts);
  const name = `${id} ${String(range.start)} ${String(range.end)}`;
  const known = parts.get(name);
  if (known !== undefined) return known;
  await new Promise((resolve) => setTimeout(resolve, rest));
  signal.throwIfAborted();
  const part = await client.documents.get(id, { ...range, signal });
  const [oldest] = parts.keys();
  if (parts.size >= mostKept && oldest !== undefined) parts.delete(oldest);
  parts.set(name, part);
  return part;
}

function QuoteInDocument({ id, of }: { readonly id: string; readonly of: QuotePlace }): JSX.Element {
  const client = useClient();
  const [range, setRange] = useState(() => rangeAround(of));
  const part = useLoad(
    async (signal) => await readPart(client, id, range, signal),
    [client, id, range.start, range.end],
  );
  const title = part.value?.title ?? part.value?.external_id ?? "Document";
  return (
    <figure class="quote">
      <figcaption>
        <a href={hrefOf(["documents", id], { start: of.start, end: of.end })}>{title}</a>
      </figcaption>
      <div class="passage" tabIndex={0} role="region" aria-label={`Passage of ${title}`}>
        {part.value === undefined ? (
          <p class="text">
            <mark>{of.quote}</mark>
          </p>
        ) : (
          <Passage of={part.value} quote={of} onMore={(more) => setRange({ ...range, ...more })} />
        )}
      </div>
      {part.error !== undefined && <ProblemNote error={part.error} retry={part.reload} />}
    </figure>
  );
}

/** A part of a document with the quote marked in it; `onMore` reads before or after it. */
function Passage({
  of: { text, start, end, length },
  quote,
  onMore,
}: {
  readonly of: Part;
  readonly quote: QuotePlace;
  readonly onMore: (more: Partial<Range>) => void;
}): JSX.Element {
  return (
    <>
      {start > 0 && (
        <button type="button" class="quiet" onClick={() => onMore({ start: Math.max(0, start - page) })}>
          Earlier
        </button>
      )}
      <Marked text={text} start={quote.start - start} end={quote.end - start} />
      {end < length && (
        <button type="button" class="quiet" onClick={() => onMore({ end: end + page })}>
          Later
        </button>
      )}
    </>
  );
}

/** A text with a part of it marked and in view. */
export function Marked({
  text,
  start,
  end,
}: {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}): JSX.Element {
  const mark = useRef<HTMLElement>(null);
  useEffect(() => {
    const box = mark.current?.closest(".passage");
    if (mark.current !== null && box !== null && box !== undefined)
      box.scrollTop +=
        mark.current.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
  }, [text, start, end]);
  if (!(start >= 0 && end > start)) return <p class="text">{text}</p>;
  return (
    <p class="text">
      {text.slice(0, start)}
      <mark ref={mark}>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </p>
  );
}

/** From where to where, in UTF-16 code units. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** The page of the document that the quote is in the middle of. */
function rangeAround({ start, end }: QuotePlace): Range {
  const around = Math.max(0, Math.floor((page - (end - start)) / 2));
  return { start: Math.max(0, start - around), end: end + around };
}
