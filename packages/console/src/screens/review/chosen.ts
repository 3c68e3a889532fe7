// Which changes are in the list, and which of them is looked at.

import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Change } from "slice-cql-client";
import { noteQuery } from "../../route.ts";
import { type Filter, isShown, nextPending } from "./decisions.ts";

/** Milliseconds without a step before the URL names the chosen change: browsers refuse many changes of it in a short time. */
const rest = 300;

/** The list, and the place in it. */
export interface Chosen {
  readonly shown: readonly Change[];
  readonly at: number;
  readonly choose: (id: string | undefined) => void;
  readonly step: (by: 1 | -1) => void;
  /** Goes to the next change that is not decided. */
  readonly toPending: () => void;
  /** Whether there was none. */
  readonly isAtEnd: boolean;
  readonly takesFocus: RefObject<boolean>;
}

/** The changes that pass a filter, with the chosen one: a decision because of which it does not pass any more leaves it there until another is chosen. */
export function useChosen(changes: readonly Change[], filter: Filter, query: URLSearchParams): Chosen {
  const named = query.get("change") ?? undefined;
  const [chosen, setChosen] = useState(named);
  const [isAtEnd, setAtEnd] = useState(false);
  const takesFocus = useRef(false);
  const passed = useRef("");
  useEffect(() => setChosen(named), [named]);
  const inFilter = JSON.stringify(filter);
  const shown = useMemo(
    () =>
      changes.filter(
        (each) =>
          isShown(each, filter) ||
          (each.change_id === chosen && passed.current === `${inFilter} ${each.change_id}`),
      ),
    [changes, inFilter, chosen],
  );
  const found = shown.findIndex(({ change_id }) => change_id === chosen);
  const at = Math.max(0, found);
  const id = shown[at]?.change_id;
  passed.current = `${inFilter} ${id ?? ""}`;
  useEffect(() => {
    // So that it stays the chosen one when the list changes.
    if (found === -1 && id !== undefined) setChosen(id);
    const timer = setTimeout(() => noteQuery({ change: id }), rest);
    return () => clearTimeout(timer);
  }, [id, found]);
  const goTo = (next: number) => {
    const { activeElement } = document;
    takesFocus.current = activeElement === document.body || activeElement?.closest(".rows") !== null;
    setAtEnd(false);
    setChosen(shown[next]?.change_id);
  };
  return {
    shown,
    at,
    choose: (next) => {
      setAtEnd(false);
      setChosen(next);
    },
    step: (by) => goTo(Math.min(Math.max(at + by, 0), shown.length - 1)),
    toPending: () => {
      const next = nextPending(shown, at);
      if (next === undefined) setAtEnd(true);
      else goTo(next);
    },
    isAtEnd,
    takesFocus,
  };
}
