// The changes of a slice: those since the last visit, then those that come while somebody looks.

import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Client, isProblem, type SliceChange } from "slice-cql-client";
import { noteSeen, type Seen, seenOf } from "./seen.ts";
import { useClient } from "./session.ts";

/** What is known of the time since the last visit: `other` is a key with other limits. */
export type Since = "first" | "known" | "expired" | "other" | "many";

/** What a feed shows. */
export interface Feed {
  /** The newest first. */
  readonly changes: readonly SliceChange[];
  /** How many of them came while somebody looked; the others are from before. */
  readonly live: number;
  readonly since: Since;
  /** When the last visit was, in milliseconds since 1970. */
  readonly seenAt: number | undefined;
  readonly isReading: boolean;
  readonly error: unknown;
}

/** Maximum changes that are read since the last visit, and that are shown. */
export const mostChanges = 1000;
/** How many a page has. */
const pageSize = 200;
/** Milliseconds between notes of where it is while nothing happens: a cursor expires. */
const noteMs = 60_000;

const empty: Feed = {
  changes: [],
  live: 0,
  since: "first",
  seenAt: undefined,
  isReading: true,
  error: undefined,
};

/** Follows a slice from where the last visit ended, or from `now`, the cursor with which it was read; `retry` goes on after a failure. */
export function useFeed(slice: string, now: string): Feed & { readonly retry: () => void } {
  const client = useClient();
  const [feed, setFeed] = useState(empty);
  const [round, setRound] = useState(0);
  const reached = useRef<string | undefined>(undefined);
  useEffect(() => {
    const ending = new AbortController();
    const note = () => {
      // What comes while nobody looks is new at the next visit.
      if (document.visibilityState === "visible" && reached.current !== undefined)
        noteSeen(slice, reached.current);
    };
    const timer = setInterval(note, noteMs);
    document.addEventListener("visibilitychange", note);
    const { signal } = ending;
    follow({ client, slice, now, signal, seen: seenOf(slice), reached, note, setFeed }).catch(
      (error: unknown) => {
        if (!signal.aborted) setFeed((present) => ({ ...present, isReading: false, error }));
      },
    );
    return () => {
      note();
      ending.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", note);
    };
  }, [client, slice, round]);
  return { ...feed, retry: () => setRound((last) => last + 1) };
}

/** What is followed, and who is told. */
interface Following {
  readonly client: Client;
  readonly slice: string;
  readonly now: string;
  readonly signal: AbortSignal;
  readonly seen: Seen | undefined;
  /** Where the feed is: what is shown ends there. */
  readonly reached: RefObject<string | undefined>;
  readonly note: () => void;
  readonly setFeed: (change: (feed: Feed) => Feed) => void;
}

async function follow({
  client,
  slice,
  now,
  signal,
  seen,
  reached,
  note,
  setFeed,
}: Following): Promise<void> {
  if (reached.current === undefined) {
    setFeed(() => empty);
    const { changes, since, cursor } = await missed(client, slice, { now, signal, seen });
    reached.current = cursor;
    setFeed(() => ({ ...empty, changes: changes.toReversed(), since, seenAt: seen?.at, isReading: false }));
  } else setFeed((present) => ({ ...present, isReading: false, error: undefined }));
  note();
  const stream = client.slices.changes(slice, { cursor: reached.current, signal });
  let fresh: SliceChange[] = [];
  // Once a frame, not with each change: an import has many.
  const show = () => {
    const shown = fresh.toReversed();
    fresh = [];
    setFeed((present) => ({
      ...present,
      changes: [...shown, ...present.changes].slice(0, mostChanges),
      live: present.live + shown.length,
    }));
    reached.current = stream.cursor ?? reached.current;
    note();
  };
  for await (const change of stream) {
    if (fresh.length === 0) requestAnimationFrame(() => !signal.aborted && show());
    fresh.push(change);
  }
}

/** What has changed since the last visit, in its order, and the cursor after it. */
async function missed(
  client: Client,
  slice: string,
  { now, signal, seen }: Pick<Following, "now" | "signal" | "seen">,
): Promise<{ readonly changes: readonly SliceChange[]; readonly since: Since; readonly cursor: string }> {
  if (seen === undefined) return { changes: [], since: "first", cursor: now };
  const changes: SliceChange[] = [];
  let { cursor } = seen;
  try {
    while (changes.length < mostChanges) {
      const page = await client.slices.listChanges(slice, { cursor, limit: pageSize, signal });
      changes.push(...page.changes);
      cursor = page.next_cursor;
      if (!page.has_more) return { changes, since: "known", cursor };
    }
    return { changes: [], since: "many", cursor: now };
  } catch (error) {
    if (isProblem(error, "cursor_expired")) return { changes: [], since: "expired", cursor: now };
    if (isProblem(error, "invalid_request")) return { changes: [], since: "other", cursor: now };
    throw error;
  }
}

/** How many of a slice's changes are looked at for a count. */
const mostCounted = 100;

/** What is new in a slice since the last visit, for a list: `12`, `100+`, or that it cannot be known; undefined where there is nothing to say. */
export function useNewSince(slice: string): string | undefined {
  const client = useClient();
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    const seen = seenOf(slice);
    setSaid(undefined);
    if (seen === undefined) return undefined;
    const ending = new AbortController();
    countSince(client, slice, seen.cursor, ending.signal).then(
      (count) => !ending.signal.aborted && setSaid(count),
      () => undefined,
    );
    return () => ending.abort();
  }, [client, slice]);
  return said;
}

async function countSince(
  client: Client,
  slice: string,
  cursor: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const page = await client.slices.listChanges(slice, { cursor, limit: mostCounted, signal });
    if (page.has_more) return `${String(mostCounted)}+ changes since you last looked`;
    const count = page.changes.length;
    return count === 0 ? undefined : `${String(count)} new since you last looked`;
  } catch (error) {
    if (isProblem(error, "cursor_expired")) return "not looked at for longer than changes are kept";
    throw error;
  }
}
