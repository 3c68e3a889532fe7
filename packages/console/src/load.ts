// What screens read from the service: loading, failed or there, and read again when it is asked for.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** Something that is read. While it is read again, `value` is what it was. */
export interface Loaded<Value> {
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Reads it again. */
  readonly reload: () => void;
}

/** Reads something when the screen is shown, and again when one of `inputs` changes; an answer that comes too late is dropped. */
export function useLoad<Value>(
  read: (signal: AbortSignal) => Promise<Value>,
  inputs: readonly unknown[],
): Loaded<Value> {
  const [state, setState] = useState<Omit<Loaded<Value>, "reload">>({
    value: undefined,
    error: undefined,
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const start = async () => {
      try {
        const value = await read(signal);
        if (!signal.aborted) setState({ value, error: undefined, isLoading: false });
      } catch (error) {
        if (!signal.aborted) setState(({ value }) => ({ value, error, isLoading: false }));
      }
    };
    setState(({ value }) => ({ value: round === 0 ? undefined : value, error: undefined, isLoading: true }));
    void start();
    return () => ending.abort();
  }, [...inputs, round]);
  return { ...state, reload: useCallback(() => setRound((last) => last + 1), []) };
}

/** All items of a list. */
export async function allOf<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A list that is read a page at a time. */
export interface LoadedPages<Item> extends Loaded<readonly Item[]> {
  /** Whether there is more; reads it when `more` is called. */
  readonly hasMore: boolean;
  readonly more: () => void;
}

/** Reads the first page of a list, and others when they are asked for. */
export function usePages<Item, Whole extends { readonly next_cursor: string | null }>(
  list: (signal: AbortSignal) => { readonly pages: () => AsyncGenerator<Whole, void, undefined> },
  itemsOf: (page: Whole) => readonly Item[],
  inputs: readonly unknown[],
): LoadedPages<Item> {
  const pages = useRef<AsyncGenerator<Whole, void, undefined>>(undefined);
  const reading = useRef(false);
  const [items, setItems] = useState<readonly Item[]>([]);
  const [end, setEnd] = useState<{ readonly hasMore: boolean; readonly error: unknown }>({
    hasMore: false,
    error: undefined,
  });
  const first = useLoad(async (signal) => {
    const begun = list(signal).pages();
    pages.current = begun;
    const { value, done } = await begun.next();
    const page = done === true || value === undefined ? [] : itemsOf(value);
    if (signal.aborted) return page;
    setItems(page);
    setEnd({ hasMore: value !== undefined && value.next_cursor !== null, error: undefined });
    return page;
  }, inputs);
  const readNext = useCallback(async (from: AsyncGenerator<Whole, void, undefined>) => {
    reading.current = true;
    try {
      const { value } = await from.next();
      if (pages.current !== from) return;
      if (value !== undefined) setItems((present) => [...present, ...itemsOf(value)]);
      setEnd({ hasMore: value !== undefined && value.next_cursor !== null, error: undefined });
    } catch (error) {
      // A generator that failed has ended: the list is read anew.
      if (pages.current === from) setEnd({ hasMore: false, error });
    } finally {
      reading.current = false;
    }
  }, []);
  const more = useCallback(() => {
    if (pages.current !== undefined && !reading.current) void readNext(pages.current);
  }, [readNext]);
  return {
    ...first,
    value: first.value === undefined ? undefined : items,
    error: first.error ?? end.error,
    hasMore: end.hasMore,
    more,
  };
}
