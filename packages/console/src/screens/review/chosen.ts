// Which changes are in the list, and which of them is looked at.

import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Change } from "slice-cql-client";
import { useFollowed } from "../../follow.ts";
import { noteQuery, type Route } from "../../route.ts";
import { type Filter, isShown, nextPending } from "./decisions.ts";
import type { State } from "./state.ts";

/** The list, and the place in it. */
export interface Chosen {
  readonly shown: readonly Change[];
  /** -1: none yet, as the one that the URL names is not read yet. */
  readonly at: number;
  readonly choose: (id: string | undefined) => void;
  readonly step: (by: 1 | -1) => void;
  /** Goes to the next change that is not decided. */
  readonly toPending: () => void;
  /** Whether there was none. */
  readonly isAtEnd: boolean;
  readonly takesFocus: RefObject<boolean>;
}

/** What is known of a delta so far. */
type Known = Pick<State, "changes" | "isWhole" | "unread">;

/** The changes that pass a filter, with the chosen one: a decision because of which it does not pass any more leaves it there until another is chosen. */
export function useChosen(known: Known, filter: Filter, { path, query }: Route): Chosen {
  const { changes } = known;
  const named = query.get("change") ?? undefined;
  const [chosen, setChosen] = useFollowed(named);
  const [isAtEnd, setAtEnd] = useState(false);
  const takesFocus = useRef(false);
  const passed = useRef("");
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
  const at = placeOf(chosen, shown, known);
  const id = shown[at]?.change_id;
  passed.current = `${inFilter} ${id ?? ""}`;
  // It stays the chosen one when the list changes. Noted before the next key can come: later it would undo the step of that.
  useLayoutEffect(() => {
    if (id === undefined) return;
    setChosen(id);
    noteQuery(path, { change: id });
  }, [id, chosen, named]);
  const goTo = (next: number) => {
    takesFocus.current = isFocusInList();
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

/** The place of the chosen one: the first where it is not in the list, and -1 as long as it may still be read. */
function placeOf(
  chosen: string | undefined,
  shown: readonly Change[],
  { changes, isWhole, unread }: Known,
): number {
  const isChosen = ({ change_id }: Change): boolean => change_id === chosen;
  const mayCome = chosen !== undefined && !isWhole && unread === undefined;
  return mayCome && !changes.some(isChosen) ? -1 : Math.max(0, shown.findIndex(isChosen));
}

/** Whether the focus is in the list, or nowhere: a row that had it may have left the page. */
export function isFocusInList(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.closest(".rows") !== null;
}
